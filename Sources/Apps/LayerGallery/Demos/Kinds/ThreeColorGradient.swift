internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Red, orange and blue at 0, 0.1 and 0.7, from corner to corner; the last one moves.
    static let threeColorGradient = Demo(
        "three-color-gradient", "Red, orange and blue, of which one moves", times: [0, 1, 2]
    ) { stage in
        let gradient = GradientLayer()
        gradient.frame = Rect(x: 20, y: 40, width: 280, height: 160)
        gradient.colors = [DemoColors.red, Color(red: 1, green: 0.6, blue: 0.1), DemoColors.blue]
        gradient.locations = [0, 0.1, 0.7]
        gradient.startPoint = .zero
        gradient.endPoint = Point(x: 1, y: 1)
        stage.root.addSublayer(gradient)
        stage.at(0.1) {
            Transaction.run(duration: 1.5) { gradient.locations = [0, 0.1, 0.3] }
        }
    }
}
