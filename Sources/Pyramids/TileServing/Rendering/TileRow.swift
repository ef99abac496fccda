/// The pixels of a region in a row of tiles.
struct TileRow {
    /// The columns of a tile that belong to the region.
    struct Part {
        /// The tile.
        let tile: PixelMemory
        /// The offset of the columns in a row of the tile, in bytes.
        let start: Int
        /// The offset of the columns in a row of the region, in bytes.
        let offset: Int
        /// Their extent in bytes.
        let byteCount: Int
    }

    /// The parts, from left to right.
    var parts: [Part] = []

    /// Calls `body` with each part of row `y` of the tiles, and with where it begins and its extent in a row of the region, in
    /// bytes.
    func forEachPart(
        ofRow y: Int, _ body: (_ samples: UnsafeRawPointer, _ offset: Int, _ byteCount: Int) -> Void
    ) {
        for part in parts { body(part.tile.row(y) + part.start, part.offset, part.byteCount) }
    }

    /// Copies row `y` of the tiles to a row of the region.
    func copy(row y: Int, to row: PixelMemory) {
        forEachPart(ofRow: y) { samples, offset, byteCount in
            (row.base + offset).copyMemory(from: samples, byteCount: byteCount)
        }
    }
}
