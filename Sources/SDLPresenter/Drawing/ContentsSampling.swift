internal import LayerTree
internal import TilePyramid

/// How contents are sampled from textures: which texture each part of a polygon needs, and how far it may reach.
struct ContentsSampling {
    /// A part of a polygon that needs one texture.
    struct Part {
        /// Which piece of the contents the texture has.
        var column: Int
        /// Which piece of the contents the texture has.
        var row: Int
        /// The part, its sources within what may be sampled.
        var polygon: ConvexPolygon<MeshCorner>
    }

    /// The textures of the contents.
    let pieces: TexturePieces
    /// Whether samples are means of neighbouring pixels.
    let isSmooth: Bool
    /// The places between which samples are taken, along x and y.
    private let columns: ClosedRange<Double>
    private let rows: ClosedRange<Double>

    /// How contents are sampled from textures that are no larger than `limit` each way.
    init(_ contents: RenderContents, limit: Int?) {
        let (size, source) = (contents.buffer.size, contents.source)
        pieces = TexturePieces(of: size, limit: limit)
        isSmooth = contents.filter != .nearest
        // A mean of pixels reaches half a pixel further than its place.
        let reach = isSmooth ? 0.5 : 0
        func range(_ low: Double, _ high: Double, _ length: Int) -> ClosedRange<Double> {
            let low = min(max(low.rounded(.down), 0), Double(length - 1))
            let high = min(max(high.rounded(.up), low + 1), Double(length))
            // At the edges of the contents the texture ends, and nothing more can be reached.
            let first = low > 0 ? low + reach : 0
            return first...(high < Double(length) ? max(first, high - reach) : Double(length))
        }
        columns = range(source.minX, source.maxX, size.width)
        rows = range(source.minY, source.maxY, size.height)
    }

    /// The parts of polygons, ordered by the texture they need.
    func parts(of cells: [ConvexPolygon<MeshCorner>]) -> [Part] {
        var parts: [Part] = []
        for cell in cells {
            let lines = lines(cell.range(axis: 0), within: columns, pieces.size.width)
            for strip in cell.split(at: lines, axis: 0) {
                let lines = self.lines(strip.range(axis: 1), within: rows, pieces.size.height)
                for part in strip.split(at: lines, axis: 1) {
                    parts.append(self.part(part))
                }
            }
        }
        guard pieces.grid.count > 1 else { return parts }
        return parts.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    }

    /// Where a polygon has to be cut: between textures, and where the sampling stops.
    private func lines(_ range: ClosedRange<Double>, within limits: ClosedRange<Double>, _ length: Int) -> [Double] {
        // Nearer than this to a corner, a cut makes no difference that can be seen.
        let margin = isSmooth ? 1.0 / 64 : .infinity
        let stops = [limits.lowerBound, limits.upperBound].filter {
            $0 > 0 && $0 < Double(length) && $0 > range.lowerBound + margin && $0 < range.upperBound - margin
        }
        return (stops + pieces.lines(within: range, length: length)).sorted()
    }

    private func part(_ polygon: ConvexPolygon<MeshCorner>) -> Part {
        let (x, y) = (polygon.range(axis: 0), polygon.range(axis: 1))
        let limited = polygon.corners.map { corner in
            MeshCorner(
                position: corner.position,
                source: SIMD2(
                    min(max(corner.source.x, columns.lowerBound), columns.upperBound),
                    min(max(corner.source.y, rows.lowerBound), rows.upperBound)))
        }
        return Part(
            column: pieces.index(at: (x.lowerBound + x.upperBound) / 2, count: pieces.grid.columns),
            row: pieces.index(at: (y.lowerBound + y.upperBound) / 2, count: pieces.grid.rows),
            polygon: ConvexPolygon(corners: limited))
    }
}
