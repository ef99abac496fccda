import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

/// Value functions make transforms of animated numbers and vectors.
@MainActor
@Suite(.timeLimited) struct ValueFunctionTests {
    private func shown(
        _ animation: some LayerAnimation, at time: Double = 0.5, on transform: Transform3D = .identity
    ) -> LayerProperties {
        var properties = LayerProperties()
        properties.transform = transform
        animation.apply(to: &properties, at: time, defaultDuration: 1)
        return properties
    }

    private func isClose(_ a: Transform3D, _ b: Transform3D) -> Bool { a.pacedDistance(to: b) < 1e-12 }

    private nonisolated static let numberFunctions: [(ValueFunction<Double>, Transform3D)] = [
        (.rotateX, Transform3D(rotation: 0.5, x: 1, y: 0, z: 0)),
        (.rotateY, Transform3D(rotation: 0.5, x: 0, y: 1, z: 0)),
        (.rotateZ, Transform3D(rotation: 0.5, x: 0, y: 0, z: 1)), (.scaleX, Transform3D(scaleX: 0.5, y: 1)),
        (.scaleY, Transform3D(scaleX: 1, y: 0.5)), (.scaleZ, Transform3D(scaleX: 1, y: 1, z: 0.5)),
        (.translateX, Transform3D(translationX: 0.5, y: 0)), (.translateY, Transform3D(translationX: 0, y: 0.5)),
        (.translateZ, Transform3D(translationX: 0, y: 0, z: 0.5)),
    ]

    @Test(arguments: numberFunctions.indices) func `functions of a number act along or about one axis`(index: Int) {
        let (function, expected) = Self.numberFunctions[index]
        #expect(function(0.5) == expected)
        #expect(abs(function.argument(expected) - 0.5) < 1e-12)
        let animation = BasicAnimation(\.transform, valueFunction: function, from: 0.25, to: 0.75)
        #expect(shown(animation).transform == expected)
        #expect(animation.valueFunction == function)
    }

    @Test func `functions of a vector act along all axes`() {
        let ends = (Vector3D(x: 1, y: 2, z: 3), Vector3D(x: 3, y: 0, z: 1))
        let scale = BasicAnimation(\.transform, valueFunction: .scale, from: ends.0, to: ends.1)
        #expect(shown(scale).transform == Transform3D(scaleX: 2, y: 1, z: 2))
        let move = BasicAnimation(\.transform, valueFunction: .translate, from: ends.0, to: ends.1)
        #expect(shown(move).transform == Transform3D(translationX: 2, y: 1, z: 2))
    }

    @Test func `by 2π a layer turns fully: halfway its corners are opposite`() {
        let turn = BasicAnimation(\.transform, valueFunction: .rotateZ, from: 0, to: 2 * Double.pi)
        for (time, x, y) in [(0.25, 0.0, 1.0), (0.5, -1, 0), (0.75, 0, -1)] {
            let seen = shown(turn, at: time).transform.project(Point(x: 1, y: 0))
            #expect(seen.map { abs($0.x - x) < 1e-12 && abs($0.y - y) < 1e-12 } == true)
        }
    }

    @Test func `the transform is replaced, or concatenated if the animation is additive`() {
        let place = Transform3D(translationX: 100, y: 0)
        var turn = BasicAnimation(\.transform, valueFunction: .rotateZ, from: 0, to: Double.pi)
        let half = Transform3D(rotation: .pi / 2, x: 0, y: 0, z: 1)
        #expect(isClose(shown(turn, on: place).transform, half))
        turn.isAdditive = true
        #expect(isClose(shown(turn, on: place).transform, place.rotated(.pi / 2, x: 0, y: 0, z: 1)))
        // Two functions that are added act in the order of the animations: the later one inside the earlier one.
        var properties = LayerProperties()
        var move = BasicAnimation(\.transform, valueFunction: .translateX, from: 0, to: 200)
        move.isAdditive = true
        for animation in [move, turn] { animation.apply(to: &properties, at: 0.5, defaultDuration: 1) }
        #expect(isClose(properties.transform, place.rotated(.pi / 2, x: 0, y: 0, z: 1)))
    }

    @Test func `a missing end is the argument that makes the layer's transform`() {
        let turned = Transform3D(rotation: 0.5, x: 0, y: 0, z: 1)
        let by = BasicAnimation(\.transform, valueFunction: .rotateZ, by: 1)
        #expect(isClose(shown(by, on: turned).transform, Transform3D(rotation: 1, x: 0, y: 0, z: 1)))
        let to = BasicAnimation(\.transform, valueFunction: .rotateZ, to: 1.5)
        #expect(isClose(shown(to, on: turned).transform, Transform3D(rotation: 1, x: 0, y: 0, z: 1)))
    }

    @Test func `keyframes, springs and other transforms have value functions, too`() {
        let nod = KeyframeAnimation(\.transform, valueFunction: .rotateX, values: [0, 1, 0.5])
        #expect(isClose(shown(nod, at: 0.75).transform, Transform3D(rotation: 0.75, x: 1, y: 0, z: 0)))
        let timed = KeyframeAnimation(
            \.sublayerTransform, valueFunction: .scaleX, keyframes: [Keyframe(1, at: 0), Keyframe(3, at: 0.5)])
        #expect(shown(timed, at: 0.25).sublayerTransform == Transform3D(scaleX: 2, y: 1))
        let spring = SpringAnimation(BasicAnimation(\.transform, valueFunction: .translateY, from: 0, to: 10))
        let lift = 10 * Spring().value(at: 0.1)
        #expect(isClose(shown(spring, at: 0.1).transform, Transform3D(translationX: 0, y: lift)))
    }

    @Test func `functions are equal by name, and so are the properties of their animations`() {
        #expect(ValueFunction.rotateX == .rotateX && ValueFunction.rotateX != .rotateY)
        #expect(Set([ValueFunction.scaleX, .scaleX, .scaleY]).count == 2)
        let first = BasicAnimation(\.transform, valueFunction: .rotateX, to: 1)
        let second = BasicAnimation(\.transform, valueFunction: .rotateX, by: 2)
        let other = BasicAnimation(\.sublayerTransform, valueFunction: .rotateX, by: 2)
        #expect(first.property as AnyKeyPath == second.property as AnyKeyPath)
        #expect(second.property as AnyKeyPath != other.property as AnyKeyPath)
        #expect(BasicAnimation(\.transform, to: .identity).valueFunction == nil)
    }
}
