import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

/// Transforms are interpolated by translation, scale, skew, rotation and perspective.
@MainActor
@Suite(.timeLimited) struct TransformInterpolationTests {
    private func turn(_ degrees: Double) -> Transform3D { Transform3D(rotation: degrees * .pi / 180, x: 0, y: 0, z: 1) }

    private func distance(_ a: Transform3D, _ b: Transform3D) -> Double { a.pacedDistance(to: b) }

    @Test(arguments: [90, 179.9, 180, -90, -180])
    func `halfway of an implicit turn a layer of 100 × 100 has its area of 10,000`(degrees: Double) throws {
        let stage = Stage()
        Transaction.run(duration: 1, timingFunction: .linear) {
            stage.layer.affineTransform = AffineTransform(rotation: degrees * .pi / 180)
        }
        stage.frame(at: 0)
        for time in [0.25, 0.5, 0.75] {
            let shown = try #require(stage.presentation(at: time).affineTransform)
            #expect(isClose(10_000 * shown.determinant, 10_000))
            #expect(distance(Transform3D(shown), turn(degrees * time)) < 1e-12)
        }
    }

    @Test func `explicit animations and keyframes turn a layer as well`() {
        let basic = BasicAnimation(\.transform, from: turn(20), to: turn(110))
        let keyframes = KeyframeAnimation(\.transform, values: [turn(20), turn(65), turn(155)])
        var shown = LayerProperties()
        basic.apply(to: &shown, at: 0.5, defaultDuration: 1)
        #expect(distance(shown.transform, turn(65)) < 1e-12)
        keyframes.apply(to: &shown, at: 0.75, defaultDuration: 1)
        #expect(distance(shown.transform, turn(110)) < 1e-12)
    }

    @Test func `an end that is taken from the layer turns with the layer`() {
        let animation = BasicAnimation(\.transform, to: turn(90))
        var shown = LayerProperties()
        for start in [0.0, 30, 30] {
            shown.transform = turn(start)
            animation.apply(to: &shown, at: 0.5, defaultDuration: 1)
            #expect(distance(shown.transform, turn((start + 90) / 2)) < 1e-12)
        }
    }

    @Test func `a turn in space keeps the size, and perspective is interpolated`() {
        let door = Transform3D(perspectiveDistance: 500)
        let open = door.rotated(.pi / 2, x: 0, y: 1, z: 0)
        let half = door.interpolated(with: open, at: 0.5)
        #expect(distance(half, door.rotated(.pi / 4, x: 0, y: 1, z: 0)) < 1e-12)
        let flat = Transform3D.identity.interpolated(with: door, at: 0.5)
        #expect(isClose(flat.m34, -1 / 1000, within: 1e-15))
    }

    @Test func `a rotation takes the shorter way, and a half turn that of its sign`() {
        #expect(distance(turn(170).interpolated(with: turn(-170), at: 0.5), turn(180)) < 1e-12)
        #expect(distance(turn(-100).interpolated(with: turn(100), at: 0.5), turn(180)) < 1e-12)
        func lean(_ degrees: Double) -> Transform3D { Transform3D(rotation: degrees * .pi / 180, x: 1, y: 0, z: 0) }
        #expect(distance(lean(170).interpolated(with: lean(-170), at: 0.5), lean(180)) < 1e-12)
        for degrees in [180.0, -180] {
            let turned = Transform3D.identity.interpolated(with: turn(degrees), at: 0.5)
            let leaned = Transform3D.identity.interpolated(with: lean(degrees), at: 0.5)
            #expect(distance(turned, turn(degrees / 2)) < 1e-12)
            #expect(distance(leaned, lean(degrees / 2)) < 1e-12)
        }
    }

    @Test func `half turns about any axis are decomposed and composed again`() throws {
        for (x, y, z) in [(1.0, -1.0, 0.0), (-1, 2, -3), (0, 1, -1), (1, 0, -2)] {
            let half = Transform3D(rotation: .pi, x: x, y: y, z: z)
            let parts = try #require(SpaceDecomposition(half))
            #expect(distance(parts.transform, half) < 1e-12)
        }
    }

    @Test func `translations and scales are interpolated by their numbers, with exact ends`() {
        let first = Transform3D(translationX: 10, y: 20)
        let last = Transform3D(translationX: 50, y: -20).scaled(x: 3, y: 0.5)
        let quarter = Transform3D(translationX: 20, y: 10).scaled(x: 1.5, y: 0.875)
        #expect(first.interpolated(with: last, at: 0.25) == quarter)
        #expect(first.interpolated(with: last, at: 0) == first && first.interpolated(with: last, at: 1) == last)
        #expect(first.interpolated(with: first, at: 0.3) == first)
    }

    @Test(arguments: [
        Transform3D(scaleX: 0, y: 0), Transform3D(scaleX: 1, y: 0), Transform3D(scaleX: 2, y: 2, z: 0),
        Transform3D(rows: (.zero, .zero, .zero, .zero)), Transform3D(scaleX: .nan, y: 1),
    ]) func `a transform without an inverse changes halfway`(singular: Transform3D) {
        let plain = turn(30)
        #expect([0.25, 0.49].allSatisfy { plain.interpolated(with: singular, at: $0) == plain })
        #expect([0.5, 0.75].allSatisfy { singular.interpolated(with: plain, at: $0) == plain })
        let prepared = singular.interpolation(to: plain)
        #expect(prepared?(0.5) == plain)
    }

    @Test func `by its scale a layer shrinks to nothing evenly`() {
        var shown = LayerProperties()
        let shrinking = BasicAnimation(\.transform.scale, to: Vector3D(x: 0, y: 0, z: 1))
        shrinking.apply(to: &shown, at: 0.75, defaultDuration: 1)
        #expect(distance(shown.transform, Transform3D(scaleX: 0.25, y: 0.25)) < 1e-12)
    }

    @Test func `transforms are added by concatenation, and the difference undoes it`() {
        let place = Transform3D(translationX: 100, y: 0)
        let seen = place.adding(turn(90)).project(Point(x: 1, y: 0))
        #expect(seen.map { isClose($0.x, 100) && isClose($0.y, 1) } == true)
        let sum = place.adding(turn(40))
        #expect(distance(sum.subtracting(turn(40)), place) < 1e-12)
        #expect(sum.subtracting(sum) == .identity)
        #expect(sum.subtracting(Transform3D(scaleX: 0, y: 1)) == sum)
        var shown = LayerProperties()
        shown.transform = place
        BasicAnimation(\.transform, by: turn(60)).apply(to: &shown, at: 0.5, defaultDuration: 1)
        #expect(distance(shown.transform, place.adding(turn(30))) < 1e-12)
    }
}
