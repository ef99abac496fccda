internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import TilePyramid
internal import VectorDrawing

/// A sheet as pixels, in the largest text size with which all of it fits into the window.
///
/// In a window that is too small for text that can be read well, the sheet is higher than the window, to be scrolled, and in a
/// narrow one the meanings are wrapped.
struct DrawnSheet: Sendable {
    /// The pixels, with the panel.
    let buffer: PixelBuffer
    /// The size in points.
    let size: Size
    /// The text size in points.
    let textSize: Double
    /// The number of columns.
    let columnCount: Int
    /// The frames in points of what a click chooses.
    let targets: [(choice: Sheet.Choice, frame: Rect)]

    /// The text sizes in points, in the order in which they are tried.
    static let textSizes = [15.0, 14, 13, 12, 11]
    /// The text sizes of a sheet that is higher than the window, of which the first is used whose columns are not wider than
    /// the window; with the last one, meanings are wrapped if they are.
    static let scrolledTextSizes = [12.0, 11]

    /// Draws the sheet; can be called on any thread.
    ///
    /// - Throws: ``TextError`` when no font is installed.
    init(_ groups: [Sheet.Group], window: Size, theme: ControlTheme, scale: Double) throws(TextError) {
        func pixels(_ part: Double, _ size: Double) -> Int { Int((size * part * scale).rounded()) }
        func width(_ size: Double) -> Int { Int(window.width * scale) - 2 * (pixels(1.4, size) + pixels(0.5, size)) }
        func fitting(_ text: SheetText, _ size: Double, isScrolled: Bool) -> SheetLayout? {
            let columnGap = pixels(2.4, size)
            let groupGap = pixels(0.9, size)
            guard !isScrolled else {
                return SheetLayout(
                    text.groupSizes, mostColumnsIn: width(size), columnGap: columnGap, groupGap: groupGap)
            }
            let height = Int(window.height * scale) - 2 * (pixels(1.4, size) + pixels(0.5, size))
            return SheetLayout(
                text.groupSizes, in: PixelSize(width: width(size), height: height), columnGap: columnGap,
                groupGap: groupGap)
        }
        func choose() throws(TextError) -> (text: SheetText, layout: SheetLayout, size: Double) {
            let all =
                Self.textSizes.map { ($0, isScrolled: false) } + Self.scrolledTextSizes.map { ($0, isScrolled: true) }
            for (size, isScrolled) in all {
                let text = try SheetText(groups, family: theme.family, size: size * scale)
                if let layout = fitting(text, size, isScrolled: isScrolled) { return (text, layout, size) }
            }
            let size = Self.scrolledTextSizes.last ?? theme.textSize
            let text = try SheetText(groups, family: theme.family, size: size * scale, width: max(1, width(size)))
            let layout = SheetLayout(
                text.groupSizes, columns: 1, columnGap: pixels(2.4, size), groupGap: pixels(0.9, size))
            return (text, layout, size)
        }
        let (text, layout, textSize) = try choose()
        let padding = pixels(1.4, textSize)
        self.textSize = textSize
        columnCount = Set(layout.positions.map(\.x)).count
        let pixelSize = PixelSize(
            width: min(layout.size.width + 2 * padding, Self.sideLimit),
            height: min(layout.size.height + 2 * padding, Self.sideLimit))
        targets = Self.targets(of: groups, text, at: layout.positions, padding: padding, scale: scale)
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

    /// The frames in points of the rows and keys that a click chooses.
    private static func targets(
        of groups: [Sheet.Group], _ text: SheetText, at positions: [SheetLayout.Position], padding: Int, scale: Double
    ) -> [(choice: Sheet.Choice, frame: Rect)] {
        func points(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Rect {
            Rect(
                x: Double(x) / scale, y: Double(y) / scale, width: Double(width) / scale, height: Double(height) / scale
            )
        }
        var targets: [(choice: Sheet.Choice, frame: Rect)] = []
        for (number, position) in positions.enumerated() {
            for (index, row) in groups[number].rows.enumerated() where row.clickable != .nothing {
                let line = text.groups[number].lines[index]
                var x = padding + position.x
                let y = padding + position.y + text.groups[number].tops[index]
                guard row.clickable == .keys else {
                    let end = padding + position.meaningX + line.meaning.lineBox.size.width
                    let height = text.keyHeight + line.extraHeight
                    targets.append((Sheet.Choice(group: number, row: index), points(x, y, end - x, height)))
                    continue
                }
                for (key, mask) in line.keys.enumerated() {
                    let width = text.keyWidth(mask)
                    let choice = Sheet.Choice(group: number, row: index, key: key)
                    targets.append((choice, points(x, y, width, text.keyHeight)))
                    x += width + text.keyGap
                }
            }
        }
        return targets
    }

    /// The opacity of the panel, which is darker than others because a sheet is read and not glanced at.
    private static let panelOpacity = 0.94
    /// The longest side of a sheet, in pixels.
    private static let sideLimit = 8192
}

extension PixelContext {
    /// Draws a group: its title and, below it, the keys and their meanings.
    fileprivate mutating func draw(
        _ group: SheetText.Group, of text: SheetText, at position: SheetLayout.Position, padding: Int,
        theme: ControlTheme, scale: Double
    ) {
        let left = padding + position.x
        let top = padding + position.y
        draw(group.title, column: left, row: top, color: theme.accentColor)
        for (index, line) in group.lines.enumerated() {
            let y = top + group.tops[index]
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
                row: y + (text.keyHeight - line.meaningPitch) / 2, color: theme.textColor)
        }
    }
}
