internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import CTIFF
internal import PixelKernels
internal import TilePyramid

/// A gray or RGB page of a TIFF or BigTIFF file, read as a stream.
///
/// Serves pages whose colors need no conversion: unsigned samples of 1 to 16 bits, with or without alpha, interleaved or
/// in separate planes, in strips or tiles, with any compression that libtiff decodes; and JPEG 2000 tiles. Samples of
/// other types are mapped to 8 or 16 bits (``TIFFSampleMapping``), YCbCr without JPEG and old-style JPEG are converted by
/// libtiff. Lab takes the general path, ``VipsImageSource``; CMYK and profiles other than sRGB are converted by a
/// ``ColorConvertedSource``.
///
/// Where the file says which pixels are valid, by a value or a mask, rows have alpha that says so.
///
/// Several threads decode and convert. Memory does not depend on the image's height: a band of about a megabyte, or as
/// many strips as there are threads (``TIFFBlockRowReader/lookAheadBytes``), or a row of tiles. Strips that are too large
/// are decoded row by row. With ``DecodeOptions/allowTruncated``, missing pixels are middle gray, or transparent where
/// there is alpha.
final class TIFFImageSource: PlanarImageSource {
    let info: ImageInfo
    /// The orientation tag; the caller applies it.
    let orientation: Orientation

    let blocks: TIFFBlocks
    /// The conversion of stored rows.
    let rows: TIFFRowConversion
    /// The page's tiles, if it has tiles with interleaved samples.
    let tiles: TIFFTiles?
    /// The options it was opened with.
    let options: DecodeOptions
    /// The validity of pixels, as the file or the caller states it.
    let validity: TIFFValidity
    /// The other pages of the file that may be reduced resolutions of this one; read on first use.
    private(set) lazy var reducedPages = TIFFReducedPages.pages(of: blocks.file)

    private let earlierWarnings: [String]
    /// The range of the valid pixels, once it has been measured.
    private var measured: FiniteRange?

    /// The target bytes of a band of stored rows: enough to make the cost of a read call negligible.
    static let bandBytes = 1 << 20
    /// The size of a compressed block in bytes above which the file is mapped, because libtiff reads whole blocks.
    static let mappedBlockBytes = 4 << 20

    var warnings: [String] {
        guard case .mask(let mask) = validity.statement else { return earlierWarnings + blocks.warnings }
        return earlierWarnings + blocks.warnings + mask.warnings.map { "in the mask, \($0)" }
    }

    /// Opens a page of a TIFF.
    ///
    /// - Parameters:
    ///   - input: the file or bytes.
    ///   - options: the page, and what is delivered.
    ///   - acceptsCMYK: true when the caller converts four inks, which have the layout of as many samples.
    /// - Returns: nil when the input is not a TIFF, or when the page needs the general path.
    /// - Throws: ``CodecError`` when no path can read it: the file is damaged or has no such page.
    static func open(
        _ input: ImageInput, options: DecodeOptions, acceptsCMYK: Bool = false
    ) throws -> TIFFImageSource? {
        func select(_ number: Int, of file: TIFFFile) throws -> TIFFPage? {
            try Self.select(number, of: file, acceptsCMYK: acceptsCMYK)
        }
        guard var file = try TIFFFile(input), var page = try select(options.page, of: file) else { return nil }
        var path: String?
        if case .file(let name) = input { path = name }
        let validity = try TIFFValidity(of: page, file, path: path, options)
        guard let rows = try conversion(of: page, validity, options, file) else { return nil }
        var blocks = TIFFBlocks(file, page: page, allowTruncated: options.allowTruncated)
        if case .file = input, !page.isUncompressed,
            (0..<blocks.count).contains(where: { blocks.extent(of: $0).count > mappedBlockBytes }),
            let mapped = try TIFFFile(input, isMapped: true), let again = try select(options.page, of: mapped)
        {
            file = mapped
            page = again
            blocks = TIFFBlocks(file, page: page, allowTruncated: options.allowTruncated)
        }
        return try TIFFImageSource(blocks, rows, validity, options)
    }

    /// Opens another page of an open file by the offset of its directory; the page of the options is ignored.
    ///
    /// - Returns: nil when the page needs the general path.
    /// - Throws: ``CodecError`` when no path can read it.
    static func open(directory: UInt64, of file: TIFFFile, options: DecodeOptions) throws -> TIFFImageSource? {
        let file = try TIFFFile(sharing: file, directory: directory)
        guard let page = try TIFFPage(file) else { return nil }
        let validity = try TIFFValidity(of: page, file, path: nil, options)
        guard let rows = try conversion(of: page, validity, options, file) else { return nil }
        return try TIFFImageSource(
            TIFFBlocks(file, page: page, allowTruncated: options.allowTruncated), rows, validity, options)
    }

    /// Opens a page whose samples are a mask; only its stored rows are used.
    ///
    /// - Returns: nil when the page needs the general path.
    /// - Throws: ``CodecError`` when no path can read it.
    static func mask(_ page: TIFFPage, _ file: TIFFFile, _ options: DecodeOptions) throws -> TIFFImageSource? {
        var own = DecodeOptions()
        own.allowTruncated = options.allowTruncated
        own.threads = options.threads
        guard let rows = try TIFFRowConversion(page, options: own, hasValidity: false, file: file.name) else {
            return nil
        }
        let blocks = TIFFBlocks(file, page: page, allowTruncated: options.allowTruncated)
        // A block of a mask that was never written is one of zeros.
        blocks.acceptsAbsentBlocks = true
        return try TIFFImageSource(blocks, rows, TIFFValidity(), own)
    }

    /// The conversion of a page's rows; nil when the page needs the general path.
    private static func conversion(
        of page: TIFFPage, _ validity: TIFFValidity, _ options: DecodeOptions, _ file: TIFFFile
    ) throws -> TIFFRowConversion? {
        if let profile = page.profile, !options.keepProfile, try !ICCProfile.isSRGB(profile, file: file.name) {
            return nil
        }
        return try TIFFRowConversion(
            page, options: options, hasValidity: validity.statement != nil, file: file.name)
    }

    private init(
        _ blocks: TIFFBlocks, _ rows: TIFFRowConversion, _ validity: TIFFValidity, _ options: DecodeOptions
    ) throws {
        self.blocks = blocks
        self.rows = rows
        self.options = options
        self.validity = validity
        if validity.statement != nil { blocks.acceptsAbsentBlocks = true }
        tiles = try TIFFTiles(blocks)
        let page = blocks.page
        let profile = options.keepProfile ? page.profile : nil
        orientation = page.orientation
        var info = ImageInfo(size: page.size, layout: rows.layout, profile: profile, container: "TIFF")
        info.alphaIsValidity =
            validity.statement != nil && rows.layout.channels.hasAlpha && page.stored.alphaIndex == nil
        let isMeasured = page.converted.map { $0.palette == nil && $0.type.number == .floatingPoint } ?? false
        info.hasOwnRange = options.range == .auto && (isMeasured || page.declaredRange != nil)
        self.info = info
        earlierWarnings =
            page.warnings + validity.warnings + page.emptyRangeWarning(options)
            + (page.hasUnknownChannels ? [ImageInfo.leftOutChannelsWarning] : [])
    }

    /// Selects a page, counted from 1, with `TIFFSetDirectory`.
    private static func select(_ number: Int, of file: TIFFFile, acceptsCMYK: Bool) throws -> TIFFPage? {
        guard number >= 1 else { throw CodecError.noPage(number, file: file.name) }
        if number > 1 {
            let isThere = UInt32(exactly: number - 1).map { index in
                file.succeeds { TIFFSetDirectory($0, index) != 0 }
            }
            guard isThere ?? false else {
                let count = Int(file.withHandle { TIFFNumberOfDirectories($0) })
                guard number > count else { throw file.failure("page \(number) cannot be read") }
                throw CodecError.noPage(number, of: count, file: file.name)
            }
        }
        return try TIFFPage(file, acceptsCMYK: acceptsCMYK)
    }

    /// Rows are found by their strips or tiles, unless one compressed strip holds them all.
    var rowAccess: RowAccess {
        blocks.page.blockRows > 1 || blocks.page.isUncompressed ? .random : .sequential
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    func readBands(rows wanted: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        let page = blocks.page
        let mapping = try page.converted.map { samples in
            TIFFSampleMapping(
                samples, range: try range(of: samples), alphaIndex: page.stored.alphaIndex,
                depth: rows.stored.bits == 8 ? .eight : .sixteen)
        }
        let isDirect = rows.isIdentity && mapping == nil && page.planes == 1 && !page.isReadAsRGBA
        let scratch = ContextPool { TIFFRowConversion.Scratch() }
        var delivered = ScratchBuffer()
        let bytesPerPixel = info.layout.bytesPerPixel
        let stride = page.size.width * bytesPerPixel
        let validityRows = TIFFValidityRows(validity.statement, from: firstRow(showing: wanted))
        try forEachBand(showing: wanted) { reader, band in
            let target = try delivered.reserve(band.count * stride)
            func place(_ part: PixelRect) -> UnsafeMutableRawPointer {
                target + (part.y - band.lowerBound) * stride + part.x * bytesPerPixel
            }
            let validity = try validityRows?.band(band)
            let missing = try reader.read(band, directly: isDirect ? target : nil) { piece in
                try scratch.withContext {
                    try rows.convert(piece, mapping, validity, to: place(piece.rect), stride: stride, $0)
                }
            }
            for part in missing { rows.fillMissing(part.size, at: place(part), stride: stride) }
            let pixels = PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: band)
            if let pixels = pixels.clamped(to: wanted) { try body(pixels) }
        }
    }

    /// The values of samples of other types that become black and white.
    ///
    /// Where neither the options nor the file say so, they are those of the valid pixels, which an extra pass finds.
    private func range(of samples: TIFFConvertedSamples) throws -> SampleRange {
        if let range = samples.range(options, declared: blocks.page.declaredRange) { return range }
        let range = try measuredRange(of: samples)
        return SampleRange(least: range.least, greatest: range.greatest)
    }

    /// The least and the greatest value of the pixels that becomes black and white where nothing else is asked for; nil if
    /// they do not depend on the image.
    ///
    /// - Throws: ``CodecError`` when pixels cannot be read.
    func valueRange() throws -> FiniteRange? {
        guard info.hasOwnRange else { return nil }
        var range = FiniteRange()
        if let declared = blocks.page.declaredRange {
            range.insert(declared.low)
            range.insert(declared.high)
            return range
        }
        return try blocks.page.converted.map { try measuredRange(of: $0) }
    }

    private func measuredRange(of samples: TIFFConvertedSamples) throws -> FiniteRange {
        if let measured { return measured }
        let found = Locked(FiniteRange())
        let validityRows = TIFFValidityRows(validity.statement, from: 0)
        let scratch = ContextPool { TIFFPieceMemory() }
        try forEachBand(showing: 0..<info.size.height) { reader, band in
            let validity = try validityRows?.band(band)
            _ = try reader.read(band, directly: nil) { piece in
                var own = FiniteRange()
                try scratch.withContext { memory in
                    for y in 0..<piece.rect.size.height {
                        let valid = try validity?.row(y, of: piece, &memory.samples)
                        for (plane, base) in piece.planes.enumerated() {
                            samples.measure(
                                base + y * piece.stride, plane: plane, width: piece.rect.size.width, valid: valid,
                                into: &own)
                        }
                    }
                }
                found.withLock { $0.formUnion(own) }
            }
        }
        let range = found.withLock { $0 }
        measured = range
        return range
    }

    /// Visits the bands that contain rows, the first of which begins with a strip or a row of tiles.
    private func forEachBand(
        showing rows: Range<Int>, _ body: (any TIFFRowReader, Range<Int>) throws -> Void
    ) throws {
        let size = blocks.page.size
        let wanted = max(1, Self.bandBytes / (size.width * info.layout.bytesPerPixel))
        let reader = makeReader()
        var row = firstRow(showing: rows)
        while row < rows.upperBound {
            let band = row..<row + reader.bandHeight(at: row, wanted: wanted)
            try body(reader, band)
            row = band.upperBound
        }
    }

    /// The first row of the blocks that show rows.
    private func firstRow(showing rows: Range<Int>) -> Int {
        rows.lowerBound / blocks.page.block.height * blocks.page.block.height
    }

    /// A reader of the stored rows, from any row on.
    func makeReader() -> any TIFFRowReader {
        let page = blocks.page
        if page.isReadAsRGBA {
            return TIFFRGBARowReader(blocks)
        }
        // A pixel that lacks one of its planes is missing with its whole tile.
        if page.isUncompressed, !(page.isTiled && page.planes > 1) {
            return TIFFUncompressedRowReader(blocks, threads: options.threads)
        }
        if let tiles {
            return TIFFTileRowReader(tiles, threads: options.threads)
        }
        return TIFFBlockRowReader.needsScanlines(page)
            ? TIFFScanlineRowReader(blocks, threads: options.threads)
            : TIFFBlockRowReader(blocks, threads: options.threads)
    }
}
