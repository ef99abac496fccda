package import TilePyramid

/// Computes how much of each pixel a set of polygons covers.
///
/// Each row of pixels is divided into 16 subscanlines. Along a subscanline coverage is exact, so vertical edges are
/// exact and horizontal ones are exact to 1/16 pixel. A shape whose edges lie on pixel boundaries has no partially
/// covered pixels.
package struct Coverage: Sendable {
    /// An edge, directed downward.
    private struct Edge: Sendable {
        var top: Double, bottom: Double
        /// The x coordinate at the top, and its change for each pixel downward.
        var x: Double, slope: Double
        /// 1 if the polygon runs downward along the edge, −1 if upward.
        var winding: Int

        init?(_ start: Point, _ end: Point) {
            guard start.y != end.y else { return nil }
            let (upper, lower) = start.y < end.y ? (start, end) : (end, start)
            (top, bottom, x) = (upper.y, lower.y, upper.x)
            slope = (lower.x - upper.x) / (lower.y - upper.y)
            winding = start.y < end.y ? 1 : -1
        }
    }

    /// The intersection of an edge with a subscanline.
    private typealias Crossing = (x: Double, winding: Int)

    private let edges: [Edge]
    private let isEvenOdd: Bool
    private static let subscanlinesPerRow = 16

    /// Creates the coverage of polygons, each of which is closed.
    ///
    /// Inside are points with a winding number other than 0 or, with the even-odd rule, with an odd one.
    package init(_ polygons: [[Point]], isEvenOdd: Bool = false) {
        self.isEvenOdd = isEvenOdd
        edges = polygons.flatMap { polygon in
            zip(polygon, polygon.dropFirst() + polygon.prefix(1)).compactMap { Edge($0, $1) }
        }.sorted { $0.top < $1.top }
    }

    /// Calls `body` for each row with coverage, from top to bottom.
    ///
    /// - Parameters:
    ///   - clip: the pixels to compute.
    ///   - body: receives the row, the first column, and the coverage of the pixels from there, 0 to 255 each.
    package func forEachRow(in clip: PixelRect, _ body: (Int, Int, UnsafeBufferPointer<UInt8>) -> Void) {
        guard let first = edges.first, let bottom = edges.lazy.map(\.bottom).max() else { return }
        let top = max(Double(clip.y), first.top.rounded(.down))
        let end = min(Double(clip.y + clip.size.height), bottom.rounded(.up))
        guard top < end else { return }
        var active: [Edge] = []
        var crossings: [Crossing] = []
        var next = edges.startIndex
        var line = CoverageScanline(columns: clip.columns)
        for row in Int(top)..<Int(end) {
            while next < edges.endIndex, edges[next].top < Double(row + 1) {
                active.append(edges[next])
                next += 1
            }
            active.removeAll { $0.bottom <= Double(row) }
            for index in 0..<Self.subscanlinesPerRow {
                let y = Double(row) + (Double(index) + 0.5) / Double(Self.subscanlinesPerRow)
                add(active, at: y, crossings: &crossings, to: &line)
            }
            line.flush(weight: 1 / Double(Self.subscanlinesPerRow)) { column, coverage in body(row, column, coverage) }
        }
    }

    /// Adds the coverage of one subscanline; `crossings` is scratch memory.
    private func add(_ edges: [Edge], at y: Double, crossings: inout [Crossing], to line: inout CoverageScanline) {
        crossings.removeAll(keepingCapacity: true)
        for edge in edges where edge.top <= y && y < edge.bottom {
            crossings.append((edge.x + edge.slope * (y - edge.top), edge.winding))
        }
        crossings.sort { $0.x < $1.x }
        var winding = 0
        var start = 0.0
        for crossing in crossings {
            let wasInside = isInside(winding)
            winding += crossing.winding
            if !wasInside {
                start = crossing.x
            } else if !isInside(winding) {
                line.add(from: start, to: crossing.x)
            }
        }
    }

    private func isInside(_ winding: Int) -> Bool { isEvenOdd ? winding & 1 != 0 : winding != 0 }
}
