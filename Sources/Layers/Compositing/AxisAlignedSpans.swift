internal import PixelKernels

/// Samples an axis-aligned texture with nearest neighbor; its column positions are the same for every row.
///
/// A row of a magnified texture is sampled once and copied to all rows of the frame that show it.
struct AxisAlignedNearestSpans: SpanSource {
    private let source: MappedPlane
    private let columns: ColumnPositions
    /// The last sampled texture row, at all columns; nil if each row of the frame shows another texture row.
    private let memory: ScratchMemory<UInt32>?
    /// The number of that row; −1 for none.
    private var kept = -1

    /// The number of texture rows for each row of the frame below which a row is kept.
    private static let keptRowStep = 0.6

    init(_ source: SampledTexture, columns: Range<Int>) {
        self.source = MappedPlane(source)
        self.columns = ColumnPositions(source.mapping, columns: columns)
        memory = abs(source.mapping.perRow.y) < Self.keptRowStep ? ScratchMemory(count: columns.count) : nil
    }

    mutating func pixels(
        row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        let position = source.mapping.axisAlignedPosition(ofRow: row)
        guard let memory else {
            sample(position, from: columns.lowerBound, count: columns.count, into: scratch)
            return UnsafePointer(scratch)
        }
        if kept != position {
            sample(position, from: self.columns.first, count: self.columns.count, into: memory.base)
            kept = position
        }
        return UnsafePointer(memory.base + (columns.lowerBound - self.columns.first))
    }

    private func sample(_ row: Int, from column: Int, count: Int, into target: UnsafeMutablePointer<UInt32>) {
        Sampling.nearest(source.plane.row(row), xs: columns[column], count: count, into: target)
    }
}

/// Samples an axis-aligned texture bilinearly.
///
/// Each texture row is resampled horizontally once and cached for all rows of the frame between it and a neighbor.
struct AxisAlignedLinearSpans: SpanSource {
    private let source: MappedPlane
    private let columns: ColumnPositions
    private var rows: ResampledRowCache

    init(_ source: SampledTexture, columns: Range<Int>) {
        self.source = MappedPlane(source)
        self.columns = ColumnPositions(source.mapping, columns: columns)
        rows = ResampledRowCache(width: columns.count)
    }

    mutating func pixels(
        row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        let position = source.mapping.axisAlignedPosition(ofRow: row)
        let upper = min(position / Sampling.fractions, source.plane.height - 2)
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
        let plane = source.plane
        let xs = columns[columns.first]
        let count = columns.count
        return rows.row(row) { target in
            Sampling.interpolateHorizontally(
                plane.row(row), width: plane.width, xs: xs, count: count, into: target)
        }
    }
}

/// The positions of the frame's columns in an axis-aligned texture.
private struct ColumnPositions {
    let first: Int, count: Int
    private let positions: ScratchMemory<Int32>

    init(_ mapping: TextureMapping, columns: Range<Int>) {
        first = columns.lowerBound
        count = columns.count
        positions = ScratchMemory(count: 2 * count)
        mapping.positions(row: 0, columns: columns, xs: positions.base, ys: positions.base + count)
    }

    /// The positions of a column and the following ones.
    subscript(column: Int) -> UnsafePointer<Int32> { UnsafePointer(positions.base + (column - first)) }
}

/// The two last resampled texture rows.
///
/// Even and odd rows have separate slots, so neighboring rows never evict each other.
private struct ResampledRowCache {
    private let width: Int
    private let memory: ScratchMemory<Sampling.WidePixel>
    /// The even and the odd row that are cached; −1 for none.
    private var kept = SIMD2(repeating: -1)

    init(width: Int) {
        self.width = width
        memory = ScratchMemory(count: 2 * width)
    }

    /// Returns a row; `make` resamples the row if it is not cached.
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
