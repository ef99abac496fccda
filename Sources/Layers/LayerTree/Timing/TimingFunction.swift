public import VectorDrawing

/// The pacing of an animation: maps the elapsed fraction of its duration to its progress.
///
/// The named curves are those of CSS (https://www.w3.org/TR/css-easing-1/).
public struct TimingFunction: Sendable {
    private enum Kind: Sendable {
        case cubic(Point, Point)
        case procedural(@Sendable (Double) -> Double)
    }

    private let kind: Kind

    /// Creates a cubic Bézier curve from (0, 0) to (1, 1); x is time and y is progress.
    ///
    /// The control points' x must be from 0 to 1, so that time never decreases; their y may be outside, for curves that
    /// overshoot.
    public init(controlPoints first: Point, _ second: Point) {
        precondition(
            (0...1).contains(first.x) && (0...1).contains(second.x), "the control points' x must be from 0 to 1")
        kind = .cubic(first, second)
    }

    /// Creates a timing function from any function of time from 0 to 1; it should map 0 to 0 and 1 to 1.
    public init(_ function: @escaping @Sendable (Double) -> Double) {
        kind = .procedural(function)
    }

    /// Constant speed.
    public static let linear = TimingFunction(controlPoints: Point(x: 0, y: 0), Point(x: 1, y: 1))
    /// Starts slowly.
    public static let easeIn = TimingFunction(controlPoints: Point(x: 0.42, y: 0), Point(x: 1, y: 1))
    /// Ends slowly.
    public static let easeOut = TimingFunction(controlPoints: Point(x: 0, y: 0), Point(x: 0.58, y: 1))
    /// Starts and ends slowly.
    public static let easeInEaseOut = TimingFunction(controlPoints: Point(x: 0.42, y: 0), Point(x: 0.58, y: 1))
    /// The curve of implicit animations: starts quickly and ends slowly.
    public static let `default` = TimingFunction(controlPoints: Point(x: 0.25, y: 0.1), Point(x: 0.25, y: 1))

    /// The four control points of the curve, including both ends; nil for a procedural function.
    public var controlPoints: [Point]? {
        guard case .cubic(let first, let second) = kind else { return nil }
        return [Point(x: 0, y: 0), first, second, Point(x: 1, y: 1)]
    }

    /// Returns the progress at a time; times are clamped to 0...1.
    public func callAsFunction(_ time: Double) -> Double {
        let time = min(max(time, 0), 1)
        switch kind {
        case .cubic(let first, let second): return Self.solve(time, first, second)
        case .procedural(let function): return function(time)
        }
    }

    /// Finds the curve's parameter at which x is `time`, and returns y there.
    private static func solve(_ time: Double, _ first: Point, _ second: Point) -> Double {
        // On the diagonal y is x, without rounding errors.
        guard time > 0, time < 1, first.x != first.y || second.x != second.y else { return time }
        // x is monotonic, so bisection always converges; Newton's steps are faster where they stay in the interval.
        var low = 0.0
        var high = 1.0
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

    /// A ball that falls and bounces three times with decreasing height.
    ///
    /// It consists of four parabolas: the fall, and bounces that start at 4/11, 8/11 and 9/10 of the time.
    public static let bounceOut = TimingFunction { time in
        switch time {
        case ..<(4 / 11): 121 * time * time / 16
        case ..<(8 / 11): 363 / 40 * time * time - 99 / 10 * time + 17 / 5
        case ..<(9 / 10): 4356 / 361 * time * time - 35442 / 1805 * time + 16061 / 1805
        default: 54 / 5 * time * time - 513 / 25 * time + 268 / 25
        }
    }

    /// Two parabolas: slow at both ends, and steeper in the middle than ``easeInEaseOut``.
    public static let quadraticEaseInOut = TimingFunction { time in
        time < 0.5 ? 2 * time * time : 1 - 2 * (1 - time) * (1 - time)
    }
}
