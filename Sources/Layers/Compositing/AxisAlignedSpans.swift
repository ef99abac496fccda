internal import PixelKernels

/// The nearest pixels of a texture that is upright: the columns are the same in each row.
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

/// Weighted means in a texture that is upright.
///
/// Each of its rows is spread over the columns of the picture once, and kept for all rows of the picture that lie
/// between it and one of its neighbors.
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
        let place = source.mapping.axisAlignedPosition(ofRow: row)
        let upper = min(place / Sampling.fractions, source.texture.plane.height - 2)
        let fraction = place - upper * Sampling.fractions
        let start = columns.lowerBound - self.columns.first
        // What has no weight need not be spread.
        let above = fraction < Sampling.fractions ? interpolateHorizontally(upper) : interpolateHorizontally(upper + 1)
        let below = fraction > 0 ? interpolateHorizontally(upper + 1) : above
        Sampling.interpolateVertically(
            above + start, below + start, fraction: fraction, count: columns.count, into: scratch)
        return UnsafePointer(scratch)
    }

    /// A row of the texture at all columns.
    private mutating func interpolateHorizontally(_ row: Int) -> UnsafePointer<Sampling.WidePixel> {
        let plane = source.texture.plane
        return rows.row(row) { target in
            Sampling.interpolateHorizontally(
                plane.row(row), width: plane.width, xs: columns[columns.first], count: columns.count,
                into: target)
        }
    }
}

/// Where columns of the picture lie in an upright texture.
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

    /// The places of a column and those right of it.
    subscript(column: Int) -> UnsafePointer<Int32> { UnsafePointer(positions + (column - first)) }
}

/// The two rows of a texture that were spread last.
///
/// Odd and even rows have a place each, so neighbors never push each other out.
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

    /// A row, which is made if it is not there.
    func row(
        _ number: Int, make: (UnsafeMutablePointer<Sampling.WidePixel>) -> Void
    ) -> UnsafePointer<Sampling.WidePixel> {
        let isOdd = number & 1 == 1
        let place = isOdd ? memory + width : memory
        if (isOdd ? kept.odd : kept.even) != number {
            make(place)
            if isOdd {
                kept.odd = number
            } else {
                kept.even = number
            }
        }
        return UnsafePointer(place)
    }
}
