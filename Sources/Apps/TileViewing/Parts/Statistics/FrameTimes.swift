/// The durations of the last frames.
struct FrameTimes: Hashable, Sendable {
    /// The number of frames that are kept, two seconds of them on most screens.
    static let limit = 120

    /// The durations in milliseconds, the newest last.
    private(set) var milliseconds: [Double] = []

    /// Adds a frame, and drops the oldest one if there are more than ``limit``.
    ///
    /// - Complexity: O(``limit``).
    mutating func add(milliseconds time: Double) {
        if milliseconds.count == Self.limit {
            milliseconds.removeFirst()
        }
        milliseconds.append(time)
    }
}

extension [Double] {
    /// A percentile of the elements, by nearest rank; nil if there are none.
    ///
    /// - Parameter fraction: the percentile as a fraction from 0 to 1, such as 0.5 for the median and 1 for the
    ///   largest.
    /// - Returns: one of the elements.
    /// - Complexity: O(n log n).
    package func percentile(_ fraction: Double) -> Double? {
        guard !isEmpty else { return nil }
        let rank = Int((Swift.min(Swift.max(fraction, 0), 1) * Double(count)).rounded(.up))
        return sorted()[Swift.max(rank, 1) - 1]
    }
}
