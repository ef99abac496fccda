internal import Glibc

/// A continuous path of cubic Bézier curves.
public struct CubicPath: Hashable, Sendable {
    /// A curve without its start point.
    private struct Curve: Hashable, Sendable {
        var first: Point, second: Point, end: Point
    }

    /// The first point.
    public let start: Point
    private var curves: [Curve] = []

    /// Creates a path of one point.
    public init(start: Point) {
        self.start = start
    }

    /// The last point.
    public var end: Point { curves.last?.end ?? start }

    /// Adds a curve with two control points.
    public mutating func addCurve(to end: Point, controls first: Point, _ second: Point) {
        curves.append(Curve(first: first, second: second, end: end))
    }

    /// Adds a straight line.
    public mutating func addLine(to end: Point) {
        let begin = self.end
        func point(at fraction: Double) -> Point {
            Point(x: begin.x + (end.x - begin.x) * fraction, y: begin.y + (end.y - begin.y) * fraction)
        }
        addCurve(to: end, controls: point(at: 1 / 3), point(at: 2 / 3))
    }

    /// Calls `body` with the control points and the end of each curve.
    fileprivate func forEachCurve(_ body: (_ first: Point, _ second: Point, _ end: Point) -> Void) {
        for curve in curves {
            body(curve.first, curve.second, curve.end)
        }
    }

    /// The point and the direction at a fraction of the path; each curve takes an equal share.
    ///
    /// - Parameter fraction: from 0 to 1; numbers outside are clamped.
    /// - Returns: the point, and the tangent's angle from the x axis in radians, clockwise on the screen.
    public func pointAndAngle(at fraction: Double) -> (point: Point, angle: Double) {
        guard !curves.isEmpty else { return (start, 0) }
        let position = min(max(fraction, 0), 1) * Double(curves.count)
        let index = min(Int(position), curves.count - 1)
        let curve = curves[index]
        let begin = index == 0 ? start : curves[index - 1].end
        let t = position - Double(index)
        let u = 1 - t
        func mix(_ weights: (Double, Double, Double, Double), _ pick: (Point) -> Double) -> Double {
            weights.0 * pick(begin) + weights.1 * pick(curve.first) + weights.2 * pick(curve.second)
                + weights.3 * pick(curve.end)
        }
        let weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        let slopes = (-3 * u * u, 3 * u * u - 6 * u * t, 6 * u * t - 3 * t * t, 3 * t * t)
        return (
            Point(x: mix(weights) { $0.x }, y: mix(weights) { $0.y }),
            atan2(mix(slopes) { $0.y }, mix(slopes) { $0.x })
        )
    }
}

extension Path {
    /// Creates a path of one subpath with the curves of another path.
    ///
    /// - Complexity: O(curves).
    public init(_ path: CubicPath) {
        self.init()
        move(to: path.start)
        path.forEachCurve { addCurve(to: $2, controls: $0, $1) }
    }
}
