internal import TilePyramid

/// How much a cut may hold at a time, from the geometry alone: it depends on the image's width, not on its height.
struct EngineLimits: Hashable, Sendable {
    /// Bytes of one chunk, which has room for some rows of the widest tile.
    let chunkBytes: Int
    /// Chunks that may be in use: those of the tiles being gathered on every level, and some more.
    let chunkLimit: Int

    /// The part of a full-size row of tiles that may wait to be encoded while the next row is gathered.
    static let waitingPartOfRow = 0.0625
    /// Tiles for each thread that may wait, if that is more.
    static let waitingTilesPerThread = 2

    /// The limits for a pyramid cut by so many threads.
    init(pyramid: Pyramid, planes: [PlaneFormat], threads: Int) {
        let side = pyramid.tileSize + 2 * pyramid.overlap
        /// The longest side of a tile along a side of the picture.
        func longest(_ length: Int) -> Int { pyramid.padsTiles ? side : min(side, length) }
        chunkBytes = planes.map { TileBuffer.chunkBytes(width: longest(pyramid.size.width), of: $0) }.max() ?? 0

        var gathered = 0
        var tile = 0
        for plane in planes {
            func chunks(_ rows: Int) -> Int { TileBuffer.chunkCount(forRows: plane.length(rows), of: plane) }
            // While a row of tiles ends, the rows that overlap it have begun; and with several planes the next row
            // begins in one of them before the last one ends in the others.
            let begun = 2 * chunks(2 * pyramid.overlap) + (planes.count > 1 ? 1 : 0)
            for level in pyramid.levels[pyramid.presentLevels] {
                gathered += level.grid.columns * (chunks(longest(level.size.height)) + begun)
            }
            tile += chunks(longest(pyramid.size.height))
        }
        let row = Double(pyramid.finestLevel.grid.columns * tile)
        let waiting = max(Int(row * Self.waitingPartOfRow), Self.waitingTilesPerThread * threads * tile)
        // Rows of several levels may need a chunk for each column before any of them is complete.
        chunkLimit = gathered + waiting
    }
}
