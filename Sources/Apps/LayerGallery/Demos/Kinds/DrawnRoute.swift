internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A route draws itself: the end of its stroke moves from the start to the end of the path.
    static let drawnRoute = Demo("drawn-route", "A route that draws itself", times: [0.5, 1.5, 2.5]) { stage in
        let map = Layer()
        map.frame = Rect(x: 0, y: 20, width: 320, height: 200)
        map.contents = DemoImages.landscape
        map.opacity = 0.6
        stage.root.addSublayer(map)
        var path = Path()
        path.move(to: Point(x: 30, y: 190))
        path.addCurve(to: Point(x: 180, y: 110), controls: Point(x: 80, y: 60), Point(x: 130, y: 220))
        path.addCurve(to: Point(x: 290, y: 50), controls: Point(x: 220, y: 20), Point(x: 250, y: 120))
        let route = ShapeLayer()
        route.path = path
        route.fillColor = nil
        route.strokeColor = DemoColors.red
        route.lineWidth = 5
        route.lineCap = .round
        stage.root.addSublayer(route)
        var drawing = BasicAnimation(\.strokeEnd, from: 0, to: 1)
        drawing.timing.duration = 3
        route.addAnimation(drawing, forKey: "drawing")
    }
}
