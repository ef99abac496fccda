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
            guard let profile else { return }
            context.drawMiddleLine(of: area, alpha: 0.25, theme: theme)
            context.strokeStyle.width = 1.25 * scale
            if let stored = profile.stored {
                context.drawCurves(stored, in: area, theme: theme)
            } else {
                context.drawCurves(profile.samples, in: area, theme: theme)
            }
        }
    }
}

extension PixelContext {
    /// Draws the curve of each channel of colors, with 0 at the bottom and 255 at the top.
    fileprivate mutating func drawCurves(_ samples: [StraightPixel?], in area: Rect, theme: ControlTheme) {
        let isGray = samples.allSatisfy { $0?.isGray ?? true }
        let channels = isGray ? [(theme.textColor, 0)] : Array(zip(Color.channels, 0..<3))
        for (color, channel) in channels {
            drawCurve(samples.map { $0.map { Double($0[channel]) / 255 } }, in: color, area)
        }
    }

    /// Draws the curve of each channel of stored values, with the ends of its range at the bottom and at the top.
    fileprivate mutating func drawCurves(_ curves: [ChannelCurve], in area: Rect, theme: ControlTheme) {
        for curve in curves {
            drawCurve(
                curve.values.map { $0.map(curve.share) }, in: curve.channel.color.map { Color($0) } ?? theme.textColor,
                area)
        }
    }

    /// Draws a curve of heights from 0 to 1, from left to right; gaps stay free.
    private mutating func drawCurve(_ heights: [Double?], in color: Color, _ area: Rect) {
        strokeColor = Color(red: color.red, green: color.green, blue: color.blue)
        var path = Path()
        var isOpen = false
        for (index, height) in heights.enumerated() {
            guard let height else {
                isOpen = false
                continue
            }
            let share = heights.count > 1 ? Double(index) / Double(heights.count - 1) : 0
            let point = Point(x: area.minX + share * area.size.width, y: area.maxY - height * area.size.height)
            if isOpen { path.addLine(to: point) } else { path.move(to: point) }
            isOpen = true
        }
        stroke(path)
    }
}
