internal import ImageCodecs
internal import LayerTree
internal import TilePyramid

/// The help sheet as one picture, in the largest letters with which all of it fits into the window.
struct DrawnHelpSheet: Sendable {
    /// The picture with its plate.
    let buffer: PixelBuffer
    /// Its room in points.
    let size: Size
    /// The size of its letters in points.
    let textSize: Double
    /// How many columns it has.
    let columnCount: Int

    /// The sizes of letters that are tried, in points, from the one that is liked best; with the last one it is shown
    /// even if it does not fit.
    static let textSizes = [15.0, 14, 13, 12, 11, 10, 9, 8, 7]

    /// Draws the sheet, on any thread.
    ///
    /// - Parameters:
    ///   - groups: what is said.
    ///   - window: the extent of the window, in points.
    ///   - theme: how it looks.
    ///   - scale: pixels for each point.
    /// - Throws: ``ImageCodecs/CodecError`` when there is no font.
    init(_ groups: [HelpGroup], window: Size, theme: OverlayTheme, scale: Double) throws(CodecError) {
        var choice: (text: HelpSheetText, layout: HelpSheetLayout, size: Double, padding: Int)?
        for size in Self.textSizes {
            let text = try HelpSheetText(groups, family: theme.family, size: size * scale)
            let padding = Int((size * 1.4 * scale).rounded())
            let margin = Int((size * 0.5 * scale).rounded())
            let availableSize = PixelSize(
                width: Int(window.width * scale) - 2 * (padding + margin),
                height: Int(window.height * scale) - 2 * (padding + margin))
            let gaps = (column: Int((size * 2.4 * scale).rounded()), group: Int((size * 0.9 * scale).rounded()))
            if let layout = HelpSheetLayout(
                text.groupSizes, in: availableSize, columnGap: gaps.column, groupGap: gaps.group)
            {
                choice = (text, layout, size, padding)
                break
            }
            let layout = HelpSheetLayout(text.groupSizes, columns: 3, columnGap: gaps.column, groupGap: gaps.group)
            choice = (text, layout, size, padding)
        }
        guard let choice else { preconditionFailure("there are sizes to be tried") }
        let (text, layout, padding) = (choice.text, choice.layout, choice.padding)
        textSize = choice.size
        columnCount = Set(layout.positions.map(\.x)).count
        let pixelSize = PixelSize(
            width: min(layout.size.width + 2 * padding, Self.sideLimit),
            height: min(layout.size.height + 2 * padding, Self.sideLimit))
        size = Size(width: Double(pixelSize.width) / scale, height: Double(pixelSize.height) / scale)
        buffer = PixelBuffer.drawn(size: pixelSize) { context in
            var panel = theme.panelColor
            panel.alpha = Self.panelOpacity
            context.fillColor = panel
            let all = Rect(x: 0, y: 0, width: Double(pixelSize.width), height: Double(pixelSize.height))
            context.fill(Path(roundedRect: all, radius: 2 * theme.radius * scale))
            for (group, position) in zip(text.groups, layout.positions) {
                context.draw(group, of: text, at: position, padding: padding, theme: theme, scale: scale)
            }
        }
    }

    /// A sheet is read, not glanced at: its plate is darker than others.
    private static let panelOpacity = 0.94
    /// No sheet is larger, in pixels.
    private static let sideLimit = 8192
}

extension PixelContext {
    /// Draws a group: its title, and below it the keys with what they do.
    fileprivate mutating func draw(
        _ group: HelpSheetText.Group, of text: HelpSheetText, at position: HelpSheetLayout.Position, padding: Int,
        theme: OverlayTheme, scale: Double
    ) {
        let (left, top) = (padding + position.x, padding + position.y)
        draw(group.title, column: left, row: top, color: theme.accentColor)
        for (index, line) in group.lines.enumerated() {
            let y = top + text.titlePitch + index * text.linePitch
            var x = left
            for key in line.keys {
                let width = text.keyWidth(key)
                fillColor = Color(red: 1, green: 1, blue: 1, alpha: 0.16)
                let cap = Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(text.keyHeight))
                fill(Path(roundedRect: cap, radius: 4 * scale))
                draw(
                    key, column: x + (width - key.lineBox.size.width) / 2,
                    row: y + (text.keyHeight - key.lineBox.size.height) / 2, color: theme.textColor)
                x += width + text.keyGap
            }
            draw(
                line.meaning, column: padding + position.meaningX,
                row: y + (text.keyHeight - line.meaning.lineBox.size.height) / 2, color: theme.textColor)
        }
    }
}
