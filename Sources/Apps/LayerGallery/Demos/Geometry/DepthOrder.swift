internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// The green layer was added first, but its `zPosition` brings it to the front.
    static let depthOrder = Demo("depth-order", "A zPosition changes the order of drawing", times: [0, 1]) { stage in
        let green = Layer()
        let red = Layer()
        green.frame = Rect(x: 60, y: 40, width: 120, height: 100)
        green.backgroundColor = DemoColors.green
        red.frame = Rect(x: 140, y: 100, width: 120, height: 100)
        red.backgroundColor = DemoColors.red
        stage.root.addSublayer(green)
        stage.root.addSublayer(red)
        stage.at(0.5) { green.zPosition = 1 }
    }
}
