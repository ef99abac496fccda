import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct TransformDecompositionTests {
    private func isClose(_ a: Vector3D, _ x: Double, _ y: Double, _ z: Double) -> Bool {
        max(abs(a.x - x), abs(a.y - y), abs(a.z - z)) < 1e-9
    }

    private func distance(_ a: Transform3D, _ b: Transform3D) -> Double {
        [a.rows.0 - b.rows.0, a.rows.1 - b.rows.1, a.rows.2 - b.rows.2, a.rows.3 - b.rows.3]
            .map { ($0 * $0).sum().squareRoot() }.max() ?? 0
    }

    @Test func `rotation, scale and translation are read as they were set, and each keeps the others`() {
        let layer = Layer()
        layer.transform.rotation.z = 0.5
        layer.transform.scale.x = 2
        layer.transform.translation.y = 7
        layer.transform.rotation.x = -0.25
        layer.transform.scale.y = 0.5
        layer.transform.rotation.y = 1
        layer.transform.translation.z = -3
        #expect(isClose(layer.transform.rotation, -0.25, 1, 0.5))
        #expect(isClose(layer.transform.scale, 2, 0.5, 1))
        #expect(isClose(layer.transform.translation, 0, 7, -3))
    }

    @Test func `every rotation about all axes is found again, also in gimbal lock`() {
        for x in stride(from: -3.0, through: 3, by: 0.5) {
            for y in stride(from: -1.5, through: 1.5, by: 0.5) {
                for z in stride(from: -3.0, through: 3, by: 0.5) {
                    var turned = Transform3D.identity
                    turned.rotation = Vector3D(x: x, y: y, z: z)
                    #expect(isClose(turned.rotation, x, y, z))
                }
            }
        }
        for angle in [-Double.pi / 2, .pi / 2] {
            var turned = Transform3D.identity
            turned.rotation = Vector3D(x: 0.3, y: angle, z: 0.4)
            var again = Transform3D.identity
            again.rotation = turned.rotation
            #expect(distance(turned, again) < 1e-6)
        }
    }

    @Test func `setting components equals rotating, scaling and translating a transform`() {
        var composed = Transform3D.identity
        composed.scale = Vector3D(x: 2, y: 3, z: 4)
        composed.rotation.z = 0.7
        composed.translation = Vector3D(x: 5, y: 6, z: 7)
        let built = Transform3D(translationX: 5, y: 6, z: 7).rotated(0.7, x: 0, y: 0, z: 1).scaled(x: 2, y: 3, z: 4)
        // In a chain the last call applies first; a translation is not scaled by calls after it.
        #expect(distance(composed, built) < 1e-12)
    }

    @Test func `perspective is kept`() {
        let door = Transform3D(perspectiveDistance: 500).translated(x: 0, y: 0, z: -100).rotated(0.2, x: 0, y: 1, z: 0)
        var turned = door
        turned.rotation.y = 0.9
        let built = Transform3D(perspectiveDistance: 500).translated(x: 0, y: 0, z: -100)
            .rotated(0.9, x: 0, y: 1, z: 0)
        #expect(distance(turned, built) < 1e-12)
        #expect(abs(door.rotation.y - 0.2) < 1e-12)
    }

    @Test func `mirrored and singular transforms are decomposed and composed again`() {
        for scale in [Vector3D(x: -2, y: 3, z: 1), Vector3D(x: 0, y: 1, z: 1), Vector3D(x: 1, y: 1, z: 0)] {
            var transform = Transform3D(scaleX: scale.x, y: scale.y, z: scale.z)
            #expect(isClose(transform.scale, scale.x, scale.y, scale.z))
            let before = transform
            transform.translation.x = 4
            transform.translation.x = 0
            #expect(distance(before, transform) < 1e-12)
        }
    }

    @Test func `animated by 2π a layer makes one turn: half of the time is 180°`() throws {
        let stage = Stage()
        var turn = BasicAnimation(\.transform.rotation.z, by: 2 * Double.pi)
        turn.timing.duration = 1
        stage.layer.addAnimation(turn, forKey: "turn")
        stage.frame(at: 0)
        for (time, x, y) in [(0.25, 0.0, 1.0), (0.5, -1, 0), (0.75, 0, -1)] {
            let seen = try #require(stage.presentation(at: time).transform.project(Point(x: 1, y: 0)))
            #expect(abs(seen.x - x) < 1e-12 && abs(seen.y - y) < 1e-12)
        }
        #expect(stage.presentation(at: 1).transform == .identity)
    }

    @Test func `a door swings to −45° in 1 s, to −90° in 2 s and back, forever`() throws {
        let stage = Stage()
        var swing = BasicAnimation(\.transform.rotation.y, to: -Double.pi / 2)
        swing.timing.duration = 2
        swing.timing.autoreverses = true
        swing.timing.repeatCount = .infinity
        stage.layer.addAnimation(swing, forKey: "swing")
        stage.frame(at: 0)
        for (time, degrees) in [(1.0, -45.0), (2, -90), (3, -45), (4, 0), (1001, -45)] {
            #expect(abs(stage.presentation(at: time).transform.rotation.y * 180 / .pi - degrees) < 1e-6)
        }
    }
}
