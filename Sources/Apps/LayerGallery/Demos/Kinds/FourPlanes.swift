internal import Glibc
internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Four planes at depths of 10 to 130, turned as one: in a transform layer they keep their distances, in a plain
    /// layer all lie in its plane.
    static let fourPlanes = Demo("four-planes", "Depth is kept by a transform layer only") { stage in
        for (index, space) in [Layer(), TransformLayer()].enumerated() {
            let view = Layer()
            view.frame = Rect(x: 10 + 120 * Double(index), y: 60, width: 120, height: 120)
            view.sublayerTransform = Transform3D(perspectiveDistance: 400)
            space.frame = Rect(x: 0, y: 0, width: 120, height: 120)
            space.transform = Transform3D(rotation: -0.8, x: 0, y: 1, z: 0)
            for (color, depth) in zip(DemoColors.all, [-130.0, -90, -50, -10]) {
                let plane = Layer()
                plane.frame = Rect(x: 20, y: 20, width: 80, height: 80)
                plane.backgroundColor = color
                plane.opacity = 0.8
                plane.zPosition = depth
                space.addSublayer(plane)
            }
            view.addSublayer(space)
            stage.root.addSublayer(view)
        }
    }
}
