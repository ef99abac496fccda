internal import CTIFF
internal import PixelKernels
internal import TilePyramid

/// Decodes single tiles of a TIFF page through libtiff, or OpenJPEG, and makes PNGs of them, exactly: with alpha, with
/// 16 bits where the page has more than 8.
///
/// One thread uses a decoder at a time. It has the file open, and libtiff's tables of the page in memory: 16 bytes for each
/// of its tiles.
package final class TIFFTileDecoder {
    private let file: TIFFFile
    private let page: TIFFPage
    /// The tiles, if they are in JPEG 2000.
    private let jpeg2000: (tiles: TIFFTiles, kind: JPEG2000TileDecoder)?
    private let rows: TIFFRowConversion
    private let encoder: any TileEncoder
    private var stored = ScratchBuffer()
    private var delivered = ScratchBuffer()

    /// Opens a file for the tiles of one page; nil when the page is not in tiles, or of pixels that need more than samples
    /// to be put in order: with a palette, CMYK, floating point.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - directory: where the page's directory begins.
    /// - Throws: ``CodecError`` when it cannot be read.
    package init?(_ path: String, directory: Int) throws {
        guard let file = try TIFFFile(.file(path)) else { return nil }
        guard file.succeeds({ TIFFSetSubDirectory($0, UInt64(directory)) != 0 }) else {
            throw file.failure("the directory of a page cannot be read")
        }
        guard var page = try TIFFPage(file), page.isTiled, page.planes == 1,
            page.block.area <= TileDecoder.defaultPixelLimit
        else { return nil }
        let tiles = try TIFFTiles(TIFFBlocks(file, page: page, allowTruncated: false))
        jpeg2000 = tiles.flatMap { tiles in tiles.jpeg2000.map { (tiles, $0) } }
        // Whole tiles are converted, not parts of them.
        page.size = page.block
        // libtiff has put the bytes in order.
        page.stored.isByteSwapped = false
        var options = DecodeOptions()
        options.depth = .sixteen
        guard let rows = try TIFFRowConversion(page, options: options, file: path) else { return nil }
        self.file = file
        self.page = page
        self.rows = rows
        var encoding = TileEncoding()
        encoding.format = .png
        encoder = try encoding.makeEncoder(for: rows.layout)
    }

    /// A tile as PNG.
    ///
    /// - Parameters:
    ///   - number: its place, row by row.
    ///   - name: for messages.
    /// - Returns: the bytes of the file.
    /// - Throws: ``CodecError`` when the tile is damaged.
    package func png(ofTile number: Int, name: String) throws -> [UInt8] {
        let count = page.rowBytes * page.size.height
        let samples = stored.reserve(count)
        try decode(number, to: samples, count)
        let rowBytes = page.size.width * rows.layout.bytesPerPixel
        let pixels = delivered.reserve(rowBytes * page.size.height)
        for y in 0..<page.size.height {
            rows.convert(samples + y * page.rowBytes, to: pixels + y * rowBytes)
        }
        var png: [UInt8] = []
        let starts = (0..<page.size.height).map { UnsafeRawPointer(pixels + $0 * rowBytes) }
        try starts.withUnsafeBufferPointer { starts in
            let tile = TilePixels(size: page.size, layout: rows.layout, rows: starts)
            try encoder.encode(tile) { png = $0.withUnsafeBytes { Array($0) } }
        }
        return png
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
            var reason = "it is said to be where the file has ended"
            if case .unusable(let words) = problem { reason = words }
            throw CodecError(.damaged, file: file.name, "the tile is damaged (\(reason)). Get a good copy.")
        }
    }
}
