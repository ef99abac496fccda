internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A path and a change of color share four seconds; the layer turns along the path.
    static let animationGroup = Demo("animation-group", "A path and a color in one group", times: [0.5, 2, 3.5]) {
        stage in
        let layer = Layer()
        layer.bounds = Rect(x: 0, y: 0, width: 50, height: 30)
        layer.backgroundColor = DemoColors.green
        stage.root.addSublayer(layer)
        var path = CubicPath(start: Point(x: 20, y: 120))
        path.addCurve(to: Point(x: 300, y: 120), controls: Point(x: 100, y: -60), Point(x: 220, y: 300))
        let color: Color? = DemoColors.red
        let change = BasicAnimation(\.backgroundColor, to: color)
        var group = AnimationGroup([PathAnimation(path, rotatesAlongPath: true), change])
        group.timing.duration = 4
        group.timing.fillMode = .both
        layer.addAnimation(group, forKey: "group")
    }
}
