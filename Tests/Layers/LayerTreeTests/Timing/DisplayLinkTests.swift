import TestLimits
import Testing

@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct DisplayLinkTests {
    /// The frames that a display link makes of a number of screen refreshes.
    private func frames(interval: Int, refreshes: Int) -> [DisplayLink.Frame] {
        let clock = ManualClock()
        var frames: [DisplayLink.Frame] = []
        let link = DisplayLink(clock: clock) { frames.append($0) }
        link.frameInterval = interval
        for _ in 0..<refreshes {
            link.tick()
            clock.advance(by: 1 / 60)
        }
        return frames
    }

    @Test(arguments: [(1, 60), (2, 30), (3, 20)])
    func `60 refreshes make 60, 30 or 20 frames`(interval: Int, count: Int) {
        #expect(frames(interval: interval, refreshes: 60).count == count)
    }

    @Test func `missed refreshes are skipped`() {
        let clock = ManualClock()
        var frames: [DisplayLink.Frame] = []
        let link = DisplayLink(clock: clock) { frames.append($0) }
        link.tick()
        clock.advance(by: 0.05)
        link.tick()
        link.tick()
        #expect(frames.count == 2)
        #expect(abs(frames[1].step - 0.05) < 1e-12)
    }

    @Test func `steps add up to the elapsed time, however uneven they are`() {
        let clock = ManualClock(now: 1000)
        var frames: [DisplayLink.Frame] = []
        let link = DisplayLink(clock: clock, refreshesPerSecond: 1000) { frames.append($0) }
        link.tick()
        for milliseconds in [16.0, 16, 50, 16] {
            clock.advance(by: milliseconds / 1000)
            link.tick()
        }
        #expect(abs(frames.reduce(0) { $0 + $1.step } - 0.098) < 1e-9)
    }

    @Test func `nothing is called back during a pause, and the first step after it is 0`() {
        let clock = ManualClock()
        var frames: [DisplayLink.Frame] = []
        let link = DisplayLink(clock: clock) { frames.append($0) }
        link.tick()
        link.isPaused = true
        clock.advance(by: 5)
        link.tick()
        #expect(frames.count == 1)
        link.isPaused = false
        link.tick()
        #expect(frames.last?.step == 0)
    }

    @Test func `after a task of 40 ms it is called late once, and calls do not pile up`() {
        let clock = ManualClock()
        var frames: [DisplayLink.Frame] = []
        let link = DisplayLink(clock: clock) { frames.append($0) }
        link.tick()
        clock.advance(by: 0.04)
        for _ in 0..<5 { link.tick() }
        #expect(frames.map(\.time) == [0, 0.04])
        clock.advance(by: 1.0 / 60)
        link.tick()
        #expect(frames.count == 3)
    }

    @Test func `during a drag only links with the tracking mode are called`() {
        let clock = ManualClock()
        var moving = 0
        var loading = 0
        let movement = DisplayLink(clock: clock) { _ in moving += 1 }
        let work = DisplayLink(clock: clock) { _ in loading += 1 }
        work.modes = [.normal]
        for refresh in 0..<60 {
            let mode = (20..<50).contains(refresh) ? DisplayLink.Mode.tracking : .normal
            movement.tick(in: mode)
            work.tick(in: mode)
            clock.advance(by: 1 / 60)
        }
        #expect(moving == 60)
        #expect(loading == 30)
    }
}
