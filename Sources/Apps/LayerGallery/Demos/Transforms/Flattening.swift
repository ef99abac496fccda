internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// The inner layer is turned back by the angle of the outer one.
    ///
    /// About z that restores it. About y it does not: the outer layer shows its flat picture of the inner one.
    static let flattening = Demo("flattening", "Turning back does not restore a flattened layer") { stage in
        for (x, axis) in [(90.0, (y: 0.0, z: 1.0)), (230, (y: 1.0, z: 0.0))] {
            let view = Transform3D(perspectiveDistance: 500)
            let outer = Layer()
            let inner = Layer()
            outer.frame = Rect(x: x - 50, y: 70, width: 100, height: 100)
            outer.backgroundColor = DemoColors.gray
            outer.transform = view.rotated(.pi / 4, x: 0, y: axis.y, z: axis.z)
            inner.frame = Rect(x: 25, y: 25, width: 50, height: 50)
            inner.backgroundColor = DemoColors.red
            inner.transform = view.rotated(-.pi / 4, x: 0, y: axis.y, z: axis.z)
            outer.addSublayer(inner)
            stage.root.addSublayer(outer)
        }
    }
}
