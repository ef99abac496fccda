internal import ImageSources
internal import CTIFF
internal import Concurrency
internal import PixelKernels
internal import TilePyramid

/// TIFF tiles that fit the pyramid are passed through, and decoded only to make the next coarser level.
extension TIFFImageSource: PassthroughTileSource {
    /// The maximum number of rows of tiles in memory: one being written and one being read.
    static let passthroughRowLimit = 2

    /// The format of the tiles: files as stored, or after inserting the page's JPEG tables.
    private var passthroughFormat: TileFormat? {
        guard let tiles else { return nil }
        if tiles.jpeg != nil { return .jpeg }
        return TIFFTags(blocks.file).uint16OrDefault(TIFFTAG_COMPRESSION) == COMPRESSION_WEBP ? .webp : nil
    }

    func passthroughBlocker(for pyramid: Pyramid, encoding: TileEncoding) -> String? {
        let tile = blocks.page.block
        guard blocks.page.isTiled else { return "the image is not stored in tiles" }
        guard rows.isIdentity else { return "the samples of the image have to be converted" }
        guard let format = passthroughFormat else { return "the image's tiles are neither JPEG nor WebP" }
        if encoding.format != format {
            return "the image's tiles are \(format.rawValue), and \(encoding.format.rawValue) is asked for"
        }
        if pyramid.overlap > 0 { return "the tiles are to overlap" }
        if pyramid.finestLevel.inset != .zero { return "the image begins inside its first tile" }
        let wanted = pyramid.finestLevel.tileSize
        if wanted != tile {
            guard let jpeg = tiles?.jpeg, jpeg.canBeDivided(into: wanted) else {
                return "the image's tiles are of \(tile) pixels, and not of \(wanted)"
            }
            if encoding.optimizesHuffman { return "the image's tiles are divided, and keep their Huffman tables" }
        }
        if !tile.width.isMultiple(of: 2) || !tile.height.isMultiple(of: 2) { return "the tiles have an odd side" }
        if format == .webp, encoding.profile != nil { return "the ICC profile has to be written into every tile" }
        return nil
    }

    func isLossless(_ pyramid: Pyramid) -> Bool {
        let size = blocks.page.size
        let tile = blocks.page.block
        let isFullyCovered = size.width.isMultiple(of: tile.width) && size.height.isMultiple(of: tile.height)
        return isFullyCovered || tiles?.jpeg != nil
    }

    func matchesSubsampling(of encoding: TileEncoding) -> Bool {
        guard let jpeg = tiles?.jpeg, jpeg.components.count == 3 else { return true }
        let finest = encoding.chroma == .halved ? 2 : 1
        return !jpeg.isRGB && jpeg.components.map(\.sampling) == [[finest, finest], [1, 1], [1, 1]]
    }

    var hasHalfScalePlanes: Bool { hasPlanes }

    func readTiles(
        of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool, threads: Int,
        into receiver: any PassthroughReceiver
    ) throws {
        try readTiles(
            of: pyramid, rows: 0..<pyramid.finestLevel.grid.rows, encoding: encoding, asPlanes: asPlanes,
            threads: threads, into: receiver)
    }

    /// Reads the rows of stored tiles that hold rows of the pyramid's tiles; delivers everything in them.
    func readTiles(
        of pyramid: Pyramid, rows tileRows: Range<Int>, encoding: TileEncoding, asPlanes: Bool, threads: Int,
        into receiver: any PassthroughReceiver
    ) throws {
        guard let tiles else { preconditionFailure("only tiled pages are passed through") }
        let context = TIFFTileContext(tiles: tiles, pyramid: pyramid, encoding: encoding, layout: info.layout)
        let writers = ContextPool { TIFFTileWriter(context) }
        let workers = tiles.workers(size: threads)
        let half =
            receiver.wantsHalfScale ? try TIFFHalfScaleTiles(tiles, layout: info.layout, asPlanes: asPlanes) : nil
        let level = pyramid.finestLevel.index
        let rowsInUse = Locked(0)
        let pool = ObjectPool<TIFFTileFile>()
        for row in context.storedRows(of: tileRows) {
            while rowsInUse.withLock({ $0 > (Self.passthroughRowLimit - 1) * context.division.rows }) {
                try receiver.awaitProgress()
            }
            let files = Locked([TileIndex: TIFFTileFile]())
            let bytes = Locked(0)
            let missing = try blocks.decodeRow(row, workers) { decoder, column, _, extent in
                let bytesOfRow = bytes.withLock { bytes in
                    bytes += extent.count
                    return bytes
                }
                guard bytesOfRow <= TIFFPage.largestTileRowBytes else {
                    throw TIFFBlocks.Problem.unusable(reason: "the tiles of its row exceed the memory limit")
                }
                guard context.isDivided else {
                    let file = pool.take()
                    files.withLock { $0[TileIndex(level: level, column: column, row: row)] = file }
                    try decoder.read(extent, into: &file.bytes)
                    try half?.decode(
                        column: column, row: row, extent, jpeg: tiles.jpeg == nil ? nil : file.bytes, with: decoder)
                    return
                }
                let jpeg = try decoder.jpegFile(extent)
                try half?.decode(column: column, row: row, extent, jpeg: jpeg, with: decoder)
                try decoder.divide(jpeg, column: column, row: row, of: context) { index, bytes in
                    let file = pool.take()
                    bytes.withUnsafeBytes { file.bytes.append(contentsOf: $0) }
                    files.withLock { $0[index] = file }
                }
            }
            missing.forEach { half?.fillBlank(column: $0) }
            blocks.file.releasePages()
            let found = files.withLock { $0 }
            let first = row * blocks.page.blockColumns
            let extents = (0..<blocks.page.blockColumns).map { blocks.extent(of: first + $0) }
            let numbers = context.rows(ofStoredRow: row)
            rowsInUse.withLock { $0 += numbers.count }
            for number in numbers {
                let tilesOfRow = (0..<pyramid.finestLevel.grid.columns).map { column -> TIFFTileRow.Tile? in
                    let stored = column / context.division.columns
                    guard !missing.contains(stored) else { return nil }
                    return (found[TileIndex(level: level, column: column, row: number)], extents[stored])
                }
                try receiver.receive(
                    TIFFTileRow(number: number, context: context, tiles: tilesOfRow, writers: writers) {
                        pool.recycle(tilesOfRow.compactMap { $0?.file })
                        rowsInUse.withLock { $0 -= 1 }
                    })
            }
            try half?.lend(row: row, to: receiver)
        }
    }
}

/// The settings that all rows of a page share.
struct TIFFTileContext: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: workers only read bytes of the file, which any thread may do; extents are
    // looked up on the reading thread.
    let tiles: TIFFTiles
    let pyramid: Pyramid
    let encoding: TileEncoding
    let layout: PixelLayout

    /// The columns and rows of the pyramid's tiles in a stored tile.
    var division: (columns: Int, rows: Int) {
        let stored = tiles.blocks.page.block
        let tile = pyramid.finestLevel.tileSize
        return (stored.width / tile.width, stored.height / tile.height)
    }

    /// Whether stored tiles are divided into several.
    var isDivided: Bool { division != (1, 1) }

    /// The rows of stored tiles that hold rows of the pyramid's tiles.
    func storedRows(of rows: Range<Int>) -> Range<Int> {
        rows.lowerBound / division.rows..<(rows.upperBound + division.rows - 1) / division.rows
    }

    /// The rows of the pyramid's tiles that a row of stored tiles holds.
    func rows(ofStoredRow row: Int) -> Range<Int> {
        row * division.rows..<min((row + 1) * division.rows, pyramid.finestLevel.grid.rows)
    }
}
