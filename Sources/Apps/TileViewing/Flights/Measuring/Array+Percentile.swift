extension [Double] {
    /// The element that a part of all elements does not exceed, by nearest rank; nil when there are none.
    ///
    /// - Parameter fraction: which part, from 0 to 1: 0.5 for the median, 0.95 for the 95th percentile, 1 for the largest.
    /// - Returns: the element.
    /// - Complexity: O(n log n).
    package func percentile(_ fraction: Double) -> Double? {
        guard !isEmpty else { return nil }
        let rank = Int((Swift.min(Swift.max(fraction, 0), 1) * Double(count)).rounded(.up))
        return sorted()[Swift.max(rank, 1) - 1]
    }
}
