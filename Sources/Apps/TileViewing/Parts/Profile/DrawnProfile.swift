internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

/// The panel with the values along a line as pixels: a curve for each channel and, below, rows of text.
struct DrawnProfile: Sendable {
    /// The pixels, with the panel.
    let buffer: PixelBuffer

    /// The height of the graph and its least width, in points.
    private static let graphSize = Size(width: 320, height: 100)

    /// Draws the panel; can be called on any thread.
    ///
    /// - Throws: ``TextError`` when no font is installed.
    init(_ rows: [TextTable.Row], _ profile: LineProfile?, theme: ControlTheme, scale: Double) throws(TextError) {
        buffer = try .graphPanel(Self.graphSize, above: rows, theme: theme, scale: scale) { context, area in
            context.drawCurves(profile?.samples ?? [], in: area, theme: theme, scale: scale)
        }
    }
}

extension PixelContext {
    /// Draws the curve of each channel from left to right, with 0 at the bottom and 255 at the top; gaps stay free.
    fileprivate mutating func drawCurves(
        _ samples: [StraightPixel?], in area: Rect, theme: ControlTheme, scale: Double
    ) {
        drawMiddleLine(of: area, alpha: 0.25, theme: theme)
        strokeStyle.width = 1.25 * scale
        let isGray = samples.allSatisfy { $0?.isGray ?? true }
        let channels = isGray ? [(theme.textColor, 0)] : Array(zip(Color.channels, 0..<3))
        for (color, channel) in channels {
            strokeColor = Color(red: color.red, green: color.green, blue: color.blue)
            var path = Path()
            var isOpen = false
            for (index, sample) in samples.enumerated() {
                guard let sample else {
                    isOpen = false
                    continue
                }
                let share = samples.count > 1 ? Double(index) / Double(samples.count - 1) : 0
                let point = Point(
                    x: area.minX + share * area.size.width,
                    y: area.maxY - Double(sample[channel]) / 255 * area.size.height)
                if isOpen { path.addLine(to: point) } else { path.move(to: point) }
                isOpen = true
            }
            stroke(path)
        }
    }
}
