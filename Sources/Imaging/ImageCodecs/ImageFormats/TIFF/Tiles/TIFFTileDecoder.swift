package import ImageMetadata
internal import Glibc
internal import ImageSources
internal import CTIFF
internal import PixelKernels
package import TilePyramid

/// Decodes single tiles of a TIFF page through libtiff or OpenJPEG, and encodes them losslessly as PNG.
///
/// The PNG has alpha, and 16 bits per sample if the page has more than 8.
///
/// Invalid pixels, according to a nodata value or a mask, become transparent.
///
/// One thread uses a decoder at a time. The decoder keeps the file open and libtiff's tables of the page in memory: 16 bytes
/// per tile.
package final class TIFFTileDecoder {
    private let file: TIFFFile
    private let page: TIFFPage
    /// The tiles and their decoder when they are JPEG 2000.
    private let jpeg2000: (tiles: TIFFTiles, kind: JPEG2000TileDecoder)?
    private let rows: TIFFRowConversion
    /// The search for invalid pixels, if a nodata value says which they are.
    private let nodata: TIFFNodataSearch?
    /// The layout of the PNG.
    private let layout: PixelLayout
    private let encoder: PNGTileEncoder
    private var delivered = ScratchBuffer()
    private var converted = ScratchBuffer()
    private var validity = ScratchBuffer()
    private let scratch = TIFFRowConversion.Scratch()

    /// An upper estimate of the processor time for decoding a pixel of a compression.
    static func nanosecondsPerPixel(compression: Int?) -> Double {
        compression.flatMap(TIFFJPEG2000Compression.init) == nil ? 100 : JPEG2000Format.nanosecondsPerPixel
    }

    /// Opens a file for the tiles of the page with the directory at this offset.
    ///
    /// Returns nil when the page is not tiled, or its pixels need color conversion: a palette, CMYK, floating point.
    ///
    /// - Parameters:
    ///   - input: the file.
    ///   - directory: the offset.
    ///   - nodata: the values of invalid pixels; values that samples cannot hold mark no pixel.
    ///   - isMasked: whether a mask marks the valid pixels; if there is alpha, neither this nor a value counts.
    /// - Throws: ``CodecError`` when the file cannot be read.
    package init?(_ input: ImageInput, directory: Int, nodata: NodataValues? = nil, isMasked: Bool = false) throws {
        guard let file = try TIFFFile(input) else { return nil }
        guard file.succeeds({ TIFFSetSubDirectory($0, UInt64(directory)) != 0 }) else {
            throw file.failure("the directory of a page cannot be read")
        }
        guard var page = try TIFFPage(file), page.isTiled, page.planes == 1, page.hasPlainBlocks,
            page.block.area <= TileLimits.pixels
        else { return nil }
        let tiles = try TIFFTiles(TIFFBlocks(file, page: page, allowTruncated: false))
        jpeg2000 = tiles.flatMap { tiles in tiles.jpeg2000.map { (tiles, $0) } }
        // Whole tiles are converted, also at the edges.
        page.size = page.block
        // libtiff has swapped the bytes already.
        page.stored.isByteSwapped = false
        var options = DecodeOptions()
        options.depth = .sixteen
        guard let rows = try TIFFRowConversion(page, options: options, file: input.name) else { return nil }
        self.file = file
        self.page = page
        self.rows = rows
        let search = isMasked ? nil : nodata.flatMap { TIFFNodataSearch($0, page) }
        self.nodata = rows.layout.channels.hasAlpha ? nil : search
        layout =
            search == nil && !isMasked ? rows.layout : PixelLayout(rows.layout.channels.withAlpha, rows.layout.depth)
        encoder = try PNGTileEncoder(encoding: TileEncoding(), layout: layout)
    }

    /// Encodes a tile as a PNG file; tiles are numbered row by row.
    ///
    /// - Parameters:
    ///   - number: the tile.
    ///   - name: the tile's name for error messages.
    ///   - mask: a byte for each pixel of the tile, 0 for invalid ones; nil for no mask: all pixels are valid.
    ///   - shown: the part of the tile, from its first pixel, that belongs to the image. If all of its pixels are valid, there
    ///     is no PNG. Nil for a PNG in any case.
    /// - Returns: the PNG; nil if all pixels of `shown` are valid.
    /// - Throws: ``CodecError`` when the tile is damaged.
    package func png(
        ofTile number: Int, name: String, mask: [UInt8]? = nil, unlessValidIn shown: PixelSize? = nil
    ) throws -> [UInt8]? {
        let count = page.rowBytes * page.size.height
        // Zeros, because some of libtiff's decoders leave out what a damaged tile does not have, and report no error. They
        // take no memory before they are touched, so that a small file cannot claim much by its header.
        guard let samples = calloc(1, max(1, count)) else {
            throw CodecError(.inputOutput, file: file.name, "not enough memory to decode the tile.")
        }
        defer { free(samples) }
        try decode(number, to: samples, count)
        let validity = try validity(of: samples, mask)
        if let shown, Self.isValid(validity, shown, stride: page.size.width) { return nil }
        let rowBytes = page.size.width * layout.bytesPerPixel
        let pixels = try delivered.reserve(rowBytes * page.size.height)
        for y in 0..<page.size.height {
            try convert(
                samples + y * page.rowBytes, validity.map { $0 + y * page.size.width }, to: pixels + y * rowBytes)
        }
        return try TilePixels.lend(pixels, stride: rowBytes, size: page.size, layout: layout) {
            try encoder.bytes(of: $0)
        }
    }

    /// The validity of all pixels of a tile, a byte for each; nil if it has none but an alpha channel.
    private func validity(of samples: UnsafeMutableRawPointer, _ mask: [UInt8]?) throws -> UnsafePointer<UInt8>? {
        guard layout != rows.layout else { return nil }
        let area = page.size.area
        let validity = try self.validity.reserve(area).bindMemory(to: UInt8.self, capacity: area)
        if let nodata {
            let piece = TIFFRowPiece(
                rect: PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height),
                planes: [UnsafeRawPointer(samples)], stride: page.rowBytes)
            for y in 0..<page.size.height { nodata.write(piece, row: y, into: validity + y * page.size.width) }
        } else if let mask, mask.count == area {
            mask.withUnsafeBufferPointer { mask in
                if let base = mask.baseAddress { validity.update(from: base, count: area) }
            }
        } else {
            validity.update(repeating: 255, count: area)
        }
        return UnsafePointer(validity)
    }

    /// Whether the first columns and rows have valid pixels only.
    private static func isValid(_ validity: UnsafePointer<UInt8>?, _ shown: PixelSize, stride: Int) -> Bool {
        guard let validity else { return true }
        return (0..<shown.height).allSatisfy { y in
            !UnsafeBufferPointer(start: validity + y * stride, count: shown.width).contains(0)
        }
    }

    private func convert(
        _ row: UnsafeRawPointer, _ validity: UnsafePointer<UInt8>?, to target: UnsafeMutableRawPointer
    ) throws {
        let width = page.size.width
        guard let validity, !rows.layout.channels.hasAlpha else {
            return try rows.convert(row, to: target, count: width, scratch)
        }
        let colors = try converted.reserve(width * rows.layout.bytesPerPixel)
        try rows.convert(row, to: colors, count: width, scratch)
        PixelValidity.join(colors, validity, layout: rows.layout, count: width, into: target)
    }

    private func decode(_ number: Int, to samples: UnsafeMutableRawPointer, _ count: Int) throws {
        guard let (tiles, kind) = jpeg2000 else {
            let isDecoded = file.succeeds {
                TIFFReadEncodedTile($0, UInt32(number), samples, tmsize_t(count)) == count
            }
            guard isDecoded else { throw file.failure("the tile is damaged") }
            return
        }
        do {
            try tiles.decode(kind, tiles.blocks.extent(of: number), into: samples)
        } catch let problem as TIFFBlocks.Problem {
            var reason = "it lies beyond the end of the file"
            if case .unusable(let words) = problem { reason = words }
            throw CodecError(.damaged, file: file.name, "the tile is damaged (\(reason)). Get a good copy.")
        }
    }
}
