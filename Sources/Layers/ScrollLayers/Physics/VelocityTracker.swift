internal import LayerTree
public import VectorDrawing

/// Measures velocity from timed positions.
public struct VelocityTracker: Hashable, Sendable {
    private struct Sample: Hashable, Sendable {
        var time: Double
        var position: Point
    }

    /// The seconds without a sample after which the tracked object counts as still: 0.1.
    public static let stillness = 0.1
    /// The seconds before the last sample that count.
    ///
    /// If they contain only one sample, the one before counts too.
    static let window = 0.05

    /// The samples that the next velocity may depend on, the newest last.
    private var samples: [Sample] = []

    /// Creates a tracker without samples.
    public init() {}

    /// The time of the last sample; nil if there is none.
    public var lastTime: Double? { samples.last?.time }

    /// Adds a sample; a time not later than the last one replaces its position.
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

    /// Returns the velocity at a time, in units of position per second.
    ///
    /// It is the least-squares slope of the last samples. It is 0 if the last sample is 0.1 s old, or is the only one.
    public func velocity(at time: Double) -> Point {
        guard let last = samples.last, time < last.time + Self.stillness, samples.count > 1 else { return .zero }
        let recent = samples.filter { $0.time >= last.time - Self.window }
        let used = recent.count > 1 ? recent : Array(samples.suffix(2))
        let count = Double(used.count)
        // Relative to the last sample, so that large times and positions lose no digits.
        let mean = used.reduce((time: 0.0, position: Point.zero)) {
            ($0.time + ($1.time - last.time) / count, $0.position + ($1.position - last.position) * (1 / count))
        }
        var spread = 0.0
        var product = Point.zero
        for sample in used {
            let age = sample.time - last.time - mean.time
            spread += age * age
            product = product + (sample.position - last.position - mean.position) * age
        }
        return spread > 0 ? product * (1 / spread) : .zero
    }
}
