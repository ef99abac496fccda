internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// The inner transaction takes five seconds, what follows it in the outer one two.
    static let nestedTransactions = Demo(
        "nested-transactions", "Two seconds outside, five inside", times: [0, 1, 3, 6]
    ) { stage in
        let layers = (0..<2).map { index in
            let layer = Layer()
            layer.frame = Rect(x: 20, y: 50 + 80 * Double(index), width: 60, height: 60)
            layer.backgroundColor = DemoColors.all[index]
            stage.root.addSublayer(layer)
            return layer
        }
        stage.at(0.05) {
            Transaction.run(duration: 2) {
                Transaction.run(duration: 5) { layers[0].position.x = 270 }
                layers[1].position.x = 270
            }
        }
    }
}
