/// Finds the ranges of an image's channels by rules, and measures those that depend on samples.
package struct ChannelRangeFinder {
    /// Measures channels at an optical section and a time point; the statistics are in the order of the channels.
    package typealias Measurement = (_ channels: [Int], _ section: Int, _ time: Int) throws -> [SampledStatistics]

    /// The description of the image.
    package let description: ChannelImageDescription
    /// The ranges that automatic ones have which are known already, by channel.
    private let known: [Int: ClosedRange<Double>]
    private let measure: Measurement

    /// Creates a finder.
    ///
    /// - Parameters:
    ///   - description: the description of the image.
    ///   - known: the automatic ranges that need not be measured, by channel.
    ///   - measure: measures channels.
    package init(
        _ description: ChannelImageDescription, known: [Int: ClosedRange<Double>] = [:],
        measure: @escaping Measurement
    ) {
        self.description = description
        self.known = known
        self.measure = measure
    }

    /// Creates a finder that reads the samples of an image.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - workers: the most threads; as many as there are processors by default.
    package init(_ image: any ChannelImage, workers: Int? = nil) {
        self.init(image.description) { channels, section, time in
            try SampledStatistics.measure(channels, of: image, section: section, time: time, workers: workers)
        }
    }

    /// The automatic ranges of channels that are known already; nil if one of them is not.
    package func knownRanges(of channels: [Int]) -> [ClosedRange<Double>]? {
        let found = channels.compactMap { known[$0] }
        return found.count == channels.count ? found : nil
    }

    /// Finds the ranges of channels by rules; the last one holds for all others.
    ///
    /// Each channel is measured once, and only if its rule needs that.
    ///
    /// - Throws: the errors of the measurement.
    package func ranges(
        _ rules: [RangeRule], of channels: [Int], section: Int, time: Int
    ) throws -> [ClosedRange<Double>] {
        let rules = channels.indices.map { $0 < rules.count ? rules[$0] : rules.last ?? .automatic }
        func knownRange(_ channel: Int, _ rule: RangeRule) -> ClosedRange<Double>? {
            rule == .automatic ? known[channel] : nil
        }
        let measured = Set(
            zip(channels, rules).compactMap { channel, rule in
                knownRange(channel, rule) == nil && rule.needsStatistics(of: channel, in: description) ? channel : nil
            }
        ).sorted()
        let statistics = measured.isEmpty ? [] : try measure(measured, section, time)
        let byChannel = Dictionary(zip(measured, statistics), uniquingKeysWith: { first, _ in first })
        return zip(channels, rules).map { channel, rule in
            knownRange(channel, rule) ?? rule.range(of: channel, in: description, statistics: byChannel[channel])
        }
    }
}
