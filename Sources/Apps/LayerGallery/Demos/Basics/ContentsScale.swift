internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// An image of 120 pixels in the center of a layer: at a scale of 2 it takes 60 points.
    static let contentsScale = Demo("contents-scale", "How many pixels of an image make a point") { stage in
        for (index, scale) in [1.0, 2].enumerated() {
            let layer = Layer()
            layer.frame = Rect(x: 15 + 150 * Double(index), y: 50, width: 140, height: 140)
            layer.backgroundColor = DemoColors.gray
            layer.contents = DemoImages.dial
            layer.contentsGravity = .center
            layer.contentsScale = scale
            stage.root.addSublayer(layer)
        }
    }
}
