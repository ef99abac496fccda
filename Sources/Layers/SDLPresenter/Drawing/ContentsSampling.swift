internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The sampling of a mip level from textures: the texture for each part of a polygon, and the limits of sampling.
struct ContentsSampling {
    /// A part of a polygon that needs one texture.
    struct Part {
        /// The column of the texture's piece.
        var column: Int
        /// The row of the texture's piece.
        var row: Int
        /// The polygon, with its source coordinates clamped to the limits of sampling.
        var polygon: ClippablePolygon<MeshVertex>
    }

    /// The pieces of the level, one per texture.
    let pieces: TexturePieces
    /// Whether samples are interpolated between pixels.
    let isSmooth: Bool
    /// The ranges of source coordinates that may be sampled.
    private let columns: ClosedRange<Double>
    private let rows: ClosedRange<Double>

    /// Creates the sampling of a level from textures with at most `limit` pixels per side.
    init(_ size: ContentsMipLevel, isSmooth: Bool, limit: Int?) {
        let whole = size.buffer.size
        let part = size.samplingBounds
        pieces = TexturePieces(of: whole, limit: limit)
        self.isSmooth = isSmooth
        func range(_ part: Range<Int>, _ length: Int) -> ClosedRange<Double> {
            // Interpolation reaches half a pixel further. At the edges of the contents the texture ends, so nothing
            // further is sampled.
            let reach = isSmooth ? 0.5 : 0
            let first = part.lowerBound > 0 ? Double(part.lowerBound) + reach : 0
            let last = part.upperBound < length ? Double(part.upperBound) - reach : Double(length)
            return first...max(first, last)
        }
        columns = range(part.columns, whole.width)
        rows = range(part.rows, whole.height)
    }

    /// Splits a polygon into parts with one texture each.
    func parts(of polygon: ClippablePolygon<MeshVertex>) -> [Part] {
        // Without interpolation the source is shifted slightly, so that a sample between two pixels takes the right or
        // lower one despite rounding.
        let polygon = isSmooth ? polygon : polygon.mappingSource { $0 + 1.0 / 1024 }
        let lines = lines(polygon.range { $0.source.x }, within: columns, pieces.size.width)
        return polygon.split(at: lines) { $0.source.x }.flatMap { strip in
            let lines = self.lines(strip.range { $0.source.y }, within: rows, pieces.size.height)
            return strip.split(at: lines) { $0.source.y }.map(part)
        }
    }

    /// The lines to split at: between textures, and at the limits of sampling.
    private func lines(_ range: ClosedRange<Double>, within limits: ClosedRange<Double>, _ length: Int) -> [Double] {
        let between = pieces.lines(within: range, length: length)
        guard isSmooth else { return between }
        // A cut this close to a corner makes no visible difference.
        let margin = 1.0 / 64
        let stops = [limits.lowerBound, limits.upperBound].filter {
            $0 > 0 && $0 < Double(length) && $0 > range.lowerBound + margin && $0 < range.upperBound - margin
        }
        return stops.isEmpty ? between : (stops + between).sorted()
    }

    private func part(_ polygon: ClippablePolygon<MeshVertex>) -> Part {
        let x = polygon.range { $0.source.x }
        let y = polygon.range { $0.source.y }
        let least = SIMD2(columns.lowerBound, rows.lowerBound)
        let most = SIMD2(columns.upperBound, rows.upperBound)
        return Part(
            column: pieces.index(at: (x.lowerBound + x.upperBound) / 2, count: pieces.grid.columns),
            row: pieces.index(at: (y.lowerBound + y.upperBound) / 2, count: pieces.grid.rows),
            polygon: polygon.mappingSource { $0.clamped(lowerBound: least, upperBound: most) })
    }
}
