/// The distribution of durations, as a histogram of Prometheus.
package struct DurationHistogram: Hashable, Sendable {
    /// The upper bounds of the buckets, in seconds; one more bucket has no bound.
    package static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private var counts = [Int](repeating: 0, count: bounds.count + 1)
    private var sum = 0.0

    /// Creates a histogram without durations.
    package init() {}

    /// Adds a duration in seconds.
    package mutating func add(_ seconds: Double) {
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }

    /// The number of durations.
    package var count: Int { counts.reduce(0, +) }

    /// The samples: each bucket counts what is in those before it, too.
    package func samples(labels: [MetricSample.Label] = []) -> [MetricSample] {
        var total = 0
        let bounds = Self.bounds.map { "\($0)" } + ["+Inf"]
        let buckets = zip(bounds, counts).map { bound, count in
            total += count
            return MetricSample(Double(total), labels: labels + [.init("le", bound)], suffix: "_bucket")
        }
        return buckets + [
            MetricSample(sum, labels: labels, suffix: "_sum"),
            MetricSample(Double(total), labels: labels, suffix: "_count"),
        ]
    }
}
