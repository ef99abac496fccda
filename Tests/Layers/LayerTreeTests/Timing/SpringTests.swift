import Foundation
import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct SpringTests {
    /// Damping ratios from underdamped to overdamped, 1 and its neighbors among them.
    nonisolated static let springs = [2.0, 10, 19, 19.99999999, 20, 20.00000001, 20.001, 21, 40, 200].flatMap {
        damping in
        [-8.0, 0, 3, 10, 40].map { Spring(damping: damping, initialVelocity: $0) }
    }

    /// The distance to the target by numerical integration of the equation (fourth-order Runge–Kutta).
    private func integrated(_ spring: Spring, until end: Double) -> Double {
        let step = end / 2000
        var x = 1.0
        var v = -spring.initialVelocity
        func acceleration(_ x: Double, _ v: Double) -> Double {
            (-spring.stiffness * x - spring.damping * v) / spring.mass
        }
        for _ in 0..<2000 {
            let a = (v, acceleration(x, v))
            let b = (v + a.1 * step / 2, acceleration(x + a.0 * step / 2, v + a.1 * step / 2))
            let c = (v + b.1 * step / 2, acceleration(x + b.0 * step / 2, v + b.1 * step / 2))
            let d = (v + c.1 * step, acceleration(x + c.0 * step, v + c.1 * step))
            x += step / 6 * (a.0 + 2 * b.0 + 2 * c.0 + d.0)
            v += step / 6 * (a.1 + 2 * b.1 + 2 * c.1 + d.1)
        }
        return x
    }

    @Test(arguments: [(0.0, 1.0), (0.25, 0.75), (-0.5, 2)]) func `a spring of a duration and a bounce has their ratio`(
        bounce: Double, ratio: Double
    ) {
        let spring = Spring(duration: 0.5, bounce: bounce)
        #expect(abs(spring.dampingRatio - ratio) < 1e-12)
        #expect(spring.mass == 1 && abs(spring.stiffness - 157.91367041742973) < 1e-9)
    }

    @Test(arguments: springs)
    func `it follows its equation, within 1e-6`(spring: Spring) {
        #expect(isClose(spring.value(at: 0), 0, within: 1e-15))
        for seconds in [0.05, 0.2, 0.7] {
            #expect(isClose(spring.value(at: seconds), 1 - integrated(spring, until: seconds), within: 1e-6))
        }
    }

    @Test(arguments: springs)
    func `after its settling duration it stays within a thousandth of the target`(spring: Spring) {
        let duration = spring.settlingDuration
        #expect(duration > 0 && duration < 30)
        for step in 0..<500 {
            let seconds = duration * (1 + Double(step) / 100)
            #expect(abs(spring.value(at: seconds) - 1) <= 1e-3 + 1e-9)
        }
    }

    @Test(arguments: springs.filter { $0.dampingRatio > 1 })
    func `an overdamped spring is not settled just before its settling duration`(spring: Spring) {
        #expect(abs(spring.value(at: spring.settlingDuration * 0.999) - 1) > 1e-3)
    }

    @Test func `a damping of 20 is critical, less oscillates and more is slower`() {
        #expect(Spring(damping: 20).dampingRatio == 1)
        let values = { (damping: Double) in (0..<400).map { Spring(damping: damping).value(at: Double($0) / 100) } }
        #expect(values(5).contains { $0 > 1 })
        #expect(values(20).allSatisfy { $0 <= 1 })
        #expect(zip(values(20), values(30)).dropFirst().allSatisfy { $0 > $1 })
    }

    @Test func `by default, a mass of 1 with a stiffness of 100 and a damping of 10 settles after 1.41 s`() {
        let spring = Spring()
        #expect(spring.dampingRatio == 0.5)
        // The envelope √(4/3) · e^(−5t) falls below a thousandth.
        #expect(isClose(spring.settlingDuration, log(1000 * (4.0 / 3).squareRoot()) / 5))
        #expect(isClose(spring.settlingDuration, 1.41, within: 0.01))
    }

    @Test func `an animation lasts for its spring's settling duration, and ends at its last value`() throws {
        let stage = Stage()
        let spring = Spring(stiffness: 200, damping: 10)
        let pull = SpringAnimation(
            BasicAnimation(\.position, from: Point.zero, to: Point(x: 100, y: 0)), spring: spring)
        #expect(pull.timing.duration == spring.settlingDuration)
        Transaction.run(disablesActions: true) { stage.layer.position = Point(x: 100, y: 0) }
        var completions: [Bool] = []
        stage.layer.addAnimation(pull, forKey: "pull") { completions.append($0) }
        stage.frame(at: 0)
        #expect(isClose(stage.presentation(at: 0.25).position.x, 100 * spring.value(at: 0.25)))
        #expect(completions.isEmpty)
        #expect(stage.presentation(at: spring.settlingDuration).position.x == 100)
        #expect(completions == [true])
    }

    @Test func `a spring moves by a difference, too`() {
        var shown = LayerProperties()
        let lift = SpringAnimation(BasicAnimation(\.zPosition, by: 10))
        lift.apply(to: &shown, at: 0.1, defaultDuration: 0.25)
        #expect(isClose(shown.zPosition, 10 * Spring().value(at: 0.1)))
    }

    @Test func `its timing function starts at 0 and ends at 1`() {
        let spring = Spring(damping: 3, initialVelocity: 5)
        #expect(spring.timingFunction(0) == 0)
        #expect(spring.timingFunction(1) == 1)
        #expect(isClose(spring.timingFunction(0.25), spring.value(at: spring.settlingDuration / 4)))
    }
}
