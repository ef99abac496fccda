internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// From red to blue, from corner to corner.
    static let diagonalGradient = Demo("diagonal-gradient", "From red to blue, from corner to corner") { stage in
        let gradient = GradientLayer()
        gradient.frame = Rect(x: 60, y: 20, width: 200, height: 200)
        gradient.colors = [Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0, blue: 1)]
        gradient.startPoint = .zero
        gradient.endPoint = Point(x: 1, y: 1)
        stage.root.addSublayer(gradient)
    }
}
