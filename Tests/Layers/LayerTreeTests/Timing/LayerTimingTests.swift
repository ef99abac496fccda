import TestLimits
import Testing

@testable import LayerTree

@Suite(.timeLimited) struct LayerTimingTests {
    private func timing(_ configure: (inout LayerTiming) -> Void) -> LayerTiming {
        var timing = LayerTiming()
        configure(&timing)
        return timing
    }

    @Test func `without a duration it takes 0.25 s, once`() {
        let plain = LayerTiming()
        #expect(plain.totalDuration() == 0.25)
        #expect(plain.phase(at: 0.125) == .active(0.5))
        #expect(plain.phase(at: 0.25) == .after(nil))
        #expect(plain.phase(at: 1, defaultDuration: 2) == .active(0.5))
    }

    @Test func `three and a half repetitions of 2 s end after 7 s, at half of the progress`() {
        let repeated = timing {
            $0.duration = 2
            $0.repeatCount = 3.5
            $0.fillMode = .forwards
        }
        #expect(repeated.phase(at: 6.5) == .active(0.25))
        #expect(repeated.phase(at: 7) == .after(0.5))
    }

    @Test func `two repetitions of 3 s with autoreverse end after 12 s`() {
        let reversed = timing {
            $0.duration = 3
            $0.repeatCount = 2
            $0.autoreverses = true
            $0.fillMode = .forwards
        }
        #expect(reversed.phase(at: 3) == .active(1))
        #expect(reversed.phase(at: 4.5) == .active(0.5))
        #expect(reversed.phase(at: 6) == .active(0))
        #expect(reversed.phase(at: 11.999).progress != nil)
        #expect(reversed.phase(at: 12) == .after(0))
    }

    @Test func `a repeat duration replaces the repeat count, and either may be infinite`() {
        let limited = timing {
            $0.duration = 2
            $0.repeatDuration = 5
        }
        #expect(limited.phase(at: 4.5) == .active(0.25))
        #expect(limited.phase(at: 5) == .after(nil))
        let endless = timing { $0.repeatCount = .infinity }
        #expect(endless.phase(at: 1e6 + 0.125).progress != nil)
    }

    @Test func `twice the speed and an offset of 3 s: from 3/8 to 5/8 in a second, and complete after four`() {
        let ahead = timing {
            $0.duration = 8
            $0.speed = 2
            $0.timeOffset = 3
        }
        #expect(ahead.phase(at: 0) == .active(3.0 / 8))
        #expect(ahead.phase(at: 1) == .active(5.0 / 8))
        #expect(ahead.phase(at: 3) == .active(1.0 / 8))
        #expect(ahead.phase(at: 4) == .after(nil))
    }

    @Test func `a negative speed plays from the end to the beginning`() {
        let back = timing {
            $0.duration = 4
            $0.speed = -1
            $0.fillMode = .both
        }
        #expect(back.phase(at: 0) == .active(1))
        #expect(back.phase(at: 1) == .active(0.75))
        #expect(back.phase(at: 4) == .after(0))
    }

    @Test(arguments: [false, true]) func `an endless animation with a negative speed plays each repetition backward`(
        isLimitedByDuration: Bool
    ) {
        let back = timing {
            $0.duration = 4
            $0.speed = -1
            if isLimitedByDuration { $0.repeatDuration = .infinity } else { $0.repeatCount = .infinity }
        }
        for repetition in [0.0, 4, 400] {
            #expect(back.phase(at: repetition) == .active(1))
            #expect(back.phase(at: repetition + 1) == .active(0.75))
            #expect(back.phase(at: repetition + 3) == .active(0.25))
        }
        let swinging = timing {
            $0.duration = 4
            $0.speed = -2
            $0.autoreverses = true
            $0.repeatCount = .infinity
        }
        #expect([0, 1, 2, 3, 4].map { swinging.phase(at: $0) } == [0, 0.5, 1, 0.5, 0].map { .active($0) })
    }

    @Test(arguments: zip(FillMode.allCases, [(nil, nil), (nil, 1), (0, nil), (0, 1)] as [(Double?, Double?)]))
    func `the fill mode decides what shows before and after`(mode: FillMode, shown: (before: Double?, after: Double?)) {
        let later = timing {
            $0.beginTime = 1
            $0.duration = 1
            $0.fillMode = mode
        }
        #expect(later.phase(at: 0.5) == .before(shown.before))
        #expect(later.phase(at: 1.5) == .active(0.5))
        #expect(later.phase(at: 2) == .after(shown.after))
    }

    @Test func `local time begins later and runs faster, and converts back`() throws {
        let fast = timing {
            $0.beginTime = 1
            $0.speed = 2
        }
        #expect(fast.localTime(at: 3) == 4)
        let outer = try #require(fast.outerTime(at: 4))
        #expect(abs(outer - 3) < 1e-9)
        #expect(timing { $0.speed = 0 }.outerTime(at: 4) == nil)
    }
}
