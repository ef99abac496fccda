internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A transaction with a delay: the layer waits a second, then moves for one.
    ///
    /// Its animation shows the old value until it begins, as one with a begin time and a fill mode does.
    static let delayedAnimation = Demo(
        "delayed-animation", "A move that begins a second later", times: [0.5, 1.6, 2.5]
    ) {
        stage in
        let layer = Layer()
        layer.frame = Rect(x: 20, y: 90, width: 60, height: 60)
        layer.backgroundColor = DemoColors.red
        stage.root.addSublayer(layer)
        stage.at(0.1) {
            Transaction.run(duration: 1, delay: 1) { layer.position.x = 270 }
        }
    }
}
