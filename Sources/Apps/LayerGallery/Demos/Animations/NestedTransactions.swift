internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A layer moves for two seconds, and fades and comes forward for five: in an inner transaction.
    static let nestedTransactions = Demo(
        "nested-transactions", "Two seconds outside, five inside", times: [0, 1, 3, 6]
    ) { stage in
        let layer = Layer()
        layer.frame = Rect(x: 20, y: 30, width: 100, height: 100)
        layer.backgroundColor = DemoColors.red
        stage.root.addSublayer(layer)
        stage.at(0.05) {
            Transaction.run(duration: 2) {
                layer.position = Point(x: 250, y: 160)
                Transaction.run(duration: 5) {
                    layer.zPosition = 200
                    layer.opacity = 0.1
                }
            }
        }
    }
}
