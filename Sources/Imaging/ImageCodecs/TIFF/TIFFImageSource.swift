internal import CTIFF
internal import PixelKernels
internal import TilePyramid

/// A gray or RGB page of a TIFF or BigTIFF file, read as a stream whatever the image's height.
///
/// Serves pages whose colors are delivered as they are stored: interleaved unsigned samples of 1 to 16 bits, with or
/// without alpha, in strips or tiles, compressed by anything libtiff decodes, tiles in JPEG 2000, and tiles of separate
/// planes. Palettes, CMYK, Lab, floats, strips of separate planes, strips in JPEG 2000 and profiles other than sRGB are
/// the general path's. Uncompressed pages take one band of about a megabyte; compressed ones a strip of up to 2 MB, or
/// a row of tiles that several threads decode, and a larger strip is decoded row by row. Where a truncated image is
/// allowed, what is missing is middle gray, or transparent where there is alpha.
final class TIFFImageSource: PlanarImageSource {
    let info: ImageInfo
    /// The orientation tag; applying it is the caller's.
    let orientation: Orientation

    let blocks: TIFFBlocks
    /// What is done to stored rows.
    let rows: TIFFRowConversion
    /// The page's tiles, if it is in tiles whose pixels are stored together.
    let tiles: TIFFTiles?
    /// How it was opened.
    let options: DecodeOptions
    /// The other pages of the file that may show the same picture smaller; looked for when they are first asked for.
    private(set) lazy var reducedPages = TIFFReducedPages.pages(of: blocks.file)

    /// Threads that decode tiles; nil for one on each processor.
    var threads: Int? { options.threads }
    private let earlierWarnings: [String]

    /// The bytes that a band of stored rows should have: enough that a read costs little beside its bytes.
    static let bandBytes = 1 << 20
    /// A file with a compressed block of more bytes is mapped, because libtiff reads blocks as a whole.
    static let mappedBlockBytes = 4 << 20

    var warnings: [String] { earlierWarnings + blocks.warnings }

    /// Opens a page of a TIFF.
    ///
    /// - Returns: nil when the input is not a TIFF, or when its page needs the general path.
    /// - Throws: ``CodecError`` when no path can read it: it is damaged, or has no such page.
    static func open(_ input: ImageInput, options: DecodeOptions) throws -> TIFFImageSource? {
        guard var file = try TIFFFile(input), var page = try select(options.page, of: file) else { return nil }
        guard let rows = try conversion(of: page, options, file) else { return nil }
        var blocks = TIFFBlocks(file, page: page, allowTruncated: options.allowTruncated)
        if case .file = input, !page.isUncompressed,
            (0..<blocks.count).contains(where: { blocks.extent(of: $0).count > mappedBlockBytes }),
            let mapped = try TIFFFile(input, access: .mapping), let again = try select(options.page, of: mapped)
        {
            (file, page) = (mapped, again)
            blocks = TIFFBlocks(file, page: page, allowTruncated: options.allowTruncated)
        }
        return try TIFFImageSource(blocks, rows, options)
    }

    /// Opens another page of a file that is open.
    ///
    /// - Parameters:
    ///   - directory: where the directory of the page begins.
    ///   - file: stays open as long as the source.
    ///   - options: how it is decoded; the page in them is not looked at.
    /// - Returns: nil when the page needs the general path.
    /// - Throws: ``CodecError`` when no path can read it.
    static func open(directory: UInt64, of file: TIFFFile, options: DecodeOptions) throws -> TIFFImageSource? {
        let file = try TIFFFile(sharing: file, directory: directory)
        guard let page = try TIFFPage(file), let rows = try conversion(of: page, options, file) else { return nil }
        return try TIFFImageSource(
            TIFFBlocks(file, page: page, allowTruncated: options.allowTruncated), rows, options)
    }

    /// What is done to the rows of a page; nil when it needs the general path.
    private static func conversion(
        of page: TIFFPage, _ options: DecodeOptions, _ file: TIFFFile
    ) throws -> TIFFRowConversion? {
        if let profile = page.profile, !options.keepProfile, try !ICCProfile.isSRGB(profile, file: file.name) {
            return nil
        }
        return try TIFFRowConversion(page, options: options, file: file.name)
    }

    private init(_ blocks: TIFFBlocks, _ rows: TIFFRowConversion, _ options: DecodeOptions) throws {
        self.blocks = blocks
        self.rows = rows
        self.options = options
        tiles = try TIFFTiles(blocks)
        let page = blocks.page
        let profile = options.keepProfile ? page.profile : nil
        orientation = page.orientation
        info = ImageInfo(size: page.size, layout: rows.layout, profile: profile, container: "TIFF")
        earlierWarnings =
            page.hasUnknownChannels
            ? ["channels that are neither color nor declared as transparency are left out."] : []
    }

    /// Makes libtiff take up a page, counted from 1.
    private static func select(_ number: Int, of file: TIFFFile) throws -> TIFFPage? {
        guard number >= 1 else {
            throw CodecError(
                .invalidRequest, file: file.name, "pages are counted from 1; there is no page \(number).")
        }
        if number > 1 {
            let isThere = UInt32(exactly: number - 1).map { index in
                file.succeeds { TIFFSetDirectory($0, index) != 0 }
            }
            guard isThere ?? false else {
                let count = Int(file.withHandle { TIFFNumberOfDirectories($0) })
                guard number > count else { throw file.failure("page \(number) cannot be read") }
                let has = count == 1 ? "one page" : "\(count) pages"
                throw CodecError(
                    .invalidRequest, file: file.name, "it has \(has); there is no page \(number).")
            }
        }
        return try TIFFPage(file)
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        let page = blocks.page
        let reader = makeReader()
        var stored = ScratchBuffer()
        var delivered = ScratchBuffer()
        let stride = page.size.width * info.layout.bytesPerPixel
        var row = 0
        while row < page.size.height {
            let band = row..<row + reader.bandHeight(at: row)
            let source = stored.reserve(band.count * page.rowBytes)
            let missing = try reader.read(band, into: source)
            var target = source
            if !rows.isIdentity {
                target = delivered.reserve(band.count * stride)
                for index in 0..<band.count {
                    rows.convert(source + index * page.rowBytes, to: target + index * stride)
                }
            }
            for part in missing {
                blank(part, in: target - band.lowerBound * stride, stride: stride)
            }
            try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: band))
            row = band.upperBound
        }
    }

    private func makeReader() -> any TIFFRowReader {
        let page = blocks.page
        if page.planes > 1 {
            return TIFFSeparatePlaneRowReader(blocks)
        }
        if page.isUncompressed {
            return TIFFUncompressedRowReader(blocks, bandBytes: Self.bandBytes)
        }
        if let tiles {
            return TIFFTileRowReader(tiles, threads: threads)
        }
        return TIFFStripRowReader(blocks, bandBytes: Self.bandBytes)
    }

    /// Paints what is missing as the other decoders leave it.
    private func blank(_ part: PixelRect, in image: UnsafeMutableRawPointer, stride: Int) {
        let bytesPerPixel = info.layout.bytesPerPixel
        for row in part.rows {
            UnsafeMutableRawBufferPointer(
                start: image + row * stride + part.x * bytesPerPixel, count: part.size.width * bytesPerPixel
            ).initializeMemory(as: UInt8.self, repeating: info.layout.channels.hasAlpha ? 0 : 128)
        }
    }
}
