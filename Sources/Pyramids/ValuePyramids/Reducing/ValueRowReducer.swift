internal import ChannelImages
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Downsamples the rows of a plane for the next coarser level, band by band.
final class ValueRowReducer {
    private let kernel: ValueDownsampling
    private let size: PixelSize
    /// The bytes of a row, and of a row of the coarser level.
    private let rowBytes: Int
    private let coarserRowBytes: Int
    /// The upper row of a pair, kept until the lower one comes.
    private var heldRow = ScratchBuffer()
    private var isHolding = false
    /// Rows of the coarser level, made from one band.
    private var output = ScratchBuffer()

    /// Creates a reducer of planes of a size.
    init(_ kernel: ValueDownsampling, size: PixelSize, sampleBytes: Int) {
        self.kernel = kernel
        self.size = size
        rowBytes = size.width * sampleBytes
        coarserRowBytes = size.halved.width * sampleBytes
    }

    /// Adds the next rows of the level, and lends the rows of the coarser level that they complete to `body`.
    func add(_ band: ValueBand, _ body: (ValueBand) throws -> Void) throws {
        let held = try heldRow.reserve(rowBytes)
        let end = band.rows.upperBound == size.height ? band.rows.upperBound + 1 : band.rows.upperBound
        let first = band.rows.lowerBound / 2
        let made = end / 2
        var y = band.rows.lowerBound
        if made > first {
            let rows = try output.reserve((made - first) * coarserRowBytes)
            for outputRow in first..<made {
                let upper = isHolding ? UnsafeRawPointer(held) : band.row(y)
                y += isHolding ? 0 : 1
                isHolding = false
                let lower = y < size.height ? band.row(y) : nil
                y += 1
                kernel.makeRow(
                    upper: upper, lower: lower, width: size.width, into: rows + (outputRow - first) * coarserRowBytes)
            }
            try body(ValueBand(base: UnsafeRawPointer(rows), stride: coarserRowBytes, rows: first..<made))
        }
        if y < band.rows.upperBound {
            held.copyMemory(from: band.row(y), byteCount: rowBytes)
            isHolding = true
        }
    }
}

/// Some whole rows of a plane.
struct ValueBand {
    /// The first row, aligned for its samples.
    let base: UnsafeRawPointer
    /// The bytes from one row to the next.
    let stride: Int
    /// The numbers of the rows.
    let rows: Range<Int>

    /// The first sample of a row.
    func row(_ y: Int) -> UnsafeRawPointer { base + (y - rows.lowerBound) * stride }
}

extension ValueDownsampling {
    /// Prepares the loops for the samples of a channel.
    init(_ type: SampleType, _ channel: ChannelDescription) {
        let nodata = channel.nodata
        func pattern<Sample: FixedWidthInteger>(_: Sample.Type) -> Sample? {
            nodata?.pattern(bits: Sample.bitWidth, isSigned: Sample.isSigned).map { Sample(truncatingIfNeeded: $0) }
        }
        let values: Values =
            switch type {
            case .uint8: .uint8(nodata: pattern(UInt8.self))
            case .uint16: .uint16(nodata: pattern(UInt16.self))
            case .uint32: .uint32(nodata: pattern(UInt32.self))
            case .uint64: .uint64(nodata: pattern(UInt64.self))
            case .int8: .int8(nodata: pattern(Int8.self))
            case .int16: .int16(nodata: pattern(Int16.self))
            case .int32: .int32(nodata: pattern(Int32.self))
            case .int64: .int64(nodata: pattern(Int64.self))
            case .float32: .float32(nodata: nodata?.singles?.range)
            case .float64: .float64(nodata: nodata?.doubles.range)
            }
        self.init(values)
    }
}

extension NodataValue.Match {
    /// The numbers that count as equal; nil for NaN, which is never valid.
    fileprivate var range: ClosedRange<Number>? {
        if case .range(let range) = self { range } else { nil }
    }
}
