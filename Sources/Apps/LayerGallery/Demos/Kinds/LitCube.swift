internal import Glibc
internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A cube whose faces are darker the more they turn away from the light.
    static let litCube = Demo("lit-cube", "Light on the faces of a cube") { stage in
        let space = TransformLayer()
        space.frame = Rect(x: 100, y: 60, width: 120, height: 120)
        space.transform = Transform3D(rotation: -.pi / 4, x: 1, y: 0, z: 0).rotated(-.pi / 4, x: 0, y: 1, z: 0)
        stage.root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        stage.root.addSublayer(space)
        let light = DirectionalLight(direction: Vector3D(x: 0, y: 1, z: -0.5), ambient: 0.5)
        for transform in CubeFaces.transforms(side: 120) {
            let face = Layer()
            face.frame = Rect(x: 0, y: 0, width: 120, height: 120)
            // A dial in place of a number: its hands show how the face is turned.
            face.contents = DemoImages.dial
            face.transform = transform
            let shade = Layer()
            shade.frame = face.bounds
            shade.backgroundColor = .black
            shade.opacity = light.shade(of: face.transform)
            face.addSublayer(shade)
            space.addSublayer(face)
        }
    }
}
