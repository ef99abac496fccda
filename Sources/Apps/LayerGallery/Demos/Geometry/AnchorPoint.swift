internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Two layers of one position and size: the anchor point of the second is its corner, so it lies elsewhere.
    static let anchorPoint = Demo("anchor-point", "What the position of a layer is the position of") { stage in
        for (anchor, color) in [(Point(x: 0.5, y: 0.5), DemoColors.blue), (.zero, DemoColors.red)] {
            let layer = Layer()
            layer.bounds = Rect(x: 0, y: 0, width: 100, height: 80)
            layer.anchorPoint = anchor
            layer.position = Point(x: 160, y: 120)
            layer.backgroundColor = color
            layer.opacity = 0.8
            stage.root.addSublayer(layer)
        }
        let position = Layer()
        position.frame = Rect(x: 156, y: 116, width: 8, height: 8)
        position.backgroundColor = .black
        position.cornerRadius = 4
        stage.root.addSublayer(position)
    }
}
