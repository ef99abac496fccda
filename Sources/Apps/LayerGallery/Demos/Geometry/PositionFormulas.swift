internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Three layers of one frame, with three anchor points: the dots mark their positions, frame.origin + anchor · size.
    static let positionFormulas = Demo("position-formulas", "Position, anchor point and frame") { stage in
        let anchors = [Point(x: 0, y: 0), Point(x: 0.5, y: 0.5), Point(x: 1, y: 0.25)]
        for (index, anchor) in anchors.enumerated() {
            let layer = Layer()
            layer.anchorPoint = anchor
            layer.frame = Rect(x: 20 + 100 * Double(index), y: 80, width: 80, height: 80)
            layer.backgroundColor = DemoColors.all[index]
            layer.opacity = 0.7
            stage.root.addSublayer(layer)
            let dot = Layer()
            dot.bounds = Rect(x: 0, y: 0, width: 10, height: 10)
            dot.position = Point(x: layer.frame.minX + anchor.x * 80, y: layer.frame.minY + anchor.y * 80)
            dot.backgroundColor = .black
            dot.cornerRadius = 5
            stage.root.addSublayer(dot)
        }
    }
}
