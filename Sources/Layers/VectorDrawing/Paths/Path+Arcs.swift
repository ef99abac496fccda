internal import Glibc

extension Path {
    /// Adds a part of a circle, after a line from the current point to its start, if there is a current point.
    ///
    /// Bézier curves of at most 45° approximate it, with an error of less than 5/1,000,000 of the radius. Angles are
    /// measured from the x axis, clockwise on the screen, so an angle of π/2 is straight below the center.
    ///
    /// - Parameters:
    ///   - center: the center of the circle.
    ///   - radius: the radius in points; a negative one counts as 0.
    ///   - startAngle: the angle of the start in radians.
    ///   - endAngle: the angle of the end in radians. If it is a whole turn or more beyond the start, in the direction of
    ///     the arc, the arc is the whole circle; otherwise it is less than a turn.
    ///   - clockwise: whether the arc runs clockwise on the screen, toward larger angles; the default is true.
    public mutating func addArc(
        center: Point, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool = true
    ) {
        guard startAngle.isFinite, endAngle.isFinite else { return }
        let turn = 2 * Double.pi
        var sweep = clockwise ? endAngle - startAngle : startAngle - endAngle
        if sweep >= turn {
            sweep = turn
        } else {
            sweep = sweep.truncatingRemainder(dividingBy: turn)
            if sweep < 0 { sweep += turn }
        }
        let radius = max(radius, 0)
        func direction(_ angle: Double) -> Point { Point(x: cos(angle), y: sin(angle)) }
        var from = direction(startAngle)
        addLine(to: center + from.scaled(by: radius))
        guard sweep > 0 else { return }
        let count = max((sweep / (.pi / 4) - 1e-9).rounded(.up), 1)
        let step = (clockwise ? sweep : -sweep) / count
        let handle = 4 / 3 * tan(step / 4) * radius
        for index in 1...Int(count) {
            let to = direction(startAngle + step * Double(index))
            let start = center + from.scaled(by: radius)
            let end = center + to.scaled(by: radius)
            addCurve(
                to: end, controls: start + from.turnedRight.scaled(by: handle), end - to.turnedRight.scaled(by: handle))
            from = to
        }
    }

    /// Adds a quarter of an ellipse; the tangents at both ends meet in `corner`.
    mutating func addQuarterEllipse(to end: Point, corner: Point) {
        guard let start = currentPoint else { return }
        // With the center c, the quarter is c + first · cos φ + second · sin φ.
        let first = corner - end
        let second = corner - start
        let half = 0.5.squareRoot()
        let handle = Self.octantHandle
        let middle = start - first + (first + second).scaled(by: half)
        let tangent = (second - first).scaled(by: half * handle)
        addCurve(to: middle, controls: start + second.scaled(by: handle), middle - tangent)
        addCurve(to: end, controls: middle + tangent, end + first.scaled(by: handle))
    }

    /// The distance of an eighth of a circle's control points from its ends, in radii: 4/3 · tan(π/16).
    private static let octantHandle = 0.265216489839544
}
