internal import PixelKernels

/// Samples an axis-aligned texture with nearest neighbor; its column positions are the same for every row.
struct AxisAlignedNearestSpans: SpanSource {
    private let source: SampledTexture
    private let columns: ColumnPositions

    init(_ source: SampledTexture, columns: Range<Int>) {
        self.source = source
        self.columns = ColumnPositions(source.mapping, columns: columns)
    }

    func pixels(row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        Sampling.nearest(
            source.texture.plane.row(source.mapping.axisAlignedPosition(ofRow: row)),
            xs: self.columns[columns.lowerBound], count: columns.count, into: scratch)
        return UnsafePointer(scratch)
    }
}

/// Samples an axis-aligned texture bilinearly.
///
/// Each texture row is resampled horizontally once and cached for all rows of the frame between it and a neighbor.
struct AxisAlignedLinearSpans: SpanSource {
    private let source: SampledTexture
    private let columns: ColumnPositions
    private var rows: ResampledRowCache

    init(_ source: SampledTexture, columns: Range<Int>) {
        self.source = source
        self.columns = ColumnPositions(source.mapping, columns: columns)
        rows = ResampledRowCache(width: columns.count)
    }

    mutating func pixels(
        row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        let position = source.mapping.axisAlignedPosition(ofRow: row)
        let upper = min(position / Sampling.fractions, source.texture.plane.height - 2)
        let fraction = position - upper * Sampling.fractions
        let start = columns.lowerBound - self.columns.first
        // A row of weight 0 need not be resampled.
        let above = fraction < Sampling.fractions ? interpolateHorizontally(upper) : interpolateHorizontally(upper + 1)
        let below = fraction > 0 ? interpolateHorizontally(upper + 1) : above
        Sampling.interpolateVertically(
            above + start, below + start, fraction: fraction, count: columns.count, into: scratch)
        return UnsafePointer(scratch)
    }

    /// A row of the texture, resampled at all columns.
    @inline(__always)
    private mutating func interpolateHorizontally(_ row: Int) -> UnsafePointer<Sampling.WidePixel> {
        let (plane, columns) = (source.texture.plane, columns)
        return rows.row(row) { target in
            Sampling.interpolateHorizontally(
                plane.row(row), width: plane.width, xs: columns[columns.first], count: columns.count, into: target)
        }
    }
}

/// The positions of the frame's columns in an axis-aligned texture.
private struct ColumnPositions {
    let first: Int, count: Int
    private let positions: ScratchMemory<Int32>

    init(_ mapping: TextureMapping, columns: Range<Int>) {
        (first, count) = (columns.lowerBound, columns.count)
        positions = ScratchMemory(count: 2 * count)
        mapping.positions(row: 0, columns: columns, xs: positions.base, ys: positions.base + count)
    }

    /// The positions of a column and the following ones.
    subscript(column: Int) -> UnsafePointer<Int32> { UnsafePointer(positions.base + (column - first)) }
}

/// The two texture rows that were resampled last.
///
/// Even and odd rows have a slot each, so neighboring rows never evict each other.
private struct ResampledRowCache {
    private let width: Int
    private let memory: ScratchMemory<Sampling.WidePixel>
    /// The even and the odd row that are cached; −1 for none.
    private var kept = SIMD2(repeating: -1)

    init(width: Int) {
        self.width = width
        memory = ScratchMemory(count: 2 * width)
    }

    /// Returns a row, which `make` resamples if it is not cached.
    @inline(__always)
    mutating func row(
        _ number: Int, make: (UnsafeMutablePointer<Sampling.WidePixel>) -> Void
    ) -> UnsafePointer<Sampling.WidePixel> {
        let parity = number & 1
        let slot = memory.base + parity * width
        if kept[parity] != number {
            make(slot)
            kept[parity] = number
        }
        return UnsafePointer(slot)
    }
}
