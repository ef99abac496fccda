internal import CPango
package import TilePyramid

/// Text that Pango has laid out; it exists only while its engine is locked.
///
/// Coordinates begin at the upper left corner of the layout: the left edge of its width, and the top of the first line.
package final class LaidOutText {
    /// A part of the text whose characters have the same attributes.
    struct Part {
        /// The characters as offsets in UTF-8.
        var bytes: Range<Int>
        var attributes: TextAttributes
    }

    /// A line, with lengths in Pango's units.
    struct Line {
        var pointer: UnsafeMutablePointer<PangoLayoutLine>
        /// The line box, after alignment.
        var box: PangoRectangle
        /// The box of the glyphs' outlines.
        var ink: PangoRectangle
        var baseline: Int32
        /// The parts of the text that Pango has laid out with the line; the offsets of its items refer to them.
        var parts: [Part]
    }

    /// The size and position of the lines in pixels.
    package let metrics: TextMetrics
    /// The bounds of the drawn pixels; they reach beyond the lines if letters do.
    package let extent: PixelRect

    let lines: [Line]
    let decorations: [TextDecoration]
    private let paragraphs: [LaidOutParagraphs]

    /// Takes ownership of paragraphs that Pango has laid out.
    ///
    /// - Parameters:
    ///   - paragraphs: the paragraphs, from the top.
    ///   - arrangement: the requested layout.
    ///   - isCut: whether the text was too long for the layout.
    init(_ paragraphs: [LaidOutParagraphs], layout arrangement: TextLayoutOptions, isCut: Bool) {
        self.paragraphs = paragraphs
        var lines = paragraphs.flatMap(\.lines)
        var isTruncated = isCut || paragraphs.contains(where: \.isEllipsized)
        if arrangement.truncation == .none {
            let limit = max(arrangement.lineLimit ?? .max, 1)
            isTruncated = isTruncated || lines.count > limit
            lines = Array(lines.prefix(limit))
        }
        Self.align(&lines, arrangement, width: paragraphs.first?.width ?? -1)
        self.lines = lines
        decorations = TextDecoration.all(of: lines)
        let box = lines.reduce(Extent.none) { $0.union(Extent(inclusive: $1.box)) }
        let ink = lines.reduce(Extent.none) { $0.union(Extent(inclusive: $1.ink)) }
        let drawn = decorations.reduce(ink) { $0.union(Extent($1.rect)) }
        // Ink may exceed the lines by one line's height; stacked accents could otherwise extend without limit.
        let all = box.union(drawn.clamped(to: box.grown(by: max(box.height, 1)))).cut(to: TextRenderer.sideLimit)
        extent = all.pixels
        metrics = TextMetrics(
            lineBox: box.clamped(to: all).pixels, lines: lines.map { Extent(nearest: $0.box).pixels },
            baseline: lines.first.map { Int(pixels($0.baseline)) } ?? 0, isTruncated: isTruncated)
    }

    /// Moves lines to a side that does not depend on the script.
    private static func align(_ lines: inout [Line], _ arrangement: TextLayoutOptions, width: Int32) {
        guard arrangement.alignment == .left || arrangement.alignment == .right else { return }
        // The box of a line with an ellipsis is as wide as the layout, whatever its letters take.
        let widths = lines.map(\.glyphWidth)
        let width = width >= 0 ? width : widths.max() ?? 0
        for index in lines.indices {
            let x = arrangement.alignment == .left ? 0 : pixels(width - widths[index]) * PANGO_SCALE
            lines[index].ink.x += x - lines[index].box.x
            lines[index].box.x = x
            lines[index].box.width = widths[index]
        }
    }
}

/// Rounds a length in Pango's units to pixels.
func pixels(_ units: Int32) -> Int32 {
    // Halves are rounded up, as by Pango's PANGO_PIXELS.
    (units + PANGO_SCALE / 2) >> 10
}

/// A rectangle in whole pixels, in Pango's coordinates from the start of the text.
struct Extent {
    var left: Int, top: Int, right: Int, bottom: Int

    static let none = Extent(left: 0, top: 0, right: 0, bottom: 0)

    var width: Int { max(0, right - left) }
    var height: Int { max(0, bottom - top) }

    /// The bounding box of both; a rectangle without width and height does not count.
    func union(_ other: Extent) -> Extent {
        if other.width == 0, other.height == 0 { return self }
        if width == 0, height == 0 { return other }
        return Extent(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }

    func clamped(to limit: Extent) -> Extent {
        Extent(
            left: max(left, limit.left), top: max(top, limit.top), right: min(right, limit.right),
            bottom: min(bottom, limit.bottom))
    }

    func grown(by distance: Int) -> Extent {
        Extent(left: left - distance, top: top - distance, right: right + distance, bottom: bottom + distance)
    }

    /// The rectangle with its width and height limited.
    func cut(to limit: Int) -> Extent {
        Extent(left: left, top: top, right: min(right, left + limit), bottom: min(bottom, top + limit))
    }

    var pixels: PixelRect { PixelRect(x: left, y: top, width: width, height: height) }
}

extension Extent {
    /// All pixels that a rectangle in Pango's units touches.
    init(inclusive rectangle: PangoRectangle) {
        self.init(
            left: Int(rectangle.x) >> 10, top: Int(rectangle.y) >> 10,
            right: (Int(rectangle.x) + Int(rectangle.width) + 1023) >> 10,
            bottom: (Int(rectangle.y) + Int(rectangle.height) + 1023) >> 10)
    }

    /// A rectangle in Pango's units with each edge rounded to the nearest pixel.
    init(nearest rectangle: PangoRectangle) {
        func rounded(_ units: Int) -> Int { (units + 512) >> 10 }
        self.init(
            left: rounded(Int(rectangle.x)), top: rounded(Int(rectangle.y)),
            right: rounded(Int(rectangle.x) + Int(rectangle.width)),
            bottom: rounded(Int(rectangle.y) + Int(rectangle.height)))
    }

    init(_ rect: PixelRect) {
        self.init(
            left: rect.columns.lowerBound, top: rect.rows.lowerBound, right: rect.columns.upperBound,
            bottom: rect.rows.upperBound)
    }
}
