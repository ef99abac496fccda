internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Every three seconds an animation of two seconds to the next color, from what is shown at that moment.
    ///
    /// The model is set at once, without an action. When the animation has ended, the color is orange.
    static let endlessColors = Demo("endless-colors", "A color animation every three seconds", times: [0, 1, 2.5, 4]) {
        stage in
        let layer = Layer()
        layer.frame = Rect(x: 110, y: 70, width: 100, height: 100)
        layer.backgroundColor = DemoColors.blue
        layer.cornerRadius = 50
        let orange = Color(red: 1, green: 0.5, blue: 0)
        stage.root.addSublayer(layer)
        for (turn, color) in [DemoColors.yellow, DemoColors.red, DemoColors.green].enumerated() {
            stage.at(0.1 + 3 * Double(turn)) {
                var change = BasicAnimation(\.backgroundColor, from: layer.presented.backgroundColor, to: color)
                change.timing.duration = 2
                Transaction.run(disablesActions: true) { layer.backgroundColor = color }
                layer.addAnimation(change, forKey: "color") { _ in
                    Transaction.run(disablesActions: true) { layer.backgroundColor = orange }
                }
            }
        }
    }
}
