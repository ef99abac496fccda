internal import Controls
internal import LayerTree
internal import Numbers
internal import TilePyramid

/// The statistics of a region as rows of text.
struct RegionStatisticsRows: Hashable, Sendable {
    /// The state of the counting.
    enum State: Hashable, Sendable {
        /// The pixels are being counted, or the view moves.
        case counting
        /// They were counted.
        case counted(RegionStatistics)
        /// There are too many in every level.
        case tooMany

        /// The statistics; nil while there are none.
        var statistics: RegionStatistics? {
            if case .counted(let statistics) = self { statistics } else { nil }
        }
    }

    /// The rows from top to bottom.
    let all: [TextTable.Row]

    /// Creates the rows.
    ///
    /// - Parameters:
    ///   - region: the region in full-size pixels; nil if nothing of the image is in view.
    ///   - isSelected: whether the user has selected the region, and it is not just what is in view.
    ///   - state: the state of the counting.
    init(_ region: PixelRect?, isSelected: Bool, _ state: State) {
        var rows = [
            TextTable.Row(
                label: isSelected ? "selection" : "view",
                value: region.map(RegionText.editable) ?? "nothing of the image")
        ]
        switch state {
        case _ where region == nil: break
        case .counting: rows.append(TextTable.Row(label: "pixels", value: "counting …"))
        case .tooMany:
            let limit = isSelected ? SampledLevel.pixelLimit : SampledLevel.viewPixelLimit
            rows.append(
                TextTable.Row(label: "pixels", value: "more than \(limit >> 20) megapixels: select fewer"))
        case .counted(let statistics):
            rows.append(TextTable.Row(label: "pixels", value: Self.pixels(statistics)))
            if let stored = statistics.stored {
                rows += Self.rows(stored)
                break
            }
            let channels =
                statistics.isGray
                ? [("gray", statistics.red)]
                : [("red", statistics.red), ("green", statistics.green), ("blue", statistics.blue)]
            let values = channels.map { Self.values($0.1) }
            for ((name, _), values) in zip(channels, Self.aligned(values)) where !values.isEmpty {
                rows.append(TextTable.Row(label: name, value: Self.text(values)))
            }
        }
        all = rows
    }

    /// A row for each channel, with its unit.
    private static func rows(_ stored: [StoredStatistics]) -> [TextTable.Row] {
        let values = stored.map { channel -> [String] in
            guard let mean = channel.mean, let deviation = channel.deviation else { return [] }
            return [mean, deviation, channel.minimum, channel.maximum].map(ChannelValue.text)
        }
        return zip(stored, aligned(values)).prefix(channelLimit).map { statistics, values in
            let unit = statistics.channel.unit.map { " " + VisibleText.escaped($0) } ?? ""
            return TextTable.Row(
                label: statistics.channel.name,
                value: values.isEmpty ? "no data" : text(values) + unit)
        }
    }

    /// The most channels that have a row.
    private static let channelLimit = 16

    private static func text(_ values: [String]) -> String {
        "mean \(values[0]) ± \(values[1]) · min \(values[2]) · max \(values[3])"
    }

    private static func pixels(_ statistics: RegionStatistics) -> String {
        statistics.source.level.text(of: statistics.count, missing: statistics.missingPixels)
    }

    /// The mean, the standard deviation, the least and the greatest value of a channel; empty without pixels.
    private static func values(_ channel: ChannelStatistics) -> [String] {
        guard let mean = channel.mean, let deviation = channel.deviation, let minimum = channel.minimum,
            let maximum = channel.maximum
        else { return [] }
        return [
            NumberText.decimal(mean, digits: 1), NumberText.decimal(deviation, digits: 1), "\(minimum)", "\(maximum)",
        ]
    }

    /// The values of the channels with spaces as wide as a digit before them, so that equal places are below each other.
    private static func aligned(_ channels: [[String]]) -> [[String]] {
        channels.map { values in
            values.enumerated().map { index, value in
                let width = channels.compactMap { $0.indices.contains(index) ? $0[index].count : nil }.max() ?? 0
                return String(repeating: "\u{2007}", count: width - value.count) + value
            }
        }
    }
}
