internal import LayerTree
internal import TextLayers
package import TextRendering
package import TilePyramid
package import VectorDrawing

/// Rows of a label and a value, drawn one below the other, with a bar under values that have a level.
package struct TextTable {
    /// A row: a label and a value.
    package struct Row: Hashable, Sendable {
        package var label: String
        package var value: String
        /// The level of a bar, from 0 to 1; nil for no bar.
        package var fraction: Double?

        /// Creates a row.
        package init(label: String, value: String, fraction: Double? = nil) {
            self.label = label
            self.value = value
            self.fraction = fraction
        }
    }

    /// The size in pixels.
    package let size: PixelSize

    private let rows: [Row]
    private let masks: [(label: TextMask, value: TextMask)]
    private let lineHeight, pitch, indent: Int
    private let theme: ControlTheme
    private let scale: Double

    /// Draws the texts.
    ///
    /// - Parameters:
    ///   - rows: the rows from top to bottom.
    ///   - minimumWidth: the least width in pixels.
    ///   - valueWidth: the width in points to which values are truncated; nil for no limit.
    ///   - sample: a value for which there is room even while all values are shorter; nil, the default, for none.
    ///   - theme: the font and the colors.
    ///   - scale: pixels for each point.
    /// - Throws: ``TextError`` when no font is installed.
    package init(
        _ rows: [Row], minimumWidth: Int = 0, valueWidth: Double? = nil, reserving sample: String? = nil,
        theme: ControlTheme, scale: Double
    ) throws(TextError) {
        let font = TextFont(family: theme.family, size: (theme.textSize - 1) * scale)
        var valueLayout = TextLayoutOptions.line
        valueLayout.width = valueWidth.map { Int(($0 * scale).rounded()) }
        var masks: [(label: TextMask, value: TextMask)] = []
        for row in rows {
            try masks.append(
                (
                    TextRenderer.draw(row.label.isEmpty ? " " : row.label, font: font, layout: .line),
                    TextRenderer.draw(row.value.isEmpty ? " " : row.value, font: font, layout: valueLayout)
                ))
        }
        let reserved = try sample.map { text throws(TextError) in
            try TextRenderer.draw(text, font: font, layout: valueLayout).lineBox.size.width
        }
        self.rows = rows
        self.masks = masks
        self.theme = theme
        self.scale = scale
        lineHeight = masks.map(\.label.lineBox.size.height).max() ?? 0
        pitch = lineHeight + Int((5 * scale).rounded())
        indent = (masks.map(\.label.lineBox.size.width).max() ?? 0) + Int((10 * scale).rounded())
        size = PixelSize(
            width: max(
                indent + max(masks.map(\.value.lineBox.size.width).max() ?? 0, reserved ?? 0), minimumWidth),
            height: pitch * rows.count)
    }

    /// Draws the rows below and to the right of a pixel.
    package func draw(in context: inout PixelContext, column: Int, row: Int) {
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

extension TextTable {
    /// Draws the rows on a panel of their size.
    package func panel(theme: ControlTheme, scale: Double) -> PixelBuffer {
        let padding = Int((theme.horizontalPadding * scale).rounded())
        let size = PixelSize(width: size.width + 2 * padding, height: size.height + 2 * padding)
        return PixelBuffer.panel(size, theme: theme, scale: scale) { context in
            draw(in: &context, column: padding, row: padding)
        }
    }
}

extension PixelContext {
    /// Draws a bar that is filled in part, in the accent color when it is nearly full.
    fileprivate mutating func fillBar(_ bar: Rect, fraction: Double, theme: ControlTheme) {
        var color = theme.secondaryColor
        color.alpha = 0.3
        fillColor = color
        fill(bar)
        fillColor = fraction > 0.95 ? theme.accentColor : theme.secondaryColor
        fill(Rect(x: bar.minX, y: bar.minY, width: (bar.size.width * fraction).rounded(), height: bar.size.height))
    }
}
