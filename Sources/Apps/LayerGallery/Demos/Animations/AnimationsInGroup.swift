internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A path and a change of color share four seconds; the layer turns along the path.
    static let animationGroup = Demo("animation-group", "A path and a color in one group", times: [0.5, 2, 3.5]) {
        stage in
        let curve = DemoCurve(
            start: Point(x: 20, y: 120), end: Point(x: 300, y: 120), first: Point(x: 100, y: -60),
            second: Point(x: 220, y: 300))
        stage.root.addSublayer(curve.line())
        let layer = Layer()
        layer.bounds = Rect(x: 0, y: 0, width: 50, height: 30)
        layer.position = curve.start
        layer.backgroundColor = DemoColors.green
        stage.root.addSublayer(layer)
        let color: Color? = DemoColors.red
        let change = BasicAnimation(\.backgroundColor, to: color)
        var group = AnimationGroup([PathAnimation(curve.path, rotatesAlongPath: true), change])
        group.timing.duration = 4
        layer.addAnimation(group, forKey: "group")
    }
}
