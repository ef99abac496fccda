internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A color pushed in from the top, a move of a second, and a turn when it ends.
    static let pushFromTop = Demo("push-from-top", "A push, a move, and a turn at its end", times: [0.3, 0.8, 1.8]) {
        stage in
        let layer = Layer()
        layer.frame = Rect(x: 20, y: 40, width: 90, height: 90)
        layer.backgroundColor = DemoColors.blue
        layer.actions[.backgroundColor] = .run(Transition(.push, from: .top, duration: 0.5))
        stage.root.addSublayer(layer)
        stage.at(0.1) {
            Transaction.run(duration: 1) {
                Transaction.setCompletion { layer.affineTransform = AffineTransform(rotation: .pi / 4) }
                layer.backgroundColor = DemoColors.yellow
                layer.position = Point(x: 220, y: 150)
            }
        }
    }
}
