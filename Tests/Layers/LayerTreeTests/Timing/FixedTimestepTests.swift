import TestLimits
import Testing

@testable import LayerTree

@Suite(.timeLimited) struct FixedTimestepTests {
    /// A bouncing ball, computed in steps of 1/120 s during frames of some length.
    private func fall(frames: Int, of seconds: Double) -> (height: Double, velocity: Double) {
        var steps = FixedTimestep()
        var height = 100.0
        var velocity = 0.0
        for _ in 0..<frames {
            steps.advance(by: seconds) { step in
                velocity -= 981 * step
                height += velocity * step
                if height < 0 {
                    height = -height
                    velocity = -velocity * 0.8
                }
            }
        }
        return (height, velocity)
    }

    @Test func `frames of 16.7 ms and of 33 ms give the same state after 10 s`() {
        let fast = fall(frames: 600, of: 1.0 / 60)
        let slow = fall(frames: 300, of: 1.0 / 30)
        #expect(fast == slow)
        #expect(fast.height > 0 && fast.height < 100)
    }

    @Test func `uneven frames are divided evenly, and the remainder counts for the next ones`() {
        var steps = FixedTimestep(step: 0.25)
        var made = 0
        for seconds in [0.1, 0.1, 0.1, 0.2, 0.5, 0.125] { steps.advance(by: seconds) { _ in made += 1 } }
        #expect(made == 4)
        #expect(isClose(steps.interpolationFraction, 0.5))
    }

    @Test func `after a stall no more steps than the limit are made`() {
        var steps = FixedTimestep(step: 0.01, stepLimit: 5)
        var made = 0
        steps.advance(by: 10) { _ in made += 1 }
        #expect(made == 5)
        #expect(steps.interpolationFraction < 1e-6)
        steps.advance(by: 0.02) { _ in made += 1 }
        #expect(made == 7)
    }
}
