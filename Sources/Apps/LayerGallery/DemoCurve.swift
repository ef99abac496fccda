internal import LayerTree
internal import VectorDrawing

/// A curve on the stage: the way of a layer, and the line that shows it.
struct DemoCurve {
    /// The ends.
    let start, end: Point
    /// The control points.
    let first, second: Point

    /// The curve as the path of an animation.
    var path: CubicPath {
        var path = CubicPath(start: start)
        path.addCurve(to: end, controls: first, second)
        return path
    }

    /// A red line of 3 points along the curve.
    @MainActor func line() -> Layer {
        var path = Path()
        path.move(to: start)
        path.addCurve(to: end, controls: first, second)
        let line = ShapeLayer()
        line.path = path
        line.fillColor = nil
        line.strokeColor = DemoColors.red
        line.lineWidth = 3
        return line
    }
}
