internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import TilePyramid
internal import VectorDrawing

/// The items of a menu as pixels, without the panel: check marks, titles and keys.
struct DrawnMenu: Sendable {
    /// The pixels.
    let buffer: PixelBuffer

    // Lengths in points.
    private static let titleStart = 28.0
    private static let gap = 28.0
    private static let end = 12.0
    private static let checkStart = 9.0

    /// Draws the items; can be called on any thread.
    ///
    /// - Parameters:
    ///   - items: the items of all sections.
    ///   - layout: where they are.
    ///   - maximumWidth: the width in points at which titles are truncated.
    ///   - theme: the font and the colors.
    ///   - scale: pixels for each point.
    /// - Throws: ``TextError`` when no font is installed.
    init(
        _ items: [MenuItem], _ layout: MenuLayout, maximumWidth: Double, theme: ControlTheme,
        scale: Double
    ) throws(TextError) {
        func pixels(_ points: Double) -> Int { Int((points * scale).rounded()) }
        let font = TextFont(family: theme.family, size: theme.textSize * scale)
        var keys: [TextMask] = []
        for item in items {
            try keys.append(TextRenderer.draw(item.key.isEmpty ? " " : item.key, font: font, layout: .line))
        }
        let margins = pixels(Self.titleStart) + pixels(Self.gap) + pixels(Self.end)
        let keyWidth = keys.map(\.lineBox.size.width).max() ?? 0
        var titleLayout = TextLayoutOptions.line
        titleLayout.width = max(pixels(Self.titleStart), pixels(maximumWidth) - margins - keyWidth)
        titleLayout.truncation = .middle
        var titles: [TextMask] = []
        for item in items {
            try titles.append(TextRenderer.draw(item.title, font: font, layout: titleLayout))
        }
        let width = margins + keyWidth + (titles.map(\.lineBox.size.width).max() ?? 0)
        let size = PixelSize(width: width, height: max(1, pixels(layout.height)))
        buffer = PixelBuffer.drawn(size: size) { context in
            for (index, item) in items.enumerated() {
                let middle = layout.tops[index] + MenuLayout.rowHeight / 2
                func row(_ mask: TextMask) -> Int { pixels(middle) - mask.lineBox.size.height / 2 }
                context.draw(
                    titles[index], column: pixels(Self.titleStart), row: row(titles[index]), color: theme.textColor)
                let key = keys[index]
                context.draw(
                    key, column: width - pixels(Self.end) - key.lineBox.size.width, row: row(key),
                    color: theme.secondaryColor)
                if item.isChecked == true {
                    context.drawCheckMark(x: Self.checkStart, y: middle, theme: theme, scale: scale)
                }
            }
            var color = theme.secondaryColor
            color.alpha = 0.25
            context.fillColor = color
            for y in layout.separators {
                let line = Rect(
                    x: Self.end * scale, y: (y * scale).rounded(.down), width: Double(width) - 2 * Self.end * scale,
                    height: max(1, scale.rounded(.down)))
                context.fill(line)
            }
        }
    }
}

extension PixelContext {
    /// Draws a check mark of 10 points, vertically centered at `y`.
    fileprivate mutating func drawCheckMark(x: Double, y: Double, theme: ControlTheme, scale: Double) {
        var mark = Path()
        mark.addSegments([(x, y + 0.5), (x + 3.5, y + 4), (x + 10, y - 4)])
        withSavedState { context in
            context.concatenate(AffineTransform(scaleX: scale, y: scale))
            context.strokeColor = theme.accentColor
            context.strokeStyle = StrokeStyle(width: 2, cap: .round, join: .round)
            context.stroke(mark)
        }
    }
}
