internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Two layers turned to each other under one `sublayerTransform` share a vanishing point: they mirror each other.
    static let mirroredFaces = Demo("mirrored-faces", "Two layers in one perspective") { stage in
        let space = Layer()
        space.frame = Rect(x: 0, y: 0, width: 320, height: 240)
        space.sublayerTransform = Transform3D(perspectiveDistance: 500)
        stage.root.addSublayer(space)
        for (x, angle) in [(90.0, Double.pi / 4), (230, -.pi / 4)] {
            let face = Layer()
            face.bounds = Rect(x: 0, y: 0, width: 120, height: 120)
            face.position = Point(x: x, y: 120)
            face.contents = DemoImages.dial
            face.transform = Transform3D(rotation: angle, x: 0, y: 1, z: 0)
            space.addSublayer(face)
        }
    }
}
