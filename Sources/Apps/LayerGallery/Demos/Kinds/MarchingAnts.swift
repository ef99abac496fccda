internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Dashes of 10 points that run around a selection: their phase is animated.
    static let marchingAnts = Demo("marching-ants", "Dashes that run around a selection", times: [0.1, 0.4, 0.7]) {
        stage in
        let picture = Layer()
        picture.frame = Rect(x: 0, y: 20, width: 320, height: 200)
        picture.contents = DemoImages.landscape
        stage.root.addSublayer(picture)
        for (color, phase) in [(Color.white, 0.0), (.black, 10)] {
            let ants = ShapeLayer()
            ants.path = Path(ellipseIn: Rect(x: 80, y: 60, width: 160, height: 120))
            ants.fillColor = nil
            ants.strokeColor = color
            ants.lineWidth = 2
            ants.lineDashPattern = [10, 10]
            ants.lineDashPhase = phase
            stage.root.addSublayer(ants)
            var march = BasicAnimation(\.lineDashPhase, from: phase, by: -20)
            march.timing.duration = 1
            march.timing.repeatCount = .infinity
            ants.addAnimation(march, forKey: "march")
        }
    }
}
