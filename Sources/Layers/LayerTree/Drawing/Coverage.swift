internal import TilePyramid

/// How much of each pixel some polygons cover.
///
/// Each row of pixels is cut into 16 lines. Along a line the covered lengths are exact; so upright edges are exact
/// everywhere, level ones to 1/16 of a pixel, and shapes whose edges lie between pixels have none that are half covered.
struct Coverage {
    /// Which places count as inside where outlines overlap.
    enum WindingRule {
        /// Those that the outlines do not run around as often one way as the other.
        case nonZero
        /// Those that a line from far away reaches after crossing an odd number of edges.
        case evenOdd
    }

    /// An edge, downwards.
    private struct Edge {
        var top: Double, bottom: Double
        /// Where it is at the top, and how far it goes to the right for each pixel downwards.
        var x: Double, slope: Double
        /// 1 when it was given downwards, −1 when upwards.
        var winding: Int

        init?(_ start: Point, _ end: Point) {
            guard start.y != end.y else { return nil }
            let (upper, lower) = start.y < end.y ? (start, end) : (end, start)
            (top, bottom, x) = (upper.y, lower.y, upper.x)
            slope = (lower.x - upper.x) / (lower.y - upper.y)
            winding = start.y < end.y ? 1 : -1
        }
    }

    /// Where an edge crosses a line.
    private struct Crossing {
        var x: Double
        var winding: Int
    }

    private let edges: [Edge]
    private let rule: WindingRule
    private static let subscanlinesPerRow = 16

    /// The polygons' coverage; all of them are closed.
    init(_ polygons: [[Point]], rule: WindingRule = .nonZero) {
        self.rule = rule
        edges = polygons.flatMap { polygon in
            zip(polygon, polygon.dropFirst() + polygon.prefix(1)).compactMap { Edge($0, $1) }
        }.sorted { $0.top < $1.top }
    }

    /// Calls back for each row in which something is covered, from the uppermost.
    ///
    /// - Parameters:
    ///   - clip: the pixels that count.
    ///   - body: gets the row, the first column, and how much of the pixels from there on is covered, 0 to 255.
    func forEachRow(in clip: PixelRect, _ body: (Int, Int, UnsafeBufferPointer<UInt8>) -> Void) {
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
                let height = Double(row) + (Double(index) + 0.5) / Double(Self.subscanlinesPerRow)
                add(active, at: height, crossings: &crossings, to: &line)
            }
            line.flush(weight: 1 / Double(Self.subscanlinesPerRow)) { column, coverage in body(row, column, coverage) }
        }
    }

    /// Adds what is covered along a line.
    ///
    /// - Parameters:
    ///   - edges: those that may cross it.
    ///   - height: the line.
    ///   - crossings: room that is used again and again.
    ///   - line: gets what is covered.
    private func add(
        _ edges: [Edge], at height: Double, crossings: inout [Crossing], to line: inout CoverageScanline
    ) {
        crossings.removeAll(keepingCapacity: true)
        for edge in edges where edge.top <= height && height < edge.bottom {
            crossings.append(Crossing(x: edge.x + edge.slope * (height - edge.top), winding: edge.winding))
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

    private func isInside(_ winding: Int) -> Bool {
        switch rule {
        case .nonZero: winding != 0
        case .evenOdd: winding & 1 != 0
        }
    }
}
