import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

/// Keyframes at a constant speed and along smooth curves.
@MainActor
@Suite(.timeLimited) struct CalculationModeTests {
    private func values(_ values: [Double], _ mode: CalculationMode, at fractions: [Double]) -> [Double] {
        let animation = KeyframeAnimation(\.zPosition, values: values, calculationMode: mode)
        return fractions.compactMap(animation.value)
    }

    @Test func `a paced animation has a constant speed`() {
        let rising = values([0, 10, 40], .paced, at: [0, 0.125, 0.25, 0.5, 0.75, 1])
        #expect(zip(rising, [0, 5, 10, 20, 30, 40]).allSatisfy { isClose($0, $1) })
        let falling = values([40, 10, 0], .paced, at: [0.5, 0.75])
        #expect(zip(falling, [20, 10]).allSatisfy { isClose($0, $1) })
    }

    @Test func `paced modes ignore times and timing functions`() {
        for mode in [CalculationMode.paced, .cubicPaced] {
            let odd = KeyframeAnimation(
                \.zPosition,
                keyframes: [
                    Keyframe(0, at: 0.3, timingFunction: .easeIn), Keyframe(10, at: 0.4), Keyframe(20, at: 0.5),
                ], calculationMode: mode)
            let even = KeyframeAnimation(\.zPosition, values: [0, 10, 20], calculationMode: mode)
            for fraction in [0, 0.1, 0.25, 0.5, 0.8, 1] {
                #expect(odd.value(at: fraction) == even.value(at: fraction))
            }
        }
    }

    @Test(arguments: [CalculationMode.paced, .cubicPaced]) func `values that do not change take equal times`(
        mode: CalculationMode
    ) {
        #expect(values([5, 5, 5], mode, at: [-1, 0, 0.4, 1, 2]) == [5, 5, 5, 5, 5])
        #expect(values([], mode, at: [-1, 0.5]).isEmpty)
    }

    @Test func `points, colors and other values have distances`() {
        let points = KeyframeAnimation(
            \.position, values: [.zero, Point(x: 3, y: 4), Point(x: 3, y: 19)], calculationMode: .paced)
        #expect(points.value(at: 0.25) == Point(x: 3, y: 4))
        #expect(isClose(points.value(at: 0.5)?.y ?? 0, 9))
        let colors: [Color?] = [nil, Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0, blue: 0)]
        let paced = KeyframeAnimation(\.backgroundColor, values: colors, calculationMode: .paced)
        #expect(paced.value(at: 0.5) == colors[1])
        let moved = Rect(x: 1, y: 1, width: 2, height: 2)
        #expect(isClose(Rect(x: 0, y: 0, width: 1, height: 1).pacedDistance(to: moved), 2))
        #expect(CornerRadii(1).pacedDistance(to: CornerRadii(2)) == 2)
        #expect([1.0, 2].pacedDistance(to: [4, 6]) == 5 && [1.0].pacedDistance(to: [1, 2]) == 1)
        #expect(Vector3D(x: 1, y: 2, z: 2).pacedDistance(to: Vector3D(x: 0, y: 0, z: 0)) == 3)
        #expect(true.pacedDistance(to: false) == 1 && ContentsGravity.left.pacedDistance(to: .left) == 0)
    }

    @Test func `a cubic curve passes through its values, without a corner`() {
        #expect(values([0, 10, 20, 30], .cubic, at: [0, 1]) == [0, 30])
        let middle = values([0, 10, 20, 30], .cubic, at: [1.0 / 6, 0.5, 5.0 / 6])
        // The tangents are 5 at both ends and 10 between.
        #expect(zip(middle, [4.375, 15, 25.625]).allSatisfy { isClose($0, $1) })
        let animation = KeyframeAnimation(
            \.zPosition, keyframes: [Keyframe(0, at: 0), Keyframe(10, at: 0.2), Keyframe(0, at: 1)],
            calculationMode: .cubic)
        #expect(isClose(animation.value(at: 0.2) ?? 0, 10))
        // Half of the first segment: 5 + 1/8 · 5 − 1/8 · 0.
        #expect(isClose(animation.value(at: 0.1) ?? 0, 5.625))
    }

    @Test func `timing functions pace the segments of a cubic curve`() {
        let eased = KeyframeAnimation(
            \.zPosition,
            keyframes: [0.0, 10, 20, 30].enumerated().map {
                Keyframe($1, at: Double($0) / 3, timingFunction: .easeIn)
            }, calculationMode: .cubic)
        #expect(isClose(eased.value(at: 0.5) ?? 0, 10 + 10 * TimingFunction.easeIn(0.5)))
    }

    @Test func `a tension of 1 makes the curve rest at its values`() {
        let keyframes = [0.0, 10, 20, 30].enumerated().map { Keyframe($1, at: Double($0) / 3, tension: 1) }
        let animation = KeyframeAnimation(\.zPosition, keyframes: keyframes, calculationMode: .cubic)
        // With tangents of 0 the quarter of a segment is at 3/16 − 2/64 = 5/32 of its way.
        #expect(isClose(animation.value(at: 1.25 / 3) ?? 0, 10 + 10 * 5 / 32))
    }

    @Test func `a paced cubic curve is passed at a constant speed, within 1 %`() {
        let corners = [Point.zero, Point(x: 30, y: 0), Point(x: 30, y: 100), Point(x: 200, y: 100)]
        let animation = KeyframeAnimation(\.position, values: corners, calculationMode: .cubicPaced)
        let places = (0...100).compactMap { animation.value(at: Double($0) / 100) }
        let steps = zip(places, places.dropFirst()).map { $0.pacedDistance(to: $1) }
        let mean = steps.reduce(0, +) / 100
        #expect(places.first == .zero && places.last == corners[3])
        #expect(steps.allSatisfy { abs($0 - mean) < 0.01 * mean + 0.02 })
    }

    @Test func `rotations follow a cubic curve and keep their size`() {
        let turns = [0.0, 60, 120, 180].map { Transform3D(rotation: $0 * .pi / 180, x: 0, y: 0, z: 1) }
        let animation = KeyframeAnimation(\.transform, values: turns, calculationMode: .cubic)
        let middle = Transform3D(rotation: .pi / 2, x: 0, y: 0, z: 1)
        #expect((animation.value(at: 0.5) ?? .identity).pacedDistance(to: middle) < 1e-12)
    }

    @Test(arguments: [CalculationMode.cubic, .cubicPaced]) func `values without sums change as in linear mode`(
        mode: CalculationMode
    ) {
        let hidden = KeyframeAnimation(\.isHidden, values: [true, false, true], calculationMode: mode)
        let plain = KeyframeAnimation(\.isHidden, values: [true, false, true])
        let shapes = [10.0, 20, 40].map { Optional(Path(Rect(x: 0, y: 0, width: $0, height: $0))) }
        let grown = KeyframeAnimation(\.shadowPath, values: shapes, calculationMode: mode)
        let grownPlainly = KeyframeAnimation(\.shadowPath, values: shapes)
        for fraction in [0, 0.2, 0.3, 0.5, 0.7, 0.8, 1] {
            #expect(hidden.value(at: fraction) == plain.value(at: fraction))
            #expect(grown.value(at: fraction) == grownPlainly.value(at: fraction))
        }
    }
}
