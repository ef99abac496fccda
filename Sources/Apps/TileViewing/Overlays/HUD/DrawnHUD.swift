internal import LayerTree
internal import TextLayers
internal import TilePyramid

/// The HUD as pixels: lines of statistics and, below them, a graph of the last frame times.
struct DrawnHUD: Sendable {
    /// The pixels, with the panel.
    let buffer: PixelBuffer
    /// The size in points.
    let size: Size

    private static let graphHeight = 40.0
    private static let barWidth = 2.0

    /// Draws the values; can be called on any thread.
    init(_ values: HUDValues, theme: OverlayTheme, scale: Double) throws(TextError) {
        let rows = HUDRows(values).all
        let font = TextFont(family: theme.family, size: (theme.textSize - 1) * scale)
        func draw(_ text: String) throws(TextError) -> TextMask {
            try TextRenderer.draw(text.isEmpty ? " " : text, font: font, layout: .line)
        }
        var masks: [(label: TextMask, value: TextMask)] = []
        for row in rows {
            try masks.append((draw(row.label), draw(row.value)))
        }
        func pixels(_ points: Double) -> Int { Int((points * scale).rounded()) }
        let lineHeight = masks.map(\.value.lineBox.size.height).max() ?? 0
        let pitch = lineHeight + pixels(5)
        let indent = (masks.map(\.label.lineBox.size.width).max() ?? 0) + pixels(10)
        let (padding, graph) = (pixels(theme.horizontalPadding), pixels(Self.graphHeight))
        let graphWidth = pixels(Self.barWidth) * FrameTimes.limit
        let width = max(indent + (masks.map(\.value.lineBox.size.width).max() ?? 0), graphWidth)
        let textHeight = pitch * rows.count
        let pixelSize = PixelSize(width: width + 2 * padding, height: textHeight + graph + 2 * padding)
        size = Size(width: Double(pixelSize.width) / scale, height: Double(pixelSize.height) / scale)
        buffer = PixelBuffer.drawn(size: pixelSize) { context in
            context.fillColor = theme.panelColor
            let all = Rect(x: 0, y: 0, width: Double(pixelSize.width), height: Double(pixelSize.height))
            context.fill(Path(roundedRect: all, radius: theme.radius * scale))
            for (index, mask) in masks.enumerated() {
                let top = padding + index * pitch
                context.draw(mask.label, column: padding, row: top, color: theme.secondaryColor)
                context.draw(mask.value, column: padding + indent, row: top, color: theme.textColor)
                if let fraction = rows[index].fraction {
                    let bar = Rect(
                        x: Double(padding + indent), y: Double(top + lineHeight), width: Double(width - indent),
                        height: Double(max(1, pixels(1.5))))
                    context.fillBar(bar, fraction: fraction, theme: theme)
                }
            }
            let area = Rect(
                x: Double(padding), y: Double(padding + textHeight), width: Double(graphWidth), height: Double(graph))
            context.drawGraph(values.frameTimes, in: area, theme: theme)
        }
    }
}

extension PixelContext {
    /// Draws a bar that is filled in part, in the accent color when it is nearly full.
    fileprivate mutating func fillBar(_ bar: Rect, fraction: Double, theme: OverlayTheme) {
        var color = theme.secondaryColor
        color.alpha = 0.3
        fillColor = color
        fill(bar)
        fillColor = fraction > 0.95 ? theme.accentColor : theme.secondaryColor
        fill(Rect(x: bar.minX, y: bar.minY, width: (bar.size.width * fraction).rounded(), height: bar.size.height))
    }

    /// Draws frame times from left to right, the newest at the right edge, with a line at a 60th of a second.
    fileprivate mutating func drawGraph(_ times: FrameTimes, in area: Rect, theme: OverlayTheme) {
        let (refresh, whole) = (1000.0 / 60, 1000.0 / 30)
        let width = area.size.width / Double(FrameTimes.limit)
        for (index, time) in times.milliseconds.reversed().enumerated() {
            let height = max(1, (min(time / whole, 1) * area.size.height).rounded())
            fillColor = time <= refresh ? theme.secondaryColor : time <= whole ? theme.accentColor : theme.errorColor
            fill(
                Rect(
                    x: area.maxX - Double(index + 1) * width, y: area.maxY - height, width: max(1, width - 1),
                    height: height))
        }
        var line = theme.textColor
        line.alpha = 0.5
        fillColor = line
        fill(Rect(x: area.minX, y: (area.minY + area.size.height / 2).rounded(), width: area.size.width, height: 1))
    }
}
