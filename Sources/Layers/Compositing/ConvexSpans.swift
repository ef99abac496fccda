internal import LayerTree

/// The spans of pixels that a convex polygon covers, in exact integer arithmetic.
///
/// The line through the pixel centers of a row crosses two edges. The span starts at the first center not left of one crossing,
/// and ends before the first center not left of the other. An edge includes its upper end and excludes its lower end. So a
/// center on an edge belongs to the polygon right of or below that edge, and to only one of two adjacent polygons.
struct ConvexSpans: Sendable {
    /// An edge that is not horizontal, in subpixels.
    private struct Edge {
        /// The upper end.
        var x: Int, top: Int
        /// The lower end relative to the upper end.
        var dx: Int, dy: Int

        /// Returns the first column with a center not left of the edge at a y coordinate.
        ///
        /// All values are below 2²⁹ and their products below 2⁵⁹, so nothing overflows.
        func firstColumn(at y: Int) -> Int {
            // The edge is at x + (y − top) · dx / dy, a center at step · column + step / 2.
            let distance = (x - ConvexSpans.step / 2) * dy + (y - top) * dx
            let divisor = ConvexSpans.step * dy
            return distance > 0 ? (distance + divisor - 1) / divisor : distance / divisor
        }
    }

    private static let step = PixelPolygon.subpixels

    private let edges: [Edge]

    /// Creates the spans of a polygon.
    init(_ outline: PixelPolygon) {
        let corners = outline.corners
        edges = corners.indices.compactMap { index in
            let a = corners[index]
            let b = corners[(index + 1) % corners.count]
            guard a.y != b.y else { return nil }
            let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
            return Edge(
                x: Int(upper.x), top: Int(upper.y), dx: Int(lower.x) - Int(upper.x), dy: Int(lower.y) - Int(upper.y))
        }
    }

    /// The covered columns of a row; empty if there are none.
    func columns(inRow row: Int) -> Range<Int> {
        let y = row * Self.step + Self.step / 2
        var first = Int.max
        var end = Int.min
        for edge in edges where edge.top <= y && y < edge.top + edge.dy {
            let column = edge.firstColumn(at: y)
            first = min(first, column)
            end = max(end, column)
        }
        return first < end ? first..<end : 0..<0
    }
}

extension [ConvexSpans] {
    /// The columns of a row that all polygons cover, as a part of a range; the whole range without polygons.
    @inline(__always)
    func columns(inRow row: Int, of range: Range<Int>) -> Range<Int> {
        var columns = range
        for polygon in self { columns = columns.clamped(to: polygon.columns(inRow: row)) }
        return columns
    }
}
