internal import PixelKernels

/// The nearest pixels of a texture that is upright: the columns are the same in each row.
struct UprightNearestSpans: SpanSource {
    private let source: SampledTexture
    private let columns: ColumnPlaces

    init(_ source: SampledTexture, columns: Range<Int>) {
        self.source = source
        self.columns = ColumnPlaces(source.mapping, columns: columns)
    }

    func pixels(
        row: Int, columns: Range<Int>, room: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        Sampling.nearest(
            source.texture.plane.row(source.mapping.uprightPosition(ofRow: row)), xs: self.columns[columns.lowerBound],
            count: columns.count, into: room)
        return UnsafePointer(room)
    }
}

/// Weighted means in a texture that is upright.
///
/// Each of its rows is spread over the columns of the picture once, and kept for all rows of the picture that lie
/// between it and one of its neighbors.
struct UprightLinearSpans: SpanSource {
    private let source: SampledTexture
    private let columns: ColumnPlaces
    private var rows: SpreadRows

    init(_ source: SampledTexture, columns: Range<Int>) {
        self.source = source
        self.columns = ColumnPlaces(source.mapping, columns: columns)
        rows = SpreadRows(width: columns.count)
    }

    mutating func pixels(
        row: Int, columns: Range<Int>, room: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        let place = source.mapping.uprightPosition(ofRow: row)
        let upper = min(place / Sampling.fractions, source.texture.plane.height - 2)
        let fraction = place - upper * Sampling.fractions
        let start = columns.lowerBound - self.columns.first
        // What has no weight need not be spread.
        let above = fraction < Sampling.fractions ? spread(upper) : spread(upper + 1)
        let below = fraction > 0 ? spread(upper + 1) : above
        Sampling.mix(above + start, below + start, fraction: fraction, count: columns.count, into: room)
        return UnsafePointer(room)
    }

    /// A row of the texture at all columns.
    private mutating func spread(_ row: Int) -> UnsafePointer<Sampling.Spread> {
        let plane = source.texture.plane
        return rows.row(row) { target in
            Sampling.spread(
                plane.row(row), width: plane.width, xs: columns[columns.first], count: columns.count,
                into: target)
        }
    }
}

/// Where columns of the picture lie in an upright texture.
private final class ColumnPlaces {
    let first: Int, count: Int
    private let places: UnsafeMutablePointer<Int32>

    init(_ mapping: SampleMapping, columns: Range<Int>) {
        first = columns.lowerBound
        count = columns.count
        places = .allocate(capacity: 2 * columns.count)
        places.initialize(repeating: 0, count: 2 * columns.count)
        mapping.positions(row: 0, columns: columns, xs: places, ys: places + columns.count)
    }

    deinit {
        places.deallocate()
    }

    /// The places of a column and those right of it.
    subscript(column: Int) -> UnsafePointer<Int32> { UnsafePointer(places + (column - first)) }
}

/// The two rows of a texture that were spread last.
///
/// Odd and even rows have a place each, so neighbors never push each other out.
private final class SpreadRows {
    private let width: Int
    private let memory: UnsafeMutablePointer<Sampling.Spread>
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
        _ number: Int, make: (UnsafeMutablePointer<Sampling.Spread>) -> Void
    ) -> UnsafePointer<Sampling.Spread> {
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
