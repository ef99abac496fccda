/// The distribution of a channel's stored values, measured in a sample of them.
///
/// The no-data value, NaN and infinities are left out.
public struct SampledStatistics: Hashable, Sendable {
    /// The number of valid samples.
    public let count: Int
    /// The values in ascending order.
    private let values: [Double]
    /// For each value, the number of samples up to it; nil if each value counts once.
    private let ends: [Int]?

    /// Takes finite values in any order.
    package init(values: [Double]) {
        count = values.count
        self.values = values.sorted()
        ends = nil
    }

    /// Takes the numbers of samples of whole values, the first of which is `first`.
    package init(counts: [Int], first: Int) {
        var values: [Double] = []
        var ends: [Int] = []
        var total = 0
        for (index, count) in counts.enumerated() where count > 0 {
            total += count
            values.append(Double(first + index))
            ends.append(total)
        }
        self.count = total
        self.values = values
        self.ends = ends
    }

    /// The least value; nil if there are none.
    public var minimum: Double? { values.first }
    /// The greatest value; nil if there are none.
    public var maximum: Double? { values.last }

    /// The value below which a part of the samples lies.
    ///
    /// The position among n sorted samples, counted from 0, is (n − 1) · percentage / 100. Between two samples, values are
    /// interpolated linearly.
    ///
    /// - Parameter percentage: 0 for the minimum to 100 for the maximum; others are clipped.
    /// - Returns: the value; nil if there are no samples.
    public func percentile(_ percentage: Double) -> Double? {
        guard count > 0 else { return nil }
        let clipped = percentage > 0 ? min(percentage, 100) : 0
        let position = Double(count - 1) * clipped / 100
        let index = min(Int(position), count - 1)
        let lower = value(at: index)
        let fraction = position - Double(index)
        guard fraction > 0, index + 1 < count else { return lower }
        let upper = value(at: index + 1)
        let step = upper - lower
        // Numbers of 64 bits may be so far apart that their distance is none.
        return step.isFinite ? lower + step * fraction : lower * (1 - fraction) + upper * fraction
    }

    /// The numbers of samples in the bins of a histogram, parts of a range of the same width; values outside are left out.
    ///
    /// - Parameters:
    ///   - bins: the number of bins, at least 1.
    ///   - range: the values from the beginning of the first bin to the end of the last one, which it includes.
    /// - Returns: the number of samples in each bin.
    public func histogram(bins: Int, over range: ClosedRange<Double>) -> [Int] {
        var counts = Array(repeating: 0, count: max(1, bins))
        // Halves: the distance of the greatest numbers of 64 bits is not a number.
        let start = range.lowerBound / 2
        let width = range.upperBound / 2 - start
        var before = 0
        for (index, value) in values.enumerated() {
            let end = ends?[index] ?? (index + 1)
            defer { before = end }
            guard range.contains(value) else { continue }
            let part = (value / 2 - start) / width
            // Comparisons are false for NaN, the part of a range without a width.
            let position = part > 0 ? min(part, 1) * Double(counts.count) : 0
            counts[min(Int(position), counts.count - 1)] += end - before
        }
        return counts
    }

    /// The value of a sample, counted from the least one.
    private func value(at index: Int) -> Double {
        guard let ends else { return values[index] }
        var low = 0
        var high = ends.count - 1
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > index { high = middle } else { low = middle + 1 }
        }
        return values[low]
    }
}
