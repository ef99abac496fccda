internal import ChannelImages

/// The histogram of a channel's values over its axis.
struct ChannelHistogram: Hashable, Sendable {
    /// The number of values in each part of the axis, as a share of the most, from 0 to 1.
    let levels: [Double]

    /// The most parts of an axis.
    static let partLimit = 128

    /// Counts the values; those beyond the axis are left out.
    init(_ statistics: SampledStatistics, over axis: ChannelAxis) {
        let length = axis.bounds.upperBound - axis.bounds.lowerBound
        let parts = axis.isWhole && length < Double(Self.partLimit) ? Int(length) + 1 : Self.partLimit
        let counts = statistics.histogram(bins: parts, over: axis.bounds)
        // The ends are often many times as frequent as all else.
        let inner = counts.dropFirst().dropLast().max() ?? 0
        let highest = inner > 0 ? inner : counts.max() ?? 0
        levels = counts.map { highest > 0 ? min(Double($0) / Double(highest), 1) : 0 }
    }
}

/// The histograms of an image's channels that were counted last.
struct ChannelHistograms: Sendable {
    private struct Entry {
        var axis: ChannelAxis
        var statistics: SampledStatistics
        var histogram: ChannelHistogram
    }

    private var entries: [Int: Entry] = [:]

    /// The histogram of a channel, which is counted again if its axis or its values have changed; nil while these are not known.
    mutating func histogram(of channel: Int, in mix: ChannelMix) -> ChannelHistogram? {
        guard mix.channels.indices.contains(channel), let statistics = mix.channels[channel].statistics else {
            return nil
        }
        let axis = mix.axis(of: channel)
        if let entry = entries[channel], entry.axis == axis, entry.statistics == statistics { return entry.histogram }
        let histogram = ChannelHistogram(statistics, over: axis)
        entries[channel] = Entry(axis: axis, statistics: statistics, histogram: histogram)
        return histogram
    }
}
