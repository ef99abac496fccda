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
    /// The sharpening of positions; nil for none.
    private let sharpening: Sampling.Sharpening?
    private var rows: ResampledRowCache<Sampling.WidePixel>

    init(_ source: SampledTexture, columns: Range<Int>) {
        self.source = MappedPlane(source)
        self.columns = ColumnPositions(source.mapping, columns: columns)
        sharpening = nil
        rows = ResampledRowCache(width: columns.count, slots: 2)
    }

    /// Creates the spans of a texture that is sampled at sharpened positions.
    init(_ source: SharpTexture, columns: Range<Int>) {
        self.source = MappedPlane(plane: source.texture.plane, mapping: source.mapping)
        self.columns = ColumnPositions(source.mapping, columns: columns, source.sharpening)
        sharpening = source.sharpening
        rows = ResampledRowCache(width: columns.count, slots: 2)
    }

    mutating func pixels(
        row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        let place = source.mapping.axisAlignedPosition(ofRow: row)
        let position = sharpening?.sharpenedY(place) ?? place
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

/// Samples an axis-aligned texture with several samples for each pixel.
///
/// Each texture row is resampled horizontally once, with the mean of two samples for each pixel.
struct AxisAlignedSupersampledSpans: SpanSource {
    private let plane: PixelBufferView
    /// The mappings of the upper and the lower samples.
    private let upper: TextureMapping, lower: TextureMapping
    private let left: ColumnPositions, right: ColumnPositions
    private var rows: ResampledRowCache<Sampling.WidePixel>

    /// The number of rows that a row of the frame may need: those of ``InverseProjection/longestReach`` on both sides.
    private static let rowCount = 8

    init(_ source: SupersampledTexture, columns: Range<Int>) {
        plane = source.texture.plane
        upper = source.mappings[0]
        lower = source.mappings[2]
        left = ColumnPositions(source.mappings[0], columns: columns)
        right = ColumnPositions(source.mappings[1], columns: columns)
        rows = ResampledRowCache(width: columns.count, slots: Self.rowCount)
    }

    mutating func pixels(
        row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        let start = columns.lowerBound - left.first
        let first = pair(at: upper.axisAlignedPosition(ofRow: row), start: start)
        let second = pair(at: lower.axisAlignedPosition(ofRow: row), start: start)
        Sampling.interpolateVerticallyTwice(first, second, count: columns.count, into: scratch)
        return UnsafePointer(scratch)
    }

    /// The rows above and below a position, from a column on.
    private mutating func pair(at position: Int, start: Int) -> Sampling.RowPair {
        let upper = min(position / Sampling.fractions, plane.height - 2)
        return Sampling.RowPair(
            interpolateHorizontally(upper) + start, interpolateHorizontally(upper + 1) + start,
            fraction: position - upper * Sampling.fractions)
    }

    private mutating func interpolateHorizontally(_ row: Int) -> UnsafePointer<Sampling.WidePixel> {
        let plane = plane
        let firstXs = left[left.first]
        let secondXs = right[right.first]
        let count = left.count
        return rows.row(row) { target in
            Sampling.interpolateHorizontallyTwice(
                plane.row(row), width: plane.width, firstXs: firstXs, secondXs: secondXs, count: count, into: target)
        }
    }
}

/// Samples an axis-aligned texture with cubic interpolation.
///
/// Each texture row is resampled horizontally once and cached for all rows of the frame that it contributes to.
struct AxisAlignedCubicSpans: SpanSource {
    private let source: MappedPlane
    private let columns: ColumnPositions
    private var rows: ResampledRowCache<Sampling.CubicPixel>

    init(_ source: SampledTexture, columns: Range<Int>) {
        self.source = MappedPlane(source)
        self.columns = ColumnPositions(source.mapping, columns: columns)
        rows = ResampledRowCache(width: columns.count, slots: 4)
    }

    mutating func pixels(
        row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        let position = source.mapping.axisAlignedPosition(ofRow: row)
        let upper = min(position / Sampling.fractions, source.plane.height - 2)
        let start = columns.lowerBound - self.columns.first
        let four = CubicRows(
            interpolateHorizontally(upper - 1) + start, interpolateHorizontally(upper) + start,
            interpolateHorizontally(upper + 1) + start, interpolateHorizontally(upper + 2) + start)
        Sampling.interpolateCubicVertically(
            four, fraction: position - upper * Sampling.fractions, count: columns.count, into: scratch)
        return UnsafePointer(scratch)
    }

    /// A row of the texture, or the nearest one, resampled at all columns.
    private mutating func interpolateHorizontally(_ number: Int) -> UnsafePointer<Sampling.CubicPixel> {
        let plane = source.plane
        let row = min(max(number, 0), plane.height - 1)
        let xs = columns[columns.first]
        let count = columns.count
        return rows.row(row) { target in
            Sampling.interpolateCubicHorizontally(
                plane.row(row), width: plane.width, xs: xs, count: count, into: target)
        }
    }
}

/// The positions of the frame's columns in an axis-aligned texture.
private struct ColumnPositions {
    let first: Int, count: Int
    private let positions: ScratchMemory<Int32>

    init(_ mapping: TextureMapping, columns: Range<Int>, _ sharpening: Sampling.Sharpening? = nil) {
        first = columns.lowerBound
        count = columns.count
        positions = ScratchMemory(count: 2 * count)
        mapping.positions(row: 0, columns: columns, xs: positions.base, ys: positions.base + count)
        sharpening?.sharpenXs(positions.base, count: count)
    }

    /// The positions of a column and the following ones.
    subscript(column: Int) -> UnsafePointer<Int32> { UnsafePointer(positions.base + (column - first)) }
}

/// The last resampled texture rows.
///
/// As many neighboring rows as there are slots never evict each other.
private struct ResampledRowCache<Pixel> {
    private let width: Int
    private let memory: ScratchMemory<Pixel>
    /// The numbers of the rows that are cached, by slot; −1 for none.
    private var kept = SIMD8(repeating: -1)
    private let mask: Int

    /// Creates a cache; the number of slots is a power of 2, at most 8.
    init(width: Int, slots: Int) {
        self.width = width
        mask = slots - 1
        memory = ScratchMemory(count: slots * width)
    }

    /// Returns a row; `make` resamples the row if it is not cached.
    @inline(__always)
    mutating func row(_ number: Int, make: (UnsafeMutablePointer<Pixel>) -> Void) -> UnsafePointer<Pixel> {
        let slot = number & mask
        let base = memory.base + slot * width
        if kept[slot] != number {
            make(base)
            kept[slot] = number
        }
        return UnsafePointer(base)
    }
}
