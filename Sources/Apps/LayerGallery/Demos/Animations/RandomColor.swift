internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// The color changes for a second; when that is done, the layer turns by 90° in a quarter of a second.
    static let randomColor = Demo("completion", "A turn begins when a change of color ends", times: [0, 0.6, 1.2, 2]) {
        stage in
        let layer = Layer()
        layer.frame = Rect(x: 110, y: 70, width: 100, height: 100)
        layer.backgroundColor = DemoColors.blue
        layer.contents = DemoImages.disc
        layer.contentsGravity = .topLeft
        stage.root.addSublayer(layer)
        stage.at(0.1) {
            Transaction.run(duration: 1) {
                Transaction.setCompletion { layer.affineTransform = AffineTransform(rotation: .pi / 2) }
                layer.backgroundColor = DemoColors.yellow
            }
        }
    }
}
