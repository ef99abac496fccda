internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// One path of a circle and lines, stroked by a shape layer.
    ///
    /// Also for the first steps with shape layers: a path, a color, a width, and how lines end and meet.
    static let stickFigure = Demo("stick-figure", "One path, stroked with round ends") { stage in
        var path = Path()
        path.addEllipse(in: Rect(x: 135, y: 20, width: 50, height: 50))
        for (start, end) in [
            (Point(x: 160, y: 70), Point(x: 160, y: 140)), (Point(x: 160, y: 140), Point(x: 125, y: 210)),
            (Point(x: 160, y: 140), Point(x: 195, y: 210)), (Point(x: 110, y: 100), Point(x: 210, y: 100)),
        ] {
            path.move(to: start)
            path.addLine(to: end)
        }
        let figure = ShapeLayer()
        figure.path = path
        figure.fillColor = nil
        figure.strokeColor = DemoColors.red
        figure.lineWidth = 6
        figure.lineCap = .round
        figure.lineJoin = .round
        stage.root.addSublayer(figure)
    }
}
