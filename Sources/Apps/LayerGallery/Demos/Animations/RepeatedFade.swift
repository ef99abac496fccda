internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A fade of three seconds, forth and back, twice: twelve seconds in all.
    static let repeatedFade = Demo("repeated-fade", "A fade forth and back, twice", times: [0, 1.5, 4, 13]) {
        stage in
        let layer = Layer()
        layer.frame = Rect(x: 90, y: 60, width: 140, height: 120)
        layer.backgroundColor = DemoColors.green
        stage.root.addSublayer(layer)
        var fade = BasicAnimation(\.opacity, from: 1, to: 0)
        fade.timing.duration = 3
        fade.timing.repeatCount = 2
        fade.timing.autoreverses = true
        layer.addAnimation(fade, forKey: "fade")
        // What shows that it has ended.
        stage.at(12) { layer.cornerRadius = 40 }
    }
}
