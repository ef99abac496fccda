internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A click moves the layer to the pointer in a second, fast at first.
    static let easeOutMove = Demo(
        "ease-out-move", "A layer comes to the pointer, slower and slower", times: [0, 0.4, 1.4]
    ) {
        stage in
        let layer = Layer()
        layer.frame = Rect(x: 20, y: 20, width: 60, height: 60)
        layer.backgroundColor = DemoColors.red
        stage.root.addSublayer(layer)
        stage.onPointer = { event in
            guard case .down = event.phase else { return }
            Transaction.run(duration: 1, timingFunction: .easeOut) { layer.position = event.position }
        }
        stage.click(at: Point(x: 260, y: 180), time: 0.1)
    }
}
