internal import LayerTree

/// Which pixels of each row a polygon covers, in exact arithmetic.
///
/// The line through the centers of a row's pixels crosses two edges of a convex polygon. Covered are the pixels from the
/// first center that is not left of the one crossing to the last that is left of the other; an edge counts from its
/// upper end to before its lower one. So a center on an edge belongs to the polygon right of or below that edge, and of
/// two polygons with a common edge to one.
struct ConvexSpans: Sendable {
    /// An edge that is not level, in the outline's steps, from its upper end.
    private struct Edge {
        /// The upper end.
        var x: Int, top: Int
        /// Where the lower end lies from there.
        var dx: Int, dy: Int

        /// The first column of which the center does not lie left of the edge at a height.
        ///
        /// The numbers are below 2²⁹, their products below 2⁵⁹.
        func firstColumn(at y: Int) -> Int {
            // The edge is at x + (height − top) · dx / dy, a center at step · column + step / 2.
            let distance = (x - ConvexSpans.step / 2) * dy + (y - top) * dx
            let divisor = ConvexSpans.step * dy
            return distance > 0 ? (distance + divisor - 1) / divisor : distance / divisor
        }
    }

    private static let step = PixelPolygon.subpixels

    private let edges: [Edge]

    /// The spans of an outline.
    init(_ outline: PixelPolygon) {
        let corners = outline.corners
        edges = corners.indices.compactMap { index in
            let (a, b) = (corners[index], corners[(index + 1) % corners.count])
            guard a.y != b.y else { return nil }
            let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
            return Edge(
                x: Int(upper.x), top: Int(upper.y), dx: Int(lower.x) - Int(upper.x), dy: Int(lower.y) - Int(upper.y))
        }
    }

    /// The covered pixels of a row; empty if there are none.
    func columns(inRow row: Int) -> Range<Int> {
        let y = row * Self.step + Self.step / 2
        var (first, end) = (Int.max, Int.min)
        for edge in edges where edge.top <= y && y < edge.top + edge.dy {
            let column = edge.firstColumn(at: y)
            first = min(first, column)
            end = max(end, column)
        }
        return first < end ? first..<end : 0..<0
    }
}
