/// The statistics of the stored values of a channel.
struct StoredStatistics: Hashable, Sendable {
    /// The channel.
    let channel: ShownChannels.Channel
    /// The number of values; those that are not numbers do not count.
    private(set) var count = 0
    /// The least value; infinite without values.
    private(set) var minimum = Double.infinity
    /// The greatest value; negatively infinite without values.
    private(set) var maximum = -Double.infinity
    /// The number of values in each of 256 equal parts of the channel's range, with those beyond it in the first and the last.
    private(set) var counts = [Int](repeating: 0, count: Self.binCount)

    /// The first value, from which differences are summed: sums of the values themselves would lose digits.
    private var first = 0.0
    private var sum = 0.0
    private var squares = 0.0

    private static let binCount = 256

    /// Counts no value yet.
    init(_ channel: ShownChannels.Channel) {
        self.channel = channel
    }

    /// Counts values.
    mutating func add(_ values: UnsafeBufferPointer<Double>) {
        let low = channel.range?.lowerBound ?? 0
        let binsPerUnit = channel.range.map { Double(Self.binCount) / ($0.upperBound - $0.lowerBound) } ?? 0
        let hasBins = binsPerUnit > 0 && binsPerUnit.isFinite
        for value in values where value.isFinite {
            if count == 0 { first = value }
            let difference = value - first
            count += 1
            sum += difference
            squares += difference * difference
            minimum = min(minimum, value)
            maximum = max(maximum, value)
            guard hasBins else { continue }
            let bin = (value - low) * binsPerUnit
            counts[Int(min(max(bin, 0), Double(Self.binCount - 1)))] += 1
        }
    }

    /// The mean of the values; nil without values.
    var mean: Double? { count > 0 ? first + sum / Double(count) : nil }

    /// The standard deviation of the values, as that of all pixels and not of a sample; nil without values.
    var deviation: Double? {
        guard count > 0 else { return nil }
        let number = Double(count)
        return max(0, (squares - sum / number * sum) / number).squareRoot()
    }
}
