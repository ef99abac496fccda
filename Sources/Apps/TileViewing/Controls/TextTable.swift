internal import LayerTree
internal import TextLayers
internal import TilePyramid

/// Rows of a label and a value, drawn one below the other, with a bar under values that have a level.
struct TextTable {
    /// A row: a label and a value.
    struct Row: Hashable, Sendable {
        var label: String
        var value: String
        /// The level of a bar, from 0 to 1; nil for no bar.
        var fraction: Double?
    }

    /// The size in pixels.
    let size: PixelSize

    private let rows: [Row]
    private let masks: [(label: TextMask, value: TextMask)]
    private let lineHeight, pitch, indent: Int
    private let theme: OverlayTheme
    private let scale: Double

    /// Draws the texts.
    ///
    /// - Parameters:
    ///   - rows: the rows from top to bottom.
    ///   - minimumWidth: the least width in pixels.
    ///   - valueWidth: the width in points to which values are truncated; nil for no limit.
    ///   - theme: the font and the colors.
    ///   - scale: pixels for each point.
    /// - Throws: ``TextError`` when no font is installed.
    init(
        _ rows: [Row], minimumWidth: Int = 0, valueWidth: Double? = nil, theme: OverlayTheme, scale: Double
    ) throws(TextError) {
        let font = TextFont(family: theme.family, size: (theme.textSize - 1) * scale)
        var valueLayout = TextLayout.line
        valueLayout.width = valueWidth.map { Int(($0 * scale).rounded()) }
        var masks: [(label: TextMask, value: TextMask)] = []
        for row in rows {
            try masks.append(
                (
                    TextRenderer.draw(row.label.isEmpty ? " " : row.label, font: font, layout: .line),
                    TextRenderer.draw(row.value.isEmpty ? " " : row.value, font: font, layout: valueLayout)
                ))
        }
        self.rows = rows
        self.masks = masks
        self.theme = theme
        self.scale = scale
        lineHeight = masks.map(\.label.lineBox.size.height).max() ?? 0
        pitch = lineHeight + Int((5 * scale).rounded())
        indent = (masks.map(\.label.lineBox.size.width).max() ?? 0) + Int((10 * scale).rounded())
        size = PixelSize(
            width: max(indent + (masks.map(\.value.lineBox.size.width).max() ?? 0), minimumWidth),
            height: pitch * rows.count)
    }

    /// Draws the rows below and to the right of a pixel.
    func draw(in context: inout PixelContext, column: Int, row: Int) {
        for (index, mask) in masks.enumerated() {
            let top = row + index * pitch
            context.draw(mask.label, column: column, row: top, color: theme.secondaryColor)
            context.draw(mask.value, column: column + indent, row: top, color: theme.textColor)
            if let fraction = rows[index].fraction {
                let bar = Rect(
                    x: Double(column + indent), y: Double(top + lineHeight), width: Double(size.width - indent),
                    height: max(1, (1.5 * scale).rounded()))
                context.fillBar(bar, fraction: fraction, theme: theme)
            }
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
}
