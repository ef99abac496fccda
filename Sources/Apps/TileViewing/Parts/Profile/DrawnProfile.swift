internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import TilePyramid
internal import VectorDrawing

/// The panel with the values along a line as pixels: a curve for each channel and, below, rows of text.
struct DrawnProfile: Sendable {
    /// The pixels, with the panel.
    let buffer: PixelBuffer

    // Lengths in points.
    private static let graphHeight = 100.0
    private static let leastWidth = 320.0

    /// Draws the panel; can be called on any thread.
    ///
    /// - Throws: ``TextError`` when no font is installed.
    init(_ rows: [TextTable.Row], _ profile: LineProfile?, theme: ControlTheme, scale: Double) throws(TextError) {
        func pixels(_ points: Double) -> Int { Int((points * scale).rounded()) }
        let table = try TextTable(rows, minimumWidth: pixels(Self.leastWidth), theme: theme, scale: scale)
        let padding = pixels(theme.horizontalPadding)
        let graph = pixels(Self.graphHeight)
        let size = PixelSize(
            width: table.size.width + 2 * padding, height: table.size.height + graph + 3 * padding)
        buffer = PixelBuffer.panel(size, theme: theme, scale: scale) { context in
            let area = Rect(
                x: Double(padding), y: Double(padding), width: Double(table.size.width), height: Double(graph))
            context.drawCurves(profile?.samples ?? [], in: area, theme: theme, scale: scale)
            table.draw(in: &context, column: padding, row: graph + 2 * padding)
        }
    }
}

extension PixelContext {
    /// Draws the curve of each channel from left to right, with 0 at the bottom and 255 at the top; gaps stay free.
    fileprivate mutating func drawCurves(
        _ samples: [StraightPixel?], in area: Rect, theme: ControlTheme, scale: Double
    ) {
        fillColor = Color(red: 0, green: 0, blue: 0, alpha: 0.35)
        fill(area)
        var line = theme.textColor
        line.alpha = 0.25
        fillColor = line
        fill(Rect(x: area.minX, y: (area.minY + area.size.height / 2).rounded(), width: area.size.width, height: 1))
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
