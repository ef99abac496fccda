internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// A source of stored samples whose rows are converted to sRGB or gray by several threads.
///
/// The wrapped source decodes on a thread of its own, some bands ahead; the caller's thread and others convert the rows
/// of a band, and the caller receives the bands in their order. With one thread, everything is done on the caller's.
final class ColorConvertedSource: ImageSource {
    let info: ImageInfo
    var warnings: [String] { conversion.warnings + base.warnings }

    private let base: any ImageSource
    private let conversion: ColorConversion
    private let threads: Int?

    /// The bytes of stored rows that are converted together, unless ``rowUnit`` rows have more.
    static let bandBytes = 1 << 20
    /// Bands have a multiple of this number of rows, which is that of planar bands and of MCUs, unless they end the
    /// image.
    static let rowUnit = PlanarBand.rowLimit
    /// The most rows of a band.
    static let rowLimit = 128
    /// The fewest pixels that a thread converts at a time: so many that handing them out costs little.
    static let piecePixels = 1 << 15

    /// Wraps a source.
    ///
    /// - Parameters:
    ///   - base: a source that delivers stored samples; CMYK has the layout with four samples.
    ///   - conversion: the conversion of its rows.
    ///   - threads: the number of threads; nil for one for each processor.
    init(_ base: any ImageSource, _ conversion: ColorConversion, threads: Int?) {
        precondition(
            base.info.layout.bytesPerPixel == conversion.stored.bytesPerPixel, "the conversion is for other samples")
        self.base = base
        self.conversion = conversion
        self.threads = threads
        var info = base.info
        info.layout = conversion.layout
        info.profile = conversion.keptProfile
        info.alphaIsValidity = info.alphaIsValidity && info.layout.channels.hasAlpha
        info.alphaIsForNaN = info.alphaIsForNaN && info.layout.channels.hasAlpha
        self.info = info
    }

    /// Wraps a source that delivers gray or RGB, and its embedded profile.
    ///
    /// - Parameters:
    ///   - base: the source, opened so that it delivers stored samples: with alpha, depth and profile.
    ///   - options: the options of delivery.
    ///   - file: the image's name for error messages.
    /// - Throws: ``CodecError`` when Little CMS is needed and cannot be loaded.
    convenience init(_ base: any ImageSource, options: DecodeOptions, file: String) throws {
        let conversion = try ColorConversion(
            ColorConversion.Stored(base.info.layout), profile: base.info.profile, options: options, file: file)
        self.init(base, conversion, threads: options.threads)
    }

    var rowAccess: RowAccess { base.rowAccess }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    func readBands(rows wanted: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        guard !conversion.isIdentity else { return try base.readBands(rows: wanted, body) }
        let width = info.size.width
        let stride = width * info.layout.bytesPerPixel
        var memory = ScratchBuffer()
        let target = try memory.reserve(rowsPerBand * stride)
        let converter = RowConverter(conversion, width: width, threads: threads)
        try readStored(wanted) { band in
            // The rows of the target are written by one thread each.
            nonisolated(unsafe) let (band, target) = (band, target)
            try converter.perform(rows: band.rows, unit: 1) { rows, scratch, _ in
                for y in rows {
                    conversion.convert(
                        band.row(y), to: target + (y - band.rows.lowerBound) * stride, count: width, scratch: scratch)
                }
            }
            try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: band.rows))
        }
    }

    /// Converts rows of the image, the first of them even, to planar YCbCr 4:2:0, as ``YCbCr420Source`` does from its pixels, on several threads.
    ///
    /// The pixels must be 8-bit RGB.
    func readPlanes(rows wanted: Range<Int>, _ body: (PlanarBand) throws -> Void) throws {
        precondition(info.layout == PixelLayout(.rgb), "only 8-bit RGB is converted to planes")
        let width = info.size.width
        let chromaWidth = (width + 1) / 2
        let lumaBytes = rowsPerBand * width
        let chromaBytes = rowsPerBand / 2 * chromaWidth
        var memory = ScratchBuffer()
        let luma = try memory.reserve(lumaBytes + 2 * chromaBytes)
        let cb = luma + lumaBytes
        let cr = luma + lumaBytes + chromaBytes
        let converter = RowConverter(conversion, width: width, threads: threads)
        try readStored(wanted) { band in
            let top = band.rows.lowerBound
            nonisolated(unsafe) let (band, luma, cb, cr) = (band, luma, cb, cr)
            try converter.perform(rows: band.rows, unit: 2) { rows, scratch, pixels in
                for y in Swift.stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
                    let hasLower = y + 1 < rows.upperBound
                    let lower = hasLower ? pixels + 3 * width : pixels
                    conversion.convert(band.row(y), to: pixels, count: width, scratch: scratch)
                    if hasLower { conversion.convert(band.row(y + 1), to: lower, count: width, scratch: scratch) }
                    let upperLuma = luma + (y - top) * width
                    RGBToYCbCr420.convertRows(
                        upper: pixels, lower: lower, width: width, upperLuma: upperLuma,
                        lowerLuma: hasLower ? upperLuma + width : upperLuma,
                        cb: cb + (y - top) / 2 * chromaWidth, cr: cr + (y - top) / 2 * chromaWidth)
                }
            }
            for first in Swift.stride(from: top, to: band.rows.upperBound, by: PlanarBand.rowLimit) {
                let end = min(first + PlanarBand.rowLimit, band.rows.upperBound)
                func plane(_ base: UnsafeMutableRawPointer) -> PixelBand {
                    PixelBand(
                        base: UnsafeRawPointer(base + (first - top) / 2 * chromaWidth), stride: chromaWidth,
                        rows: first / 2..<(end + 1) / 2)
                }
                try body(
                    PlanarBand(
                        luma: PixelBand(
                            base: UnsafeRawPointer(luma + (first - top) * width), stride: width, rows: first..<end),
                        cb: plane(cb), cr: plane(cr)))
            }
        }
    }

    /// The rows that are converted together: a multiple of ``rowUnit``.
    private var rowsPerBand: Int {
        let rowBytes = max(1, info.size.width * conversion.stored.bytesPerPixel)
        return max(1, min(Self.rowLimit, Self.bandBytes / rowBytes) / Self.rowUnit) * Self.rowUnit
    }

    /// Lends stored rows in bands of ``rowsPerBand``.
    private func readStored(_ rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        let reader = try BandPrefetcher(
            base, rows: rows, rowBytes: info.size.width * conversion.stored.bytesPerPixel, rowsPerBand: rowsPerBand)
        try reader.read(decodesAhead: (threads ?? Processors.count) > 1, body)
    }
}

/// Converts pieces of a band on several threads, each with memory of its own.
private struct RowConverter {
    private let pool: WorkerPool<Scratch>
    private let width: Int

    /// The memory of a thread.
    final class Scratch {
        let memory: UnsafeMutableRawPointer
        /// Room for two rows of RGB.
        let pixels: UnsafeMutableRawPointer

        init(_ conversion: ColorConversion, width: Int) throws {
            let bytes = width * conversion.scratchBytesPerPixel
            memory = try HeapMemory.allocate(bytes + 6 * width + HeapMemory.alignment)
            pixels = memory + bytes
        }

        deinit { HeapMemory.free(memory) }
    }

    init(_ conversion: ColorConversion, width: Int, threads: Int?) {
        pool = WorkerPool(size: threads) { try Scratch(conversion, width: width) }
        self.width = width
    }

    /// Converts rows in pieces of a multiple of `unit` rows.
    func perform(
        rows: Range<Int>, unit: Int,
        _ convert: (
            _ rows: Range<Int>, _ scratch: UnsafeMutableRawPointer, _ pixels: UnsafeMutableRawPointer
        ) -> Void
    ) throws {
        let units = max(1, ColorConvertedSource.piecePixels / max(1, width * unit))
        let length = units * unit
        try pool.perform((rows.count + length - 1) / length) { scratch, piece in
            let start = rows.lowerBound + piece * length
            convert(start..<min(start + length, rows.upperBound), scratch.memory, scratch.pixels)
        }
    }
}
