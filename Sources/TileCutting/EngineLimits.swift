internal import PixelKernels
internal import TilePyramid

/// How much a cut may hold at a time, from the geometry alone: it depends on the image's width, not on its height.
struct EngineLimits: Hashable, Sendable {
    /// Bytes of one chunk, which has room for ``TileBuffer/rowsPerChunk`` rows of the widest tile.
    let chunkBytes: Int
    /// Chunks that may be in use: those of the tiles being gathered on every level, and some more.
    let chunkLimit: Int

    /// The part of a full-size row of tiles that may wait to be encoded while the next row is gathered.
    static let waitingPartOfRow = 0.25
    /// Tiles for each thread that may wait, if that is more.
    static let waitingTilesPerThread = 2

    /// The limits for a pyramid cut by so many threads.
    init(pyramid: Pyramid, layout: PixelLayout, threads: Int) {
        let side = pyramid.tileSize + 2 * pyramid.overlap
        chunkBytes = min(side, pyramid.size.width) * TileBuffer.rowsPerChunk * layout.bytesPerPixel

        // While a row of tiles ends, the rows that overlap it have begun.
        let shared = TileBuffer.chunkCount(forRows: 2 * pyramid.overlap)
        let gathered = pyramid.levels[pyramid.presentLevels].reduce(0) { sum, level in
            let rows = min(side, level.size.height)
            return sum + level.grid.columns * (TileBuffer.chunkCount(forRows: rows) + 2 * shared)
        }
        let tile = TileBuffer.chunkCount(forRows: min(side, pyramid.size.height))
        let row = Double(pyramid.finestLevel.grid.columns * tile)
        let waiting = max(Int(row * Self.waitingPartOfRow), Self.waitingTilesPerThread * threads * tile)
        // Rows of several levels may need a chunk for each column before any of them is complete.
        chunkLimit = gathered + waiting
    }
}
