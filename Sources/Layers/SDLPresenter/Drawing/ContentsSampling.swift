internal import LayerTree
internal import TilePyramid

/// How a size of contents is sampled from textures: which texture each part of a polygon needs, and how far it may
/// reach.
struct ContentsSampling {
    /// A part of a polygon that needs one texture.
    struct Part {
        /// Which piece of the contents the texture has.
        var column: Int
        /// Which piece of the contents the texture has.
        var row: Int
        /// The part, its sources within what may be sampled.
        var polygon: ClippablePolygon<MeshVertex>
    }

    /// The textures.
    let pieces: TexturePieces
    /// Whether samples are means of neighboring pixels.
    let isSmooth: Bool
    /// The places between which samples are taken, along x and y.
    private let columns: ClosedRange<Double>
    private let rows: ClosedRange<Double>

    /// How a size is sampled from textures that are no larger than `limit` each way.
    init(_ size: ContentsMipLevel, isSmooth: Bool, limit: Int?) {
        let (whole, part) = (size.buffer.size, size.samplingBounds)
        pieces = TexturePieces(of: whole, limit: limit)
        self.isSmooth = isSmooth
        func range(_ part: Range<Int>, _ length: Int) -> ClosedRange<Double> {
            // A mean of pixels reaches half a pixel further than its place. At the edges of the contents the texture
            // ends, and nothing more can be reached.
            let reach = isSmooth ? 0.5 : 0
            let first = part.lowerBound > 0 ? Double(part.lowerBound) + reach : 0
            let last = part.upperBound < length ? Double(part.upperBound) - reach : Double(length)
            return first...max(first, last)
        }
        columns = range(part.columns, whole.width)
        rows = range(part.rows, whole.height)
    }

    /// The parts of a polygon.
    func parts(of polygon: ClippablePolygon<MeshVertex>) -> [Part] {
        let polygon = isSmooth ? polygon : Self.biased(polygon)
        let lines = lines(polygon.range(axis: 0), within: columns, pieces.size.width)
        return polygon.split(at: lines, axis: 0).flatMap { strip in
            let lines = self.lines(strip.range(axis: 1), within: rows, pieces.size.height)
            return strip.split(at: lines, axis: 1).map(part)
        }
    }

    /// Where a polygon has to be cut: between textures, and where the sampling stops.
    private func lines(_ range: ClosedRange<Double>, within limits: ClosedRange<Double>, _ length: Int) -> [Double] {
        let between = pieces.lines(within: range, length: length)
        guard isSmooth else { return between }
        // Nearer than this to a corner, a cut makes no difference that can be seen.
        let margin = 1.0 / 64
        let stops = [limits.lowerBound, limits.upperBound].filter {
            $0 > 0 && $0 < Double(length) && $0 > range.lowerBound + margin && $0 < range.upperBound - margin
        }
        return stops.isEmpty ? between : (stops + between).sorted()
    }

    private func part(_ polygon: ClippablePolygon<MeshVertex>) -> Part {
        let (x, y) = (polygon.range(axis: 0), polygon.range(axis: 1))
        var limited = polygon
        for index in limited.corners.indices {
            let source = polygon.corners[index].source
            limited.corners[index].source = SIMD2(
                min(max(source.x, columns.lowerBound), columns.upperBound),
                min(max(source.y, rows.lowerBound), rows.upperBound))
        }
        return Part(
            column: pieces.index(at: (x.lowerBound + x.upperBound) / 2, count: pieces.grid.columns),
            row: pieces.index(at: (y.lowerBound + y.upperBound) / 2, count: pieces.grid.rows), polygon: limited)
    }

    /// What is seen between two pixels belongs to the right or lower one, also where it is a little before by rounding.
    private static func biased(_ polygon: ClippablePolygon<MeshVertex>) -> ClippablePolygon<MeshVertex> {
        var polygon = polygon
        for index in polygon.corners.indices {
            polygon.corners[index].source += 1.0 / 1024
        }
        return polygon
    }
}
