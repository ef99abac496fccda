package import ImageMetadata
internal import Glibc
internal import ImageSources
internal import CTIFF
internal import PixelKernels
internal import TilePyramid

/// Decodes single tiles of a TIFF page through libtiff or OpenJPEG and encodes them losslessly as PNG: with alpha, and
/// with 16 bits per sample where the page has more than 8.
///
/// One thread uses a decoder at a time. It keeps the file open and libtiff's tables of the page in memory: 16 bytes per
/// tile.
package final class TIFFTileDecoder {
    private let file: TIFFFile
    private let page: TIFFPage
    /// The tiles and their decoder when they are JPEG 2000.
    private let jpeg2000: (tiles: TIFFTiles, kind: JPEG2000TileDecoder)?
    private let rows: TIFFRowConversion
    private let encoder: PNGTileEncoder
    private var delivered = ScratchBuffer()
    private let scratch = TIFFRowConversion.Scratch()

    /// Opens a file for the tiles of the page whose directory has this offset.
    ///
    /// Nil when the page is not tiled, or its pixels need color conversion: a palette, CMYK, floating point.
    ///
    /// - Throws: ``CodecError`` when the file cannot be read.
    package init?(_ input: ImageInput, directory: Int) throws {
        guard let file = try TIFFFile(input) else { return nil }
        guard file.succeeds({ TIFFSetSubDirectory($0, UInt64(directory)) != 0 }) else {
            throw file.failure("the directory of a page cannot be read")
        }
        guard var page = try TIFFPage(file), page.isTiled, page.planes == 1, page.hasPlainBlocks,
            page.block.area <= TileDecoder.defaultPixelLimit
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
        encoder = try PNGTileEncoder(encoding: TileEncoding(), layout: rows.layout)
    }

    /// Encodes a tile, counted row by row, as a PNG file; errors call it by its name.
    ///
    /// - Throws: ``CodecError`` when the tile is damaged.
    package func png(ofTile number: Int, name: String) throws -> [UInt8] {
        let count = page.rowBytes * page.size.height
        // Zeros, because some of libtiff's decoders leave out what a damaged tile does not have, and report no error. They
        // take no memory before they are touched, so that a small file cannot claim much by its header.
        guard let samples = calloc(1, max(1, count)) else {
            throw CodecError(.inputOutput, file: file.name, "not enough memory to decode the tile.")
        }
        defer { free(samples) }
        try decode(number, to: samples, count)
        let rowBytes = page.size.width * rows.layout.bytesPerPixel
        let pixels = try delivered.reserve(rowBytes * page.size.height)
        for y in 0..<page.size.height {
            try rows.convert(
                samples + y * page.rowBytes, to: pixels + y * rowBytes, count: page.size.width, scratch)
        }
        return try TilePixels.lend(pixels, stride: rowBytes, size: page.size, layout: rows.layout) {
            try encoder.bytes(of: $0)
        }
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
