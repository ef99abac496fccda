internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import TilePyramid
internal import VectorDrawing

/// The HUD as pixels: lines of statistics and, below them, a graph of the last frame times.
struct DrawnHUD: Sendable {
    /// The pixels, with the panel.
    let buffer: PixelBuffer

    private static let graphHeight = 40.0
    private static let barWidth = 2.0

    /// Draws the values; can be called on any thread.
    init(_ values: HUDValues, theme: ControlTheme, scale: Double) throws(TextError) {
        func pixels(_ points: Double) -> Int { Int((points * scale).rounded()) }
        let graphWidth = pixels(Self.barWidth) * FrameTimes.limit
        let table = try TextTable(
            HUDRows(values).all, minimumWidth: graphWidth, reserving: HUDRows.longestUsualValue, theme: theme,
            scale: scale)
        let padding = pixels(theme.horizontalPadding)
        let graph = pixels(Self.graphHeight)
        let pixelSize = PixelSize(
            width: table.size.width + 2 * padding, height: table.size.height + graph + 2 * padding)
        buffer = PixelBuffer.panel(pixelSize, theme: theme, scale: scale) { context in
            table.draw(in: &context, column: padding, row: padding)
            let area = Rect(
                x: Double(padding), y: Double(padding + table.size.height), width: Double(graphWidth),
                height: Double(graph))
            context.drawGraph(values.frameTimes, in: area, theme: theme)
        }
    }
}

extension PixelContext {
    /// Draws frame times from left to right, the newest at the right edge, with a line at a 60th of a second.
    fileprivate mutating func drawGraph(_ times: FrameTimes, in area: Rect, theme: ControlTheme) {
        let refresh = 1000.0 / 60
        let whole = 1000.0 / 30
        let width = area.size.width / Double(FrameTimes.limit)
        for (index, time) in times.milliseconds.reversed().enumerated() {
            let height = max(1, (min(time / whole, 1) * area.size.height).rounded())
            fillColor = time <= refresh ? theme.secondaryColor : time <= whole ? theme.accentColor : theme.errorColor
            fill(
                Rect(
                    x: area.maxX - Double(index + 1) * width, y: area.maxY - height, width: max(1, width - 1),
                    height: height))
        }
        drawMiddleLine(of: area, alpha: 0.5, theme: theme)
    }
}
