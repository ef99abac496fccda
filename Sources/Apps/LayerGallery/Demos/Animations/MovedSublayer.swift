internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// The third of four sublayers moves for three seconds.
    static let movedSublayer = Demo("moved-sublayer", "One of four layers moves away", times: [0, 1.6, 3.5]) { stage in
        let layers = (0..<4).map { index in
            let layer = Layer()
            layer.frame = Rect(x: 20 + 74 * Double(index), y: 30, width: 60, height: 60)
            layer.backgroundColor = DemoColors.all[index]
            stage.root.addSublayer(layer)
            return layer
        }
        stage.at(0.1) {
            Transaction.run(duration: 3) { layers[2].position = Point(x: 200, y: 190) }
        }
    }
}
