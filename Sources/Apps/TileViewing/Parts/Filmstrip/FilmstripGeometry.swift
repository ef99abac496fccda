internal import LayerTree
internal import VectorDrawing

/// The places of the thumbnails in the filmstrip: equal squares in a row, which scrolls.
struct FilmstripGeometry: Hashable, Sendable {
    /// The number of files.
    var count: Int
    /// The width of the strip in points.
    var width: Double
    /// The distance by which the row is scrolled, in points.
    var offset = 0.0

    /// The side of a thumbnail.
    static let side = 64.0
    /// The space between two thumbnails.
    static let gap = 6.0
    /// The space between the thumbnails and the edges of the strip.
    static let padding = 8.0
    /// The height of the strip.
    static let height = side + 2 * padding

    private static let step = side + gap

    /// The width of all thumbnails with the padding.
    var contentWidth: Double { max(0, Double(count) * Self.step - Self.gap) + 2 * Self.padding }

    /// The largest distance by which the row can be scrolled.
    private var greatestOffset: Double { max(0, contentWidth - width) }

    /// Scrolls by a distance, as far as there are thumbnails.
    mutating func scroll(by distance: Double) {
        offset = min(max(0, offset + distance), greatestOffset)
    }

    /// Scrolls such that a thumbnail is in the middle, as far as there are thumbnails.
    mutating func center(on item: Int) {
        offset = 0
        scroll(by: (Double(item) * Self.step + Self.padding + Self.side / 2 - width / 2).rounded())
    }

    /// The frame of a thumbnail in the strip.
    func frame(of item: Int) -> Rect {
        Rect(
            x: Self.padding + Double(item) * Self.step - offset, y: Self.padding, width: Self.side, height: Self.side)
    }

    /// The thumbnails that are in view, at least in part.
    var visibleItems: Range<Int> {
        let first = ((offset - Self.padding - Self.side) / Self.step).rounded(.down) + 1
        let end = ((offset + width - Self.padding) / Self.step).rounded(.up)
        let limits = 0.0...Double(count)
        // Checked: the number of files bounds both.
        let start = Int(min(max(first, limits.lowerBound), limits.upperBound))
        return start..<max(start, Int(min(max(end, limits.lowerBound), limits.upperBound)))
    }

    /// The thumbnail at a point of the strip; nil for none.
    func item(at point: Point) -> Int? { visibleItems.first { frame(of: $0).contains(point) } }
}
