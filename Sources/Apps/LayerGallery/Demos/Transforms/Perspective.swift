internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Turned by 45° about the vertical axis and seen from 500 points away: the far side is smaller.
    static let perspective = Demo("perspective", "A turned layer, seen from 500 points away") { stage in
        let image = Layer()
        image.frame = Rect(x: 100, y: 60, width: 120, height: 120)
        image.contents = DemoImages.dial
        image.transform = Transform3D(perspectiveDistance: 500).rotated(.pi / 4, x: 0, y: 1, z: 0)
        stage.root.addSublayer(image)
    }
}
