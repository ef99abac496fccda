internal import TilePyramid

/// The limits of the memory in which tiles are assembled: proportional to the image's width, independent of its height.
struct ChunkLimits: Hashable, Sendable {
    /// Bytes of a chunk, which holds some rows of the widest tile.
    let chunkBytes: Int
    /// The most chunks in use: those of the tiles being assembled on every level, and those of tiles waiting to be
    /// encoded.
    let chunkLimit: Int

    /// The fraction of a full-size tile row that may wait to be encoded while the next row is assembled.
    static let waitingPartOfRow = 0.0625
    /// The tiles per thread that may wait, if that is more.
    static let waitingTilesPerThread = 2

    /// Creates the limits for a pyramid cut by `threads` threads.
    init(pyramid: Pyramid, planes: [PlaneFormat], threads: Int) {
        let side = pyramid.tileSize + 2 * pyramid.overlap
        /// Returns the longest tile side along an image side of this length.
        func longest(_ length: Int) -> Int { pyramid.padsTiles ? side : min(side, length) }
        chunkBytes = planes.map { TileBuffer.chunkBytes(width: longest(pyramid.size.width), of: $0) }.max() ?? 0

        var gathered = 0
        var tile = 0
        for plane in planes {
            func chunks(_ rows: Int) -> Int { TileBuffer.chunkCount(forRows: plane.length(rows), of: plane) }
            // Before a row of tiles is complete, the rows that overlap it have begun. With several planes the next row
            // begins in one plane before the last one is complete in the others.
            let begun = 2 * chunks(2 * pyramid.overlap) + (planes.count > 1 ? 1 : 0)
            for level in pyramid.levels[pyramid.presentLevels] {
                gathered += level.grid.columns * (chunks(longest(level.size.height)) + begun)
            }
            tile += chunks(longest(pyramid.size.height))
        }
        let row = Double(pyramid.finestLevel.grid.columns * tile)
        let waiting = max(Int(row * Self.waitingPartOfRow), Self.waitingTilesPerThread * threads * tile)
        // Rows of several levels may each need a chunk per column before any of them is complete.
        chunkLimit = gathered + waiting
    }
}
