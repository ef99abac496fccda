internal import LayerTree
internal import PixelKernels

/// The antialiased edges of a convex polygon: the coverage of each pixel by it.
///
/// Across an edge, coverage falls over one pixel, in proportion to the distance of a pixel's center from the edge. Distances come
/// from exact integers, so every quad with the same outline has the same coverage.
struct SoftEdges: Sendable {
    /// An edge; its inner side is where products are positive.
    private struct Edge {
        /// The start in subpixels.
        var x: Int, y: Int
        /// The direction in subpixels.
        var dx: Int, dy: Int
        /// Pixels for each unit of a product.
        var scale: Double

        /// Returns the distance of a pixel's center from the edge, in pixels; positive inside.
        func distance(column: Int, row: Int) -> Double {
            let right = column * PixelPolygon.subpixels + PixelPolygon.subpixels / 2 - x
            let down = row * PixelPolygon.subpixels + PixelPolygon.subpixels / 2 - y
            return Double(dx * down - dy * right) * scale
        }

        /// The change of the distance from a column to the next.
        var perColumn: Double { -Double(dy * PixelPolygon.subpixels) * scale }
    }

    private let edges: [Edge]

    /// Creates the edges of a polygon; nil if it has no area.
    init?(_ outline: PixelPolygon) {
        let corners = outline.corners.map { SIMD2(Int($0.x), Int($0.y)) }
        let pairs = zip(corners, corners.dropFirst() + corners.prefix(1))
        // Twice the area, positive if the corners are in clockwise order on the screen.
        let area = pairs.reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) }
        guard area != 0 else { return nil }
        edges = pairs.compactMap { start, end in
            let direction = end &- start
            guard direction != .zero else { return nil }
            let length = (Double(direction.x) * Double(direction.x) + Double(direction.y) * Double(direction.y))
                .squareRoot()
            return Edge(
                x: start.x, y: start.y, dx: direction.x, dy: direction.y,
                scale: (area > 0 ? 1 : -1) / (length * Double(PixelPolygon.subpixels)))
        }
    }

    /// Returns the columns of a row that are covered fully, as a part of a range; it may miss a few at its ends.
    func fullColumns(inRow row: Int, of columns: Range<Int>) -> Range<Int> {
        var first = Double(columns.lowerBound)
        var end = Double(columns.upperBound)
        for edge in edges {
            // Inside by half a pixel, and a little for rounding.
            let distance = edge.distance(column: 0, row: row) - (0.5 + 1.0 / 1024)
            let step = edge.perColumn
            if step > 0 {
                first = max(first, (-distance / step).rounded(.up))
            } else if step < 0 {
                end = min(end, (distance / -step).rounded(.down))
            } else if distance < 0 {
                return columns.lowerBound..<columns.lowerBound
            }
        }
        guard first < end else { return columns.lowerBound..<columns.lowerBound }
        return Int(first)..<Int(end)
    }

    /// Computes the coverage of some columns of a row, in 255ths.
    func coverage(row: Int, columns: Range<Int>, into target: UnsafeMutablePointer<UInt8>) {
        for (index, column) in columns.enumerated() {
            var covered = 1.0
            for edge in edges {
                covered *= min(max(edge.distance(column: column, row: row) + 0.5, 0), 1)
            }
            target[index] = UInt8((covered * 255).rounded(.toNearestOrEven))
        }
    }
}
