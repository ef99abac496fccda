import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

/// Additive and cumulative animations.
@MainActor
@Suite(.timeLimited) struct AdditiveAnimationTests {
    private func timed<Animation: LayerAnimation>(
        _ animation: Animation, repeatCount: Double = 0, autoreverses: Bool = false
    ) -> Animation {
        var animation = animation
        animation.timing.duration = 1
        animation.timing.repeatCount = repeatCount
        animation.timing.autoreverses = autoreverses
        animation.timing.fillMode = .both
        return animation
    }

    private func z(_ animation: some LayerAnimation, _ times: [Double], on model: Double = 0) -> [Double] {
        times.map { time in
            var properties = LayerProperties()
            properties.zPosition = model
            animation.apply(to: &properties, at: time, defaultDuration: 1)
            return properties.zPosition
        }
    }

    @Test func `additive animations of a layer add up, and follow the model`() {
        let stage = Stage { $0.position = Point(x: 100, y: 50) }
        for (key, x) in [("first", -80.0), ("second", -20)] {
            var move = timed(BasicAnimation(\.position, from: Point(x: x, y: 0), to: .zero))
            move.isAdditive = true
            stage.layer.addAnimation(move, forKey: key)
        }
        stage.frame(at: 0)
        #expect(stage.presentation(at: 0.5).position == Point(x: 50, y: 50))
        Transaction.run(disablesActions: true) { stage.layer.position.y = 70 }
        #expect(stage.presentation(at: 0.75).position == Point(x: 75, y: 70))
        #expect(stage.presentation(at: 1).position == Point(x: 100, y: 70))
    }

    @Test func `by default a value replaces the layer's`() {
        #expect(z(timed(BasicAnimation(\.zPosition, from: 2, to: 4)), [0.5], on: 10) == [3])
    }

    @Test func `an end that is taken from the layer is zero`() {
        var by = timed(BasicAnimation(\.zPosition, by: 4))
        by.isAdditive = true
        #expect(z(by, [0, 0.5, 1], on: 10) == [10, 12, 14])
        var to = timed(BasicAnimation(\.zPosition, to: 4))
        to.isAdditive = true
        #expect(z(to, [0, 0.5, 1], on: 10) == [10, 12, 14])
        var from = timed(BasicAnimation(\.zPosition, from: 4))
        from.isAdditive = true
        #expect(z(from, [0, 0.5, 1], on: 10) == [14, 12, 10])
    }

    @Test func `keyframes, springs and paths are added, too`() {
        var keyframes = timed(KeyframeAnimation(\.zPosition, values: [0, 6, 0]))
        keyframes.isAdditive = true
        #expect(z(keyframes, [0.25, 0.5], on: 10) == [13, 16])
        var spring = SpringAnimation(BasicAnimation(\.zPosition, from: 0, to: 10))
        spring.isAdditive = true
        #expect(isClose(z(spring, [0.1], on: 5)[0], 5 + 10 * Spring().value(at: 0.1)))
        var line = Path()
        line.move(to: .zero)
        line.addLine(to: Point(x: 10, y: 20))
        var ride = timed(PathAnimation(line))
        ride.isAdditive = true
        var properties = LayerProperties()
        properties.position = Point(x: 1, y: 2)
        ride.apply(to: &properties, at: 0.5, defaultDuration: 1)
        #expect(properties.position == Point(x: 6, y: 12))
    }

    @Test func `values without a sum are replaced`() {
        var hiding = timed(BasicAnimation(\.isHidden, from: true, to: false))
        hiding.isAdditive = true
        var properties = LayerProperties()
        hiding.apply(to: &properties, at: 0.25, defaultDuration: 1)
        #expect(properties.isHidden)
    }

    @Test func `a cumulative animation continues from the end of each repetition`() {
        var climb = timed(BasicAnimation(\.zPosition, from: 1, to: 3), repeatCount: 4)
        #expect(z(climb, [0.5, 1.5, 2.5, 4]) == [2, 2, 2, 3])
        climb.isCumulative = true
        #expect(z(climb, [-1, 0.5, 1.5, 2.5, 3.5, 4]) == [1, 2, 5, 8, 11, 12])
        climb.isAdditive = true
        #expect(z(climb, [0.5, 1.5], on: 100) == [102, 105])
    }

    @Test func `a cumulative turn goes on for thousands of repetitions`() {
        var turn = timed(BasicAnimation(\.transform.rotation.z, from: 0, to: Double.pi / 2), repeatCount: .infinity)
        turn.isCumulative = true
        for quarters in [0.5, 1.5, 2.5, 4002.5] {
            var properties = LayerProperties()
            turn.apply(to: &properties, at: quarters, defaultDuration: 1)
            let expected = Transform3D(rotation: quarters * .pi / 2, x: 0, y: 0, z: 1)
            #expect(properties.transform.pacedDistance(to: expected) < 1e-9)
        }
    }

    @Test func `with autoreverses each repetition ends at its first value`() {
        var swing = timed(BasicAnimation(\.zPosition, from: 1, to: 3), repeatCount: 3, autoreverses: true)
        swing.isCumulative = true
        #expect(z(swing, [0.5, 1.5, 2.5, 3.5, 5, 6]) == [2, 2, 3, 3, 5, 3])
    }

    @Test func `transforms, keyframes and paths accumulate`() {
        var move = timed(
            BasicAnimation(\.transform, from: .identity, to: Transform3D(translationX: 10, y: 0)), repeatCount: 5)
        move.isCumulative = true
        var properties = LayerProperties()
        move.apply(to: &properties, at: 3.5, defaultDuration: 1)
        #expect(properties.transform == Transform3D(translationX: 35, y: 0))
        var steps = timed(KeyframeAnimation(\.zPosition, values: [0, 5, 6]), repeatCount: 3)
        steps.isCumulative = true
        #expect(z(steps, [0.25, 1.25, 2.75]) == [2.5, 8.5, 17.5])
        var line = Path()
        line.move(to: .zero)
        line.addLine(to: Point(x: 10, y: 20))
        var ride = timed(PathAnimation(line), repeatCount: 3)
        ride.isCumulative = true
        ride.apply(to: &properties, at: 2.5, defaultDuration: 1)
        #expect(properties.position == Point(x: 25, y: 50))
    }

    @Test func `any number of repetitions is summed`() {
        for count in 0...40 {
            #expect(1.5.accumulated(onto: 4, repetitions: Double(count)) == 1.5 + 4 * Double(count))
        }
        #expect(1.5.accumulated(onto: 4, repetitions: -1) == 1.5)
        #expect(0.0.accumulated(onto: 0, repetitions: .infinity) == 0)
    }
}
