internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A new color pushes the old one out to the right: an action of the layer's own for that property.
    static let pushAction = Demo("push-action", "A new color pushes the old one away", times: [0, 0.35, 1]) { stage in
        let layer = Layer()
        layer.frame = Rect(x: 80, y: 60, width: 160, height: 120)
        layer.backgroundColor = DemoColors.green
        layer.actions[.backgroundColor] = .run(Transition(.push, from: .left, duration: 0.5))
        stage.root.addSublayer(layer)
        stage.at(0.1) { layer.backgroundColor = DemoColors.red }
    }
}
