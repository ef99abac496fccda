internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// All changes in a transaction take its duration: ten seconds.
    static let slowTransaction = Demo("slow-transaction", "Changes that take ten seconds", times: [0, 5, 11]) { stage in
        let layer = Layer()
        layer.frame = Rect(x: 20, y: 20, width: 80, height: 60)
        layer.backgroundColor = DemoColors.blue
        stage.root.addSublayer(layer)
        stage.at(0.1) {
            Transaction.run(duration: 10) {
                layer.position = Point(x: 270, y: 190)
                layer.backgroundColor = DemoColors.red
                layer.cornerRadius = 25
                layer.zPosition = 200
                layer.opacity = 0.2
            }
        }
    }
}
