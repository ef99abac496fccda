internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

/// The panel with the statistics of a region as pixels: a histogram and, below it, rows of text.
struct DrawnRegionStatistics: Sendable {
    /// The pixels, with the panel.
    let buffer: PixelBuffer

    /// The height of the histogram and its least width, in points.
    private static let histogramSize = Size(width: 256, height: 64)

    /// Draws the panel; can be called on any thread.
    ///
    /// - Throws: ``TextError`` when no font is installed.
    init(
        _ rows: [TextTable.Row], _ statistics: RegionStatistics?, theme: ControlTheme, scale: Double
    ) throws(TextError) {
        buffer = try .graphPanel(Self.histogramSize, above: rows, theme: theme, scale: scale) { context, area in
            if let statistics { context.drawHistogram(of: statistics, in: area, theme: theme) }
        }
    }
}

extension PixelContext {
    /// Draws the histogram of each channel.
    fileprivate mutating func drawHistogram(of statistics: RegionStatistics, in area: Rect, theme: ControlTheme) {
        let all = zip([statistics.red, statistics.green, statistics.blue], Color.channels)
        let colors = statistics.isGray ? [(statistics.red.counts, theme.secondaryColor)] : all.map { ($0.counts, $1) }
        let stored = statistics.stored?.map {
            ($0.counts, $0.channel.color.map { Color($0, alpha: 0.55) } ?? theme.secondaryColor)
        }
        let channels = stored ?? colors
        // The ends are often many times as frequent as all else.
        let inner = channels.compactMap { $0.0[1..<255].max() }.max() ?? 0
        let highest = inner > 0 ? inner : channels.compactMap { $0.0.max() }.max() ?? 0
        drawHistogram(channels, highest: highest, in: area)
    }
}
