internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Scaled by half, turned by 30° and moved by 200 points, in this order and in the opposite one.
    ///
    /// Each step is in the coordinates of those before it: the first image is moved 100 points along its own axis, the
    /// second one 200 points to the right.
    static let transformOrder = Demo("transform-order", "The order of transforms makes a difference") { stage in
        let first = AffineTransform.identity.scaled(x: 0.5, y: 0.5).rotated(.pi / 6).translated(x: 200, y: 0)
        let second = AffineTransform.identity.translated(x: 200, y: 0).rotated(.pi / 6).scaled(x: 0.5, y: 0.5)
        for (transform, opacity) in [(.identity, 0.3), (first, 1), (second, 1)] {
            let image = Layer()
            image.frame = Rect(x: 10, y: 60, width: 100, height: 100)
            image.contents = DemoImages.dial
            image.opacity = opacity
            image.affineTransform = transform
            stage.root.addSublayer(image)
        }
    }
}
