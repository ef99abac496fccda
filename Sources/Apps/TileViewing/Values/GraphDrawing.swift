internal import ChannelImages
internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import TilePyramid
internal import VectorDrawing

extension Color {
    /// The colors in which the channels red, green and blue are drawn.
    static let channels = [
        Color(red: 1, green: 0.35, blue: 0.3, alpha: 0.55), Color(red: 0.35, green: 0.9, blue: 0.4, alpha: 0.55),
        Color(red: 0.4, green: 0.55, blue: 1, alpha: 0.55),
    ]

    /// The color of a channel of stored values.
    init(_ color: ChannelColor, alpha: Double = 1) {
        self.init(
            red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255, alpha: alpha
        )
    }

    /// The color behind a graph.
    fileprivate static let graphBackground = Color(red: 0, green: 0, blue: 0, alpha: 0.35)
}

extension PixelBuffer {
    /// Draws a panel with a graph and, below it, rows of text; can be called on any thread.
    ///
    /// - Parameters:
    ///   - size: the height of the graph and its least width, in points; it is as wide as the rows.
    ///   - rows: the rows from top to bottom.
    ///   - theme: the font and the colors.
    ///   - scale: pixels for each point.
    ///   - graph: draws the graph into an area of the panel, which has a dark background.
    /// - Returns: the pixels of the panel.
    /// - Throws: ``TextError`` when no font is installed.
    static func graphPanel(
        _ size: Size, above rows: [TextTable.Row], theme: ControlTheme, scale: Double,
        graph: (_ context: inout PixelContext, _ area: Rect) -> Void
    ) throws(TextError) -> PixelBuffer {
        func pixels(_ points: Double) -> Int { Int((points * scale).rounded()) }
        let table = try TextTable(rows, minimumWidth: pixels(size.width), theme: theme, scale: scale)
        let padding = pixels(theme.horizontalPadding)
        let height = pixels(size.height)
        let panelSize = PixelSize(
            width: table.size.width + 2 * padding, height: table.size.height + height + 3 * padding)
        return .panel(panelSize, theme: theme, scale: scale) { context in
            let area = Rect(
                x: Double(padding), y: Double(padding), width: Double(table.size.width), height: Double(height))
            context.fillColor = .graphBackground
            context.fill(area)
            graph(&context, area)
            table.draw(in: &context, column: padding, row: height + 2 * padding)
        }
    }
}

extension PixelContext {
    /// Draws the histogram of each channel over those before it.
    ///
    /// - Parameters:
    ///   - channels: the number of pixels of each value from 0 to 255, and the color of the channel.
    ///   - highest: the number of pixels that reaches the upper edge; nothing is drawn if it is 0.
    ///   - area: the area of the histogram.
    mutating func drawHistogram(_ channels: [([Int], Color)], highest: Int, in area: Rect) {
        let width = area.size.width / 256
        for (counts, color) in channels where highest > 0 {
            fillColor = color
            var path = Path()
            path.move(to: Point(x: area.minX, y: area.maxY))
            for (value, count) in counts.enumerated() {
                let height = min(Double(count) / Double(highest), 1) * area.size.height
                path.addLine(to: Point(x: area.minX + Double(value) * width, y: area.maxY - height))
                path.addLine(to: Point(x: area.minX + Double(value + 1) * width, y: area.maxY - height))
            }
            path.addLine(to: Point(x: area.maxX, y: area.maxY))
            path.close()
            fill(path)
        }
    }

    /// Draws a horizontal line through the middle of a graph.
    mutating func drawMiddleLine(of area: Rect, alpha: Double, theme: ControlTheme) {
        var color = theme.textColor
        color.alpha = alpha
        fillColor = color
        fill(Rect(x: area.minX, y: (area.minY + area.size.height / 2).rounded(), width: area.size.width, height: 1))
    }
}
