/// The lengths of a curve's parts between equal steps of its parameter, for movement at a constant speed.
package struct ArcLengthTable: Hashable, Sendable {
    /// The number of steps that suffices for smooth movement.
    package static let steps = 64

    /// The lengths from the start of the curve to the end of each step, after a 0.
    private let lengths: [Double]

    /// Creates a table from the lengths of the parts.
    package init(_ parts: some Sequence<Double>) {
        var lengths = [0.0]
        for part in parts {
            lengths.append(lengths[lengths.count - 1] + part)
        }
        self.lengths = lengths
    }

    /// The length of the curve.
    package var total: Double { lengths[lengths.count - 1] }

    /// The fractions of the length at the start and at the end of each step; empty if the curve has no length.
    package var fractions: [Double] {
        guard total > 0, total.isFinite else { return [] }
        return lengths.dropLast().map { $0 / total } + [1]
    }

    /// Returns the parameter at a fraction of the length, interpolated linearly within a step.
    ///
    /// - Parameter fraction: from 0 to 1; numbers outside are clamped.
    /// - Returns: the parameter from 0 to 1; the fraction itself if the curve has no length.
    /// - Complexity: O(log steps).
    package func parameter(atFraction fraction: Double) -> Double {
        let fraction = min(max(fraction, 0), 1)
        let wanted = fraction * total
        guard lengths.count > 1, total > 0, total.isFinite else { return fraction }
        var low = 0
        var high = lengths.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if lengths[middle] <= wanted { low = middle } else { high = middle }
        }
        let part = lengths[high] - lengths[low]
        let rest = part > 0 ? (wanted - lengths[low]) / part : 0
        return (Double(low) + rest) / Double(lengths.count - 1)
    }
}
