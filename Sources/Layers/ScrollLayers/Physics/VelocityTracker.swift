public import LayerTree

/// Tells how fast something moves from where it was at a few moments.
public struct VelocityTracker: Hashable, Sendable {
    private struct Sample: Hashable, Sendable {
        var time: Double
        var position: Point
    }

    /// Seconds after which something that was not seen to move counts as still: 0.1.
    public static let stillness = 0.1
    /// Seconds before the last sample that count; if there is only one sample in them, the one before counts too.
    static let window = 0.05

    /// The newest last; no more than what the next velocity can depend on.
    private var samples: [Sample] = []

    /// A tracker that has seen nothing yet.
    public init() {}

    /// When something was last seen to be anywhere; nil if it never was.
    public var lastTime: Double? { samples.last?.time }

    /// Takes note of where it is; a moment that is not later than the last one replaces that.
    ///
    /// - Complexity: O(samples of the last 0.1 s).
    public mutating func add(_ position: Point, at time: Double) {
        if let last = samples.last, time <= last.time {
            samples[samples.count - 1].position = position
            return
        }
        samples.removeAll { $0.time <= time - Self.stillness }
        samples.append(Sample(time: time, position: position))
    }

    /// How fast it moves at a moment, in units of its places per second.
    ///
    /// It is the slope of the straight line that fits the last samples best (least squares), and 0 when the last one is
    /// 0.1 s old or there is only one.
    public func velocity(at time: Double) -> Point {
        guard let last = samples.last, time < last.time + Self.stillness, samples.count > 1 else { return .zero }
        let recent = samples.filter { $0.time >= last.time - Self.window }
        let used = recent.count > 1 ? recent : Array(samples.suffix(2))
        let count = Double(used.count)
        // Counted from the last sample, so that large clocks and places lose no digits.
        let mean = used.reduce((time: 0.0, position: Point.zero)) {
            ($0.time + ($1.time - last.time) / count, $0.position + ($1.position - last.position) * (1 / count))
        }
        var (spread, product) = (0.0, Point.zero)
        for sample in used {
            let age = sample.time - last.time - mean.time
            spread += age * age
            product = product + (sample.position - last.position - mean.position) * age
        }
        return spread > 0 ? product * (1 / spread) : .zero
    }
}
