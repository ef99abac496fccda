internal import Glibc

/// The number of pixels with each value of a channel, from 0 to 255, and what follows from these numbers.
struct ChannelStatistics: Hashable, Sendable {
    /// The number of pixels for each value, 256 of them.
    var counts = [Int](repeating: 0, count: 256)

    /// The number of pixels.
    var count: Int { counts.reduce(0, +) }
    /// The least value; nil without pixels.
    var minimum: Int? { counts.firstIndex { $0 > 0 } }
    /// The greatest value; nil without pixels.
    var maximum: Int? { counts.lastIndex { $0 > 0 } }

    /// The mean of the values; nil without pixels.
    var mean: Double? {
        let count = count
        guard count > 0 else { return nil }
        return counts.enumerated().reduce(0.0) { $0 + Double($1.offset) * Double($1.element) } / Double(count)
    }

    /// The standard deviation of the values, as that of all pixels and not of a sample; nil without pixels.
    var deviation: Double? {
        guard let mean else { return nil }
        let squares = counts.enumerated().reduce(0.0) { sum, entry in
            let difference = Double(entry.offset) - mean
            return sum + difference * difference * Double(entry.element)
        }
        return (squares / Double(count)).squareRoot()
    }
}
