internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A layer turned by 45°, and its frame: the box around what it covers.
    static let rotation = Demo("rotation", "A layer turned by 45 degrees, and its frame") { stage in
        let image = Layer()
        image.frame = Rect(x: 100, y: 60, width: 120, height: 120)
        image.contents = DemoImages.dial
        image.affineTransform = AffineTransform(rotation: .pi / 4)
        let box = Layer()
        box.frame = image.frame
        box.borderWidth = 1
        box.borderColor = DemoColors.red
        stage.root.addSublayer(image)
        stage.root.addSublayer(box)
    }
}
