/// How an animation runs from its beginning to its end: which part of the way is done at which part of the time.
///
/// The named curves are those of CSS (https://www.w3.org/TR/css-easing-1/).
public struct TimingFunction: Sendable {
    private enum Kind: Sendable {
        case cubic(Point, Point)
        case procedural(@Sendable (Double) -> Double)
    }

    private let kind: Kind

    /// A cubic Bézier curve from (0, 0) to (1, 1) with two control points; x is time and y is the way.
    ///
    /// The control points' x must lie from 0 to 1, so that the curve never runs back in time; their y may lie outside,
    /// for curves that overshoot.
    public init(controlPoints first: Point, _ second: Point) {
        precondition(
            (0...1).contains(first.x) && (0...1).contains(second.x), "a timing curve does not run back in time")
        kind = .cubic(first, second)
    }

    /// Any function of the time, from 0 to 1, such as ``bounceOut``; it should give 0 for 0 and 1 for 1.
    public init(_ function: @escaping @Sendable (Double) -> Double) {
        kind = .procedural(function)
    }

    /// At an even pace.
    public static let linear = TimingFunction(controlPoints: Point(x: 0, y: 0), Point(x: 1, y: 1))
    /// Slow first, then fast.
    public static let easeIn = TimingFunction(controlPoints: Point(x: 0.42, y: 0), Point(x: 1, y: 1))
    /// Fast first, then slow.
    public static let easeOut = TimingFunction(controlPoints: Point(x: 0, y: 0), Point(x: 0.58, y: 1))
    /// Slow at both ends.
    public static let easeInEaseOut = TimingFunction(controlPoints: Point(x: 0.42, y: 0), Point(x: 0.58, y: 1))
    /// What implicit animations use: quick to start and slow to end.
    public static let `default` = TimingFunction(controlPoints: Point(x: 0.25, y: 0.1), Point(x: 0.25, y: 1))

    /// The four points of the curve, both ends included; nil for a procedural function.
    public var controlPoints: [Point]? {
        guard case .cubic(let first, let second) = kind else { return nil }
        return [Point(x: 0, y: 0), first, second, Point(x: 1, y: 1)]
    }

    /// The part of the way that is done at a part of the time; times outside 0 to 1 count as the nearer end.
    public func callAsFunction(_ time: Double) -> Double {
        let time = min(max(time, 0), 1)
        switch kind {
        case .cubic(let first, let second): return Self.solve(time, first, second)
        case .procedural(let function): return function(time)
        }
    }

    /// Finds where the curve's x is `time`, and gives its y there.
    private static func solve(_ time: Double, _ first: Point, _ second: Point) -> Double {
        // On the diagonal time and way are one, and need no rounding.
        guard time > 0, time < 1, first.x != first.y || second.x != second.y else { return time }
        // x grows along the curve, so halving always closes in on it; Newton's steps are faster where they stay inside.
        var (low, high) = (0.0, 1.0)
        var parameter = time
        for _ in 0..<64 {
            let error = cubic(parameter, first.x, second.x) - time
            if abs(error) < 1e-12 { break }
            if error > 0 { high = parameter } else { low = parameter }
            let slope = derivative(parameter, first.x, second.x)
            let next = parameter - error / slope
            parameter = slope > 0 && next > low && next < high ? next : (low + high) / 2
        }
        return cubic(parameter, first.y, second.y)
    }

    private static func cubic(_ t: Double, _ p: Double, _ q: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * t * p + 3 * u * t * t * q + t * t * t
    }

    private static func derivative(_ t: Double, _ p: Double, _ q: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * p + 6 * u * t * (q - p) + 3 * t * t * (1 - q)
    }
}
