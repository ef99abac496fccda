internal import PixelKernels

/// Samples an axis-aligned texture with nearest neighbor; its column positions are the same for every row.
struct AxisAlignedNearestSpans: SpanSource {
    private let source: SampledTexture
    private let columns: ColumnPositions

    init(_ source: SampledTexture, columns: Range<Int>) {
        self.source = source
        self.columns = ColumnPositions(source.mapping, columns: columns)
    }

    func pixels(
        row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        Sampling.nearest(
            source.texture.plane.row(source.mapping.axisAlignedPosition(ofRow: row)),
            xs: self.columns[columns.lowerBound],
            count: columns.count, into: scratch)
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
    private mutating func interpolateHorizontally(_ row: Int) -> UnsafePointer<Sampling.WidePixel> {
        let plane = source.texture.plane
        return rows.row(row) { target in
            Sampling.interpolateHorizontally(
                plane.row(row), width: plane.width, xs: columns[columns.first], count: columns.count,
                into: target)
        }
    }
}

/// The positions of the frame's columns in an axis-aligned texture.
private final class ColumnPositions {
    let first: Int, count: Int
    private let positions: UnsafeMutablePointer<Int32>

    init(_ mapping: TextureMapping, columns: Range<Int>) {
        first = columns.lowerBound
        count = columns.count
        positions = .allocate(capacity: 2 * columns.count)
        positions.initialize(repeating: 0, count: 2 * columns.count)
        mapping.positions(row: 0, columns: columns, xs: positions, ys: positions + columns.count)
    }

    deinit {
        positions.deallocate()
    }

    /// The positions of a column and the following ones.
    subscript(column: Int) -> UnsafePointer<Int32> { UnsafePointer(positions + (column - first)) }
}

/// The two texture rows that were resampled last.
///
/// Even and odd rows have a slot each, so neighboring rows never evict each other.
private final class ResampledRowCache {
    private let width: Int
    private let memory: UnsafeMutablePointer<Sampling.WidePixel>
    private var kept: (even: Int, odd: Int) = (-1, -1)

    init(width: Int) {
        self.width = width
        memory = .allocate(capacity: 2 * width)
    }

    deinit {
        memory.deallocate()
    }

    /// Returns a row, which `make` resamples if it is not cached.
    func row(
        _ number: Int, make: (UnsafeMutablePointer<Sampling.WidePixel>) -> Void
    ) -> UnsafePointer<Sampling.WidePixel> {
        let isOdd = number & 1 == 1
        let slot = isOdd ? memory + width : memory
        if (isOdd ? kept.odd : kept.even) != number {
            make(slot)
            if isOdd {
                kept.odd = number
            } else {
                kept.even = number
            }
        }
        return UnsafePointer(slot)
    }
}
