internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import TilePyramid
internal import VectorDrawing

/// The panel with the statistics of a region as pixels: a histogram and, below it, rows of text.
struct DrawnRegionStatistics: Sendable {
    /// The pixels, with the panel.
    let buffer: PixelBuffer

    // Lengths in points.
    private static let histogramHeight = 64.0
    private static let leastWidth = 256.0

    /// Draws the panel; can be called on any thread.
    ///
    /// - Throws: ``TextError`` when no font is installed.
    init(
        _ rows: [TextTable.Row], _ statistics: RegionStatistics?, theme: ControlTheme, scale: Double
    ) throws(TextError) {
        func pixels(_ points: Double) -> Int { Int((points * scale).rounded()) }
        let table = try TextTable(rows, minimumWidth: pixels(Self.leastWidth), theme: theme, scale: scale)
        let padding = pixels(theme.horizontalPadding)
        let graph = pixels(Self.histogramHeight)
        let size = PixelSize(
            width: table.size.width + 2 * padding, height: table.size.height + graph + 3 * padding)
        buffer = PixelBuffer.panel(size, theme: theme, scale: scale) { context in
            let area = Rect(
                x: Double(padding), y: Double(padding), width: Double(table.size.width), height: Double(graph))
            context.drawHistogram(statistics, in: area, theme: theme)
            table.draw(in: &context, column: padding, row: graph + 2 * padding)
        }
    }
}

extension PixelContext {
    /// Draws the histogram of each channel over a dark ground.
    fileprivate mutating func drawHistogram(_ statistics: RegionStatistics?, in area: Rect, theme: ControlTheme) {
        fillColor = Color(red: 0, green: 0, blue: 0, alpha: 0.35)
        fill(area)
        guard let statistics else { return }
        let gray = [(statistics.red, theme.secondaryColor)]
        let channels = statistics.isGray ? gray : Array(zip(statistics.channels, Color.channels))
        // The ends are often many times as frequent as all else.
        let inner = channels.compactMap { $0.0.counts[1..<255].max() }.max() ?? 0
        let highest = inner > 0 ? inner : channels.compactMap { $0.0.counts.max() }.max() ?? 0
        let width = area.size.width / 256
        for (channel, color) in channels where highest > 0 {
            fillColor = color
            var path = Path()
            path.move(to: Point(x: area.minX, y: area.maxY))
            for (value, count) in channel.counts.enumerated() {
                let height = min(Double(count) / Double(highest), 1) * area.size.height
                path.addLine(to: Point(x: area.minX + Double(value) * width, y: area.maxY - height))
                path.addLine(to: Point(x: area.minX + Double(value + 1) * width, y: area.maxY - height))
            }
            path.addLine(to: Point(x: area.maxX, y: area.maxY))
            path.close()
            fill(path)
        }
    }
}

extension RegionStatistics {
    fileprivate var channels: [ChannelStatistics] { [red, green, blue] }
}
