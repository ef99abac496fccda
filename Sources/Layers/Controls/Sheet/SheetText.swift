internal import TextLayers
internal import TextRendering
internal import TilePyramid

/// The texts of a sheet as masks in one size; lengths are in pixels.
struct SheetText {
    /// A line: the labels of keys, and their meaning.
    struct Line {
        var keys: [TextMask]
        var meaning: TextMask
    }
    /// A group with its title.
    struct Group {
        var title: TextMask
        var lines: [Line]
    }

    /// The groups, in their order.
    let groups: [Group]
    /// The distance from one line to the next.
    let linePitch: Int
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
    /// - Throws: ``TextError`` when no font is installed.
    init(_ groups: [Sheet.Group], family: String, size: Double) throws(TextError) {
        let plain = TextFont(family: family, size: size)
        let small = TextFont(family: family, size: size * 0.9)
        let bold = TextFont(family: family, size: size, weight: .bold)
        func draw(_ text: String, _ font: TextFont) throws(TextError) -> TextMask {
            try TextRenderer.draw(text.isEmpty ? " " : text, font: font, layout: .line)
        }
        var drawn: [Group] = []
        for group in groups {
            var lines: [Line] = []
            for row in group.rows {
                var keys: [TextMask] = []
                for key in row.keys {
                    try keys.append(draw(key, small))
                }
                try lines.append(Line(keys: keys, meaning: draw(row.meaning, plain)))
            }
            try drawn.append(Group(title: draw(group.title, bold), lines: lines))
        }
        self.groups = drawn
        func pixels(_ part: Double) -> Int { max(1, Int((size * part).rounded())) }
        let textHeight = drawn.first?.title.lineBox.size.height ?? 0
        keyHeight = textHeight + pixels(0.12)
        linePitch = keyHeight + pixels(0.28)
        titlePitch = textHeight + pixels(0.45)
        keyPadding = pixels(0.42)
        keyGap = pixels(0.28)
        meaningGap = pixels(0.75)
    }

    /// The width of a key with a label; a key is at least as wide as it is high.
    func keyWidth(_ sign: TextMask) -> Int { max(keyHeight, sign.lineBox.size.width + 2 * keyPadding) }

    /// The width of all keys of a line.
    func keysWidth(_ line: Line) -> Int {
        line.keys.reduce(0) { $0 + keyWidth($1) } + keyGap * max(0, line.keys.count - 1)
    }

    /// The size of each group.
    var groupSizes: [SheetLayout.Group] {
        groups.map { group in
            SheetLayout.Group(
                keysWidth: (group.lines.map(keysWidth).max() ?? 0) + meaningGap,
                meaningWidth: group.lines.map(\.meaning.lineBox.size.width).max() ?? 0,
                titleWidth: group.title.lineBox.size.width, height: titlePitch + linePitch * group.lines.count)
        }
    }
}
