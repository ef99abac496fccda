internal import TextLayers
internal import TextRendering
internal import TilePyramid

/// The texts of a sheet as masks in one size; lengths are in pixels.
struct SheetText {
    /// A line: the labels of keys, and their meaning.
    struct Line {
        var keys: [TextMask]
        var meaning: TextMask

        /// The height of a line of the meaning, which may be wrapped.
        var meaningPitch: Int { meaning.lineBox.size.height / max(1, meaning.lineCount) }
        /// The height of all lines of the meaning but the first.
        var extraHeight: Int { meaning.lineBox.size.height - meaningPitch }
    }
    /// A group with its title.
    struct Group {
        var title: TextMask
        var lines: [Line]
        /// The distance from the top of the title to that of each line.
        var tops: [Int] = []
        /// The distance from the top of the title to the bottom of the last line.
        var height = 0
    }

    /// The groups, in their order.
    let groups: [Group]
    /// The distance from a title to the first line below it.
    let titlePitch: Int
    /// The distance from the edge of a key to its label.
    let keyPadding: Int
    /// The gap between two keys.
    let keyGap: Int
    /// The gap between the keys and their meaning.
    let meaningGap: Int
    /// The height of a key.
    let keyHeight: Int

    /// Draws all texts in a size in pixels, to which all distances are proportional.
    ///
    /// - Parameters:
    ///   - groups: the groups.
    ///   - family: the font.
    ///   - size: the size of the text.
    ///   - width: the width of a column, in which meanings are wrapped; nil, the default, for lines as long as they need.
    /// - Throws: ``TextError`` when no font is installed.
    init(_ groups: [Sheet.Group], family: String, size: Double, width: Int? = nil) throws(TextError) {
        let plain = TextFont(family: family, size: size)
        let small = TextFont(family: family, size: size * 0.9)
        let bold = TextFont(family: family, size: size, weight: .bold)
        func draw(_ text: String, _ font: TextFont, _ layout: TextLayoutOptions = .line) throws(TextError) -> TextMask {
            try TextRenderer.draw(text.isEmpty ? " " : text, font: font, layout: layout)
        }
        func pixels(_ part: Double) -> Int { max(1, Int((size * part).rounded())) }
        let textHeight = try draw(groups.first?.title ?? "", bold).lineBox.size.height
        let keyHeight = textHeight + pixels(0.12)
        let linePitch = keyHeight + pixels(0.28)
        let titlePitch = textHeight + pixels(0.45)
        self.keyHeight = keyHeight
        self.titlePitch = titlePitch
        keyPadding = pixels(0.42)
        keyGap = pixels(0.28)
        meaningGap = pixels(0.75)
        var keys: [[[TextMask]]] = []
        for group in groups {
            var rows: [[TextMask]] = []
            for row in group.rows {
                var masks: [TextMask] = []
                for key in row.keys { try masks.append(draw(key, small)) }
                rows.append(masks)
            }
            keys.append(rows)
        }
        var layout = TextLayoutOptions.line
        if let width {
            var keysWidth = 0
            for masks in keys.joined() {
                keysWidth = max(keysWidth, Self.width(of: masks, keyHeight, keyPadding, keyGap))
            }
            layout = TextLayoutOptions(width: max(width - keysWidth - meaningGap, pixels(Self.leastMeaningWidth)))
        }
        var drawn: [Group] = []
        for (group, rows) in zip(groups, keys) {
            var new = try Group(title: draw(group.title, bold), lines: [])
            var top = titlePitch
            for (row, masks) in zip(group.rows, rows) {
                let line = try Line(keys: masks, meaning: draw(row.meaning, plain, layout))
                new.lines.append(line)
                new.tops.append(top)
                top += linePitch + line.extraHeight
            }
            new.height = top
            drawn.append(new)
        }
        self.groups = drawn
    }

    /// The least width in which meanings are wrapped, as a multiple of the text size.
    private static let leastMeaningWidth = 6.0

    private static func width(of keys: [TextMask], _ height: Int, _ padding: Int, _ gap: Int) -> Int {
        keys.reduce(0) { $0 + max(height, $1.lineBox.size.width + 2 * padding) } + gap * max(0, keys.count - 1)
    }

    /// The width of a key with a label; a key is at least as wide as it is high.
    func keyWidth(_ sign: TextMask) -> Int { max(keyHeight, sign.lineBox.size.width + 2 * keyPadding) }

    /// The width of all keys of a line.
    func keysWidth(_ line: Line) -> Int { Self.width(of: line.keys, keyHeight, keyPadding, keyGap) }

    /// The size of each group.
    var groupSizes: [SheetLayout.Group] {
        groups.map { group in
            SheetLayout.Group(
                keysWidth: (group.lines.map(keysWidth).max() ?? 0) + meaningGap,
                meaningWidth: group.lines.map(\.meaning.lineBox.size.width).max() ?? 0,
                titleWidth: group.title.lineBox.size.width, height: group.height)
        }
    }
}
