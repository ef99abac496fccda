internal import TilePyramid

/// The stored values of a channel along a line.
struct ChannelCurve: Hashable, Sendable {
    /// The channel.
    let channel: ShownChannels.Channel
    /// The value at each point; nil where there is none, or it cannot be read.
    fileprivate(set) var values: [Double?]

    /// The least and the greatest value; nil without values.
    var range: ClosedRange<Double>? {
        let present = values.compactMap(\.self)
        guard let least = present.min(), let greatest = present.max() else { return nil }
        return least...greatest
    }

    /// The height of a value in a graph of the channel's range, or of the curve's if the channel has none: 0 is the lower end.
    func share(of value: Double) -> Double {
        guard let range = channel.range ?? range else { return 0 }
        let length = range.upperBound - range.lowerBound
        guard length > 0 else { return value > range.upperBound ? 1 : 0 }
        return min(max(0, (value - range.lowerBound) / length), 1)
    }

    /// Reads the values at points of a level, in the parts of tiles that a line crosses.
    ///
    /// Blocks while it reads and decodes.
    ///
    /// - Parameters:
    ///   - points: the points; those of a tile follow each other.
    ///   - shown: the channels.
    ///   - level: the number of the level in the pyramid of the document.
    ///   - isStopped: whether to stop, which is asked before each tile.
    /// - Returns: a curve for each channel, and the number of points that could not be read; nil if that was stopped.
    static func read(
        _ points: [ProfilePoint], of shown: ShownChannels, level: Int, _ isStopped: () -> Bool
    ) -> (curves: [ChannelCurve], missingCount: Int)? {
        var curves = shown.channels.map {
            ChannelCurve(channel: $0, values: Array(repeating: nil, count: points.count))
        }
        var missingCount = 0
        var start = 0
        while start < points.count {
            guard !isStopped() else { return nil }
            let tile = points[start].tile
            let end = points[start...].firstIndex { $0.tile != tile } ?? points.count
            let part = start..<end
            start = end
            let columns = points[part].map(\.column)
            let rows = points[part].map(\.row)
            guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max()
            else { continue }
            let rect = PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
            let numbers = Dictionary(grouping: part) { points[$0].row }
            do {
                _ = try shown.read(rect, level: level) { channel, row, values in
                    for number in numbers[row] ?? [] {
                        let value = values[points[number].column - left]
                        if value.isFinite { curves[channel].values[number] = value }
                    }
                }
            } catch {
                missingCount += part.count
            }
        }
        return isStopped() ? nil : (curves, missingCount)
    }
}
