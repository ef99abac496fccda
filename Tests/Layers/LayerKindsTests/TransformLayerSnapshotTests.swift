import Compositing
import Foundation
import LayerKinds
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct TransformLayerSnapshotTests {
    private static let light = DirectionalLight(direction: Vector3D(x: 0, y: 1, z: -0.5), ambient: 0.5)

    /// Adds the faces of a cube with edges of 100 points, shaded by a light, around the center of a layer.
    private func addCube(_ color: Color, to container: Layer, in stage: KindStage) {
        let half = Double.pi / 2
        let turns: [Transform3D] = [
            .identity, Transform3D(rotation: half, x: 0, y: 1, z: 0), Transform3D(rotation: half, x: 1, y: 0, z: 0),
            Transform3D(rotation: -half, x: 1, y: 0, z: 0), Transform3D(rotation: -half, x: 0, y: 1, z: 0),
            Transform3D(rotation: .pi, x: 0, y: 1, z: 0),
        ]
        for turn in turns {
            let face = stage.add(Layer(color), Rect(x: 50, y: 50, width: 100, height: 100), to: container)
            face.transform = Transform3D(translationX: 0, y: 0, z: 50).followed(by: turn)
            face.borderWidth = 2
            let shade = stage.add(Layer(.black), Rect(x: 0, y: 0, width: 100, height: 100), to: face)
            shade.opacity = Self.light.shade(of: turn) * 0.8
        }
    }

    private func twoCubes(scale: Double) -> PixelBuffer {
        let stage = KindStage(420, 240, scale: scale)
        stage.centerRoot()
        stage.root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        for (offset, color) in [
            (-100.0, Color(red: 0.9, green: 0.6, blue: 0.2)), (100, Color(red: 0.3, green: 0.6, blue: 0.9)),
        ] {
            let cube = stage.add(TransformLayer(), Rect(x: 110, y: 20, width: 200, height: 200))
            var transform = Transform3D(translationX: offset, y: 0)
            if offset > 0 {
                transform = transform.rotated(-.pi / 4, x: 1, y: 0, z: 0).rotated(-.pi / 4, x: 0, y: 1, z: 0)
            }
            cube.transform = transform
            addCube(color, to: cube, in: stage)
        }
        return stage.snapshot()
    }

    @Test(arguments: [1.0, 2])
    func `of two cubes the turned one shows three faces, as recorded`(scale: Double) throws {
        try expectSnapshot(twoCubes(scale: scale), matches: "cubes-\(Int(scale))x")
    }

    private func planes(_ container: Layer) -> PixelBuffer {
        let stage = KindStage(240, 200)
        stage.centerRoot()
        stage.root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        stage.add(container, Rect(x: 20, y: 0, width: 200, height: 200))
        container.backgroundColor = container is TransformLayer ? .black : nil
        container.transform = Transform3D(rotation: .pi / 4, x: 0, y: 1, z: 0)
        for (index, depth) in [-10.0, -50, -90, -130].enumerated() {
            let plane = stage.add(Layer(), Rect(x: 50, y: 50, width: 100, height: 100), to: container)
            let part = Double(index) / 3
            plane.backgroundColor = Color(red: part, green: 0.4, blue: 1 - part, alpha: 0.8)
            plane.zPosition = depth
        }
        return stage.snapshot()
    }

    @Test func `four planes keep their parallax in a transform layer only`() throws {
        try expectSnapshot(planes(TransformLayer()), matches: "planes-deep")
        try expectSnapshot(planes(Layer()), matches: "planes-flat")
    }

    @Test func `a transform layer has a snapshot of its space`() throws {
        let stage = KindStage(200, 200)
        let space = TransformLayer()
        stage.add(space, Rect(x: 0, y: 0, width: 100, height: 100))
        let turned = stage.add(Layer(.black), Rect(x: 0, y: 0, width: 100, height: 100), to: space)
        turned.transform = Transform3D(rotation: .pi / 3, x: 0, y: 1, z: 0)
        let snapshot = try #require(stage.compositor.snapshot(of: space))
        #expect(snapshot.pixels.count { $0 == 0xFF00_0000 } == 50 * 100)
    }
}
