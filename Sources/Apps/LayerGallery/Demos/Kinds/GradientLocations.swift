internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Yellow is a quarter of the way from red to green, and everything beyond the middle is green.
    static let gradientLocations = Demo("gradient-locations", "Three colors at 0, 0.25 and 0.5") { stage in
        let gradient = GradientLayer()
        gradient.frame = Rect(x: 60, y: 20, width: 200, height: 200)
        gradient.colors = [
            Color(red: 1, green: 0, blue: 0), Color(red: 1, green: 1, blue: 0), Color(red: 0, green: 1, blue: 0),
        ]
        gradient.locations = [0, 0.25, 0.5]
        gradient.startPoint = .zero
        gradient.endPoint = Point(x: 1, y: 1)
        stage.root.addSublayer(gradient)
    }
}
