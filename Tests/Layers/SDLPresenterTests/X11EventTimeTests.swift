import CSDL2
import TestLimits
import Testing

@testable import SDLPresenter

@Suite(.timeLimited) struct X11EventTimeTests {
    @Test func `an event that waited has the time at which the server saw it`() {
        var clock = ServerClock()
        #expect(clock.localTime(of: 1000, now: 50) == 50)
        // Taken after a long frame, with the one that came 16 ms later.
        #expect(clock.localTime(of: 1016, now: 90) == 66)
        #expect(clock.localTime(of: 1032, now: 90) == 82)
    }

    @Test func `the smallest delay counts, and a clock that has changed is followed`() {
        var clock = ServerClock()
        #expect(clock.localTime(of: 1000, now: 50) == 50)
        // The first one was taken 10 ms late.
        #expect(clock.localTime(of: 2000, now: 1040) == 1040)
        #expect(clock.localTime(of: 3000, now: 2100) == 2040)
        #expect(clock.localTime(of: 4000, now: 3040 + 2001) == 5041)
        #expect(clock.localTime(of: 4100, now: 5200) == 5141)
    }

    @Test func `both clocks start again at 0 after 49 days`() {
        var clock = ServerClock()
        #expect(clock.localTime(of: UInt32.max - 9, now: 100) == 100)
        #expect(clock.localTime(of: 10, now: 130) == 120)
        var other = ServerClock()
        #expect(other.localTime(of: 100, now: UInt32.max - 9) == UInt32.max - 9)
        #expect(other.localTime(of: 120, now: 30) == 10)
    }

    @Test func `a clock of the server that runs slower or faster is followed for days`() {
        for (seconds, milliseconds) in [(10_000, 9_999_000), (10_000, 10_001_000)] {
            var clock = ServerClock()
            var longest: UInt32 = 0
            // An event every ten seconds for three days, each of them taken at once.
            for number in 0..<UInt64(26_000) {
                let now = 5000 + 10_000 * number
                let serverTime = 70_000 + 10_000 * number * UInt64(milliseconds) / UInt64(seconds * 1000)
                let time = clock.localTime(of: UInt32(serverTime), now: UInt32(now))
                longest = max(longest, UInt32(now) - time)
            }
            #expect(longest <= 1)
        }
    }

    @Test func `a pause raises the difference by no more than the delay of the event after it`() {
        var clock = ServerClock()
        #expect(clock.localTime(of: 1000, now: 50) == 50)
        // Ten minutes later, 8 ms late, and then one that was taken at once.
        #expect(clock.localTime(of: 601_000, now: 600_058) == 600_058)
        #expect(clock.localTime(of: 601_016, now: 600_066) == 600_066)
        #expect(clock.localTime(of: 601_032, now: 600_090) == 600_082)
    }

    /// The system event of an event of Xlib with this type and time.
    private func withSystemEvent(_ type: Int32, time: UInt, _ body: (inout SDL_Event) -> Void) {
        let words = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 16)
        defer { words.deallocate() }
        words.initializeMemory(as: UInt8.self, repeating: 0, count: 256)
        words.storeBytes(of: 2, toByteOffset: 4, as: UInt32.self)
        words.storeBytes(of: type, toByteOffset: 8, as: Int32.self)
        words.storeBytes(of: time, toByteOffset: 8 + 7 * MemoryLayout<UInt>.size, as: UInt.self)
        var event = SDL_Event()
        event.syswm.type = SDL_SYSWMEVENT.rawValue
        event.syswm.msg = OpaquePointer(words)
        body(&event)
    }

    private func time(of type: SDL_EventType, taken now: UInt32, _ times: X11EventTimes) -> UInt32 {
        var event = SDL_Event()
        event.type = type.rawValue
        event.common.timestamp = now
        times.correct(&event, now: now)
        return event.common.timestamp
    }

    @Test func `input events get the time of the system event before them, and no others do`() {
        let times = X11EventTimes()
        #expect(time(of: SDL_MOUSEMOTION, taken: 40, times) == 40)
        withSystemEvent(6, time: 1000) { times.correct(&$0, now: 50) }
        #expect(time(of: SDL_MOUSEMOTION, taken: 50, times) == 50)
        withSystemEvent(6, time: 1020) { times.correct(&$0, now: 90) }
        #expect(time(of: SDL_WINDOWEVENT, taken: 90, times) == 90)
        #expect(time(of: SDL_MOUSEMOTION, taken: 90, times) == 70)
        // The exposure of a window is not an input.
        withSystemEvent(12, time: 1020) { times.correct(&$0, now: 95) }
        #expect(time(of: SDL_KEYUP, taken: 95, times) == 95)
    }

    @Test func `a key that an input method has filtered has no system event, and keeps its time`() {
        let times = X11EventTimes()
        withSystemEvent(6, time: 1000) { times.correct(&$0, now: 50) }
        #expect(time(of: SDL_MOUSEMOTION, taken: 50, times) == 50)
        withSystemEvent(6, time: 1020) { times.correct(&$0, now: 90) }
        #expect(time(of: SDL_KEYDOWN, taken: 90, times) == 90, "the system event was about the pointer")
        withSystemEvent(2, time: 1030) { times.correct(&$0, now: 100) }
        #expect(time(of: SDL_KEYDOWN, taken: 100, times) == 80)
        #expect(time(of: SDL_KEYUP, taken: 60_000, times) == 60_000, "the system event was long ago")
    }
}
