internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Turned by 45° about the vertical axis, without perspective: it is only narrower, 70.71 % of its width.
    static let flatTurn = Demo("flat-turn", "Without perspective a turned layer is only narrower") { stage in
        let image = Layer()
        image.frame = Rect(x: 100, y: 60, width: 120, height: 120)
        image.contents = DemoImages.dial
        image.transform = Transform3D(rotation: .pi / 4, x: 0, y: 1, z: 0)
        stage.root.addSublayer(image)
    }
}
