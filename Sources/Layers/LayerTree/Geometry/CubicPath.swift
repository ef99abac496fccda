internal import Glibc

/// A smooth way through the plane: cubic Bézier curves, each beginning where the one before ends.
public struct CubicPath: Hashable, Sendable {
    /// One curve, after the point it begins at.
    private struct Curve: Hashable, Sendable {
        var first: Point, second: Point, end: Point
    }

    /// Where it begins.
    public let start: Point
    private var curves: [Curve] = []

    /// A path that begins at a point and goes nowhere yet.
    public init(start: Point) {
        self.start = start
    }

    /// Where it ends.
    public var end: Point { curves.last?.end ?? start }

    /// Goes on along a curve with two control points.
    public mutating func addCurve(to end: Point, controls first: Point, _ second: Point) {
        curves.append(Curve(first: first, second: second, end: end))
    }

    /// Goes on straight.
    public mutating func addLine(to end: Point) {
        let begin = self.end
        addCurve(to: end, controls: begin.interpolated(with: end, at: 1 / 3), begin.interpolated(with: end, at: 2 / 3))
    }

    /// The place at a part of the path, each curve taking an equal share, and the direction there.
    ///
    /// - Parameter fraction: from 0 to 1; what lies outside counts as the nearer end.
    /// - Returns: the place, and the angle from the x axis, clockwise on the screen, in radians.
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
