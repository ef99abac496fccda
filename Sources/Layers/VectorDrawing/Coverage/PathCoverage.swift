package import TilePyramid

/// The coverage of pixels by a path: the exact area within each pixel, in 255ths.
///
/// A coverage is created once and can then be computed for any rectangle, by several threads at once; the results of parts are
/// equal to the result of the whole.
///
/// The area of the polygons is multiplied by the winding number, summed over the pixel, and then limited to 1 (nonzero) or
/// folded (even-odd), as in FreeType's smooth rasterizer. So a pixel is exact to the rounding of 1/255, except a partially
/// covered pixel with winding numbers other than 0 and ±1: where edges of one shape cross, or pieces of it overlap, it is an
/// approximation. A shape with edges on pixel boundaries has no partially covered pixels.
package struct PathCoverage: Sendable {
    /// Neighboring pixels of a row; at least one of them is covered.
    package struct Span {
        /// The row.
        package let row: Int
        /// The columns.
        package let columns: Range<Int>
        /// The coverage of each pixel, 0 to 255, valid during the call; nil if all pixels are fully covered.
        package let coverage: UnsafePointer<UInt8>?
    }

    /// The smallest rectangle that contains all pixels with coverage; empty if there are none.
    package let pixelBounds: PixelRect

    /// The edges, ordered by their tops.
    private let edges: [CoverageEdge]
    /// The lowest bottom in the subtree of each edge, see ``forEachEdge(crossing:in:_:)``; empty if there are few edges.
    private let lowestBottoms: [Double]
    private let rule: FillRule

    /// The maximum error of curves, in pixels: 1/256, so that coverage changes by less than 1/255.
    package static let tolerance = 1.0 / 256

    /// The maximum number of edges that are searched one by one.
    private static let listLimit = 256

    /// Creates the coverage of a filled path; open subpaths are closed implicitly.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - rule: the fill rule; nonzero by default.
    ///   - transform: from the path's coordinates to pixels; none by default.
    ///   - visible: the pixels of interest, to save work for others; nil, the default, for all.
    /// - Complexity: O(n log n) for n lines; a curve takes as many lines as its visible length needs.
    package init(
        _ path: Path, rule: FillRule = .nonZero, transform: AffineTransform = .identity, visible: PixelRect? = nil
    ) {
        var list = CoverageEdgeList(visible: visible)
        for element in path.elements {
            switch element {
            case .move(let point): list.move(to: transform.apply(to: point))
            case .line(let end): list.addLine(to: transform.apply(to: end))
            case .curve(let end, let first, let second):
                list.addCurve(
                    to: transform.apply(to: end), controls: transform.apply(to: first), transform.apply(to: second),
                    tolerance: Self.tolerance)
            case .close: list.close()
            }
        }
        self.init(list, rule: rule, visible: visible)
    }

    /// Creates the coverage of a stroked path; overlapping parts count once.
    ///
    /// The outline is computed in the path's coordinates: a transform that shears or scales unevenly deforms the stroke.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - style: the width, caps, joins and dashes.
    ///   - transform: from the path's coordinates to pixels; none by default.
    ///   - visible: the pixels of interest; nil, the default, for all.
    package init(
        stroking path: Path, style: StrokeStyle, transform: AffineTransform = .identity, visible: PixelRect? = nil
    ) {
        let scale = transform.maximumScale
        let polygons = path.strokePolygons(style, tolerance: scale > 0 ? Self.tolerance / scale : 1)
        var list = CoverageEdgeList(visible: visible)
        for polygon in polygons {
            list.add(polygon.lazy.map(transform.apply))
        }
        self.init(list, rule: .nonZero, visible: visible)
    }

    /// Creates the coverage of closed polygons, in pixels.
    ///
    /// For a projective transform: flatten with ``Path/polygons(within:mapping:)``, clip, and map the points.
    ///
    /// - Parameters:
    ///   - polygons: the polygons; points that are not finite are dropped.
    ///   - rule: the fill rule; nonzero by default.
    ///   - visible: the pixels of interest; nil, the default, for all.
    package init(polygons: [[Point]], rule: FillRule = .nonZero, visible: PixelRect? = nil) {
        var list = CoverageEdgeList(visible: visible)
        for polygon in polygons {
            list.add(polygon)
        }
        self.init(list, rule: rule, visible: visible)
    }

    private init(_ list: consuming CoverageEdgeList, rule: FillRule, visible: PixelRect?) {
        list.close()
        let left = list.left.rounded(.down)
        let right = list.right.rounded(.up)
        let top = list.top.rounded(.down)
        let bottom = list.bottom.rounded(.up)
        self.rule = rule
        edges = list.sortedEdges()
        lowestBottoms = edges.count > Self.listLimit ? Self.lowestBottoms(edges) : []
        guard !edges.isEmpty, left < right else {
            pixelBounds = .none
            return
        }
        let bounds = PixelRect(
            x: Int(left), y: Int(top), width: Int(right) - Int(left), height: Int(bottom) - Int(top))
        pixelBounds = visible.map(bounds.intersection) ?? bounds
    }

    /// Whether no pixel has coverage.
    package var isEmpty: Bool { pixelBounds.isEmpty }

    /// Calls `body` for each span of pixels with coverage: from top to bottom, and from left to right.
    ///
    /// - Parameters:
    ///   - clip: the pixels to compute.
    ///   - body: receives the spans; the coverage they point to is valid during the call.
    /// - Complexity: O(log n + pixels that edges cross + covered pixels), for n edges; memory of 8 bytes for each pixel of
    ///   32 rows or fewer, 128 KiB unless a single row takes more.
    package func forEachSpan(in clip: PixelRect, _ body: (Span) -> Void) {
        let area = clip.intersection(pixelBounds)
        guard !area.isEmpty else { return }
        let band = CoverageBand(columns: area.columns, rows: area.size.height)
        edges.withUnsafeBufferPointer { edges in
            var active: [Int] = []
            var next = firstEdge(at: Double(area.y))
            if lowestBottoms.isEmpty {
                active += (0..<next).lazy.filter { edges[$0].bottom > Double(area.y) }
            } else {
                forEachEdge(crossing: Double(area.y), in: edges.indices) { active.append($0) }
            }
            var y = area.y
            while y < area.rows.upperBound {
                let rows = y..<min(y + band.height, area.rows.upperBound)
                let end = Double(rows.upperBound)
                var kept = 0
                for index in active {
                    band.add(edges[index], in: rows)
                    if edges[index].bottom > end {
                        active[kept] = index
                        kept += 1
                    }
                }
                active.removeLast(active.count - kept)
                while next < edges.count, edges[next].top < end {
                    band.add(edges[next], in: rows)
                    if edges[next].bottom > end { active.append(next) }
                    next += 1
                }
                band.flush(rows: rows, rule: rule, body)
                y = rows.upperBound
                if active.isEmpty {
                    guard next < edges.count else { return }
                    y = max(y, Int(edges[next].top.rounded(.down)))
                }
            }
        }
    }

    /// Returns the coverage of the pixels of a rectangle, row by row, for use as a mask.
    ///
    /// - Parameter rect: the pixels.
    /// - Returns: 0 to 255 for each pixel, without padding between rows; nothing for an empty rectangle.
    /// - Complexity: as for ``forEachSpan(in:_:)``, and a byte for each pixel of `rect`.
    package func mask(of rect: PixelRect) -> [UInt8] {
        guard !rect.isEmpty else { return [] }
        return [UInt8](unsafeUninitializedCapacity: rect.size.area) { mask, count in
            mask.initialize(repeating: 0)
            count = mask.count
            guard let base = mask.baseAddress else { return }
            forEachSpan(in: rect) { span in
                let target = base + ((span.row - rect.y) * rect.size.width + span.columns.lowerBound - rect.x)
                if let coverage = span.coverage {
                    target.update(from: coverage, count: span.columns.count)
                } else {
                    target.update(repeating: 255, count: span.columns.count)
                }
            }
        }
    }

    /// Returns the first edge with a top at or below a height.
    private func firstEdge(at y: Double) -> Int {
        var range = edges.indices
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            range = edges[middle].top < y ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    /// Calls `body` with the edges that begin above a height and end below it, in their order.
    ///
    /// The middle edge of a range is the root of a tree; the ranges before and after it are the subtrees.
    private func forEachEdge(crossing y: Double, in range: Range<Int>, _ body: (Int) -> Void) {
        guard !range.isEmpty else { return }
        let middle = (range.lowerBound + range.upperBound) / 2
        guard lowestBottoms[middle] > y else { return }
        forEachEdge(crossing: y, in: range.lowerBound..<middle, body)
        guard edges[middle].top < y else { return }
        if edges[middle].bottom > y { body(middle) }
        forEachEdge(crossing: y, in: middle + 1..<range.upperBound, body)
    }

    private static func lowestBottoms(_ edges: [CoverageEdge]) -> [Double] {
        var result = edges.map(\.bottom)
        @discardableResult func find(_ range: Range<Int>) -> Double {
            guard !range.isEmpty else { return -.infinity }
            let middle = (range.lowerBound + range.upperBound) / 2
            result[middle] = max(
                result[middle], find(range.lowerBound..<middle), find(middle + 1..<range.upperBound))
            return result[middle]
        }
        find(edges.indices)
        return result
    }
}

extension AffineTransform {
    /// The largest factor by which a length grows: the larger singular value.
    var maximumScale: Double {
        let sum = a * a + b * b + c * c + d * d
        let difference = 2 * determinant
        let inner = max(sum * sum - difference * difference, 0).squareRoot()
        return ((sum + inner) / 2).squareRoot()
    }
}
