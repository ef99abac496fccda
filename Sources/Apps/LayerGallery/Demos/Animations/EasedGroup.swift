internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Several changes in one transaction share its pace: slow at both ends.
    static let easedGroup = Demo("eased-group", "Changes that share one pace", times: [0.2, 0.6, 1.3]) { stage in
        let layers = (0..<3).map { index in
            let layer = Layer()
            layer.frame = Rect(x: 20, y: 30 + 65 * Double(index), width: 50, height: 50)
            layer.backgroundColor = DemoColors.all[index]
            stage.root.addSublayer(layer)
            return layer
        }
        stage.at(0.1) {
            Transaction.run(duration: 1, timingFunction: .easeInEaseOut) {
                layers[0].position.x = 270
                layers[1].bounds.size.width = 250
                layers[2].opacity = 0.2
            }
        }
    }
}
