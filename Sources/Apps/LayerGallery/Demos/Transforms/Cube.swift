internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Six faces around a center, each 50 points in front of it after a turn; only those that face the viewer are drawn.
    static let cube = Demo("cube", "Six faces of a cube that turns", times: [0, 1, 2]) { stage in
        let space = Layer()
        space.frame = Rect(x: 110, y: 70, width: 100, height: 100)
        stage.root.addSublayer(space)
        for (index, transform) in CubeFaces.transforms(side: 100).enumerated() {
            let face = Layer()
            face.frame = Rect(x: 0, y: 0, width: 100, height: 100)
            face.backgroundColor = DemoColors.all[index % DemoColors.all.count]
            face.contents = DemoImages.dial
            face.transform = transform
            face.isDoubleSided = false
            space.addSublayer(face)
        }
        stage.onFrame = { time in
            let view = Transform3D(perspectiveDistance: 500).rotated(-.pi / 5, x: 1, y: 0, z: 0)
            Transaction.run(disablesActions: true) {
                space.sublayerTransform = view.rotated(.pi / 4 + time, x: 0, y: 1, z: 0)
            }
        }
    }
}
