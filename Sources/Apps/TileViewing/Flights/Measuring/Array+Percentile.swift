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
