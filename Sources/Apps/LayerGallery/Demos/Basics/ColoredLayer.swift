internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A blue layer in the middle of a white one: the simplest tree.
    static let coloredLayer = Demo("colored-layer", "A blue layer inside another one") { stage in
        let paper = Layer()
        paper.frame = Rect(x: 60, y: 20, width: 200, height: 200)
        paper.backgroundColor = Color(red: 0.93, green: 0.93, blue: 0.9)
        stage.root.addSublayer(paper)

        let blue = Layer()
        blue.frame = Rect(x: 50, y: 50, width: 100, height: 100)
        blue.backgroundColor = Color(red: 0.1, green: 0.3, blue: 0.9)
        paper.addSublayer(blue)
    }
}
