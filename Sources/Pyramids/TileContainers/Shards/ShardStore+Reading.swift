package import TilePyramid

extension ShardStore {
    /// Lends the tiles of a row that are stored, from left to right, to `body`.
    ///
    /// - Throws: ``StoreError`` when they cannot be read, and what `body` throws.
    package func withTiles(level: Int, row: Int, _ body: (TileIndex, RawSpan) throws -> Void) throws {
        for column in 0..<pyramid.levels[level].grid.columns {
            let index = TileIndex(level: level, column: column, row: row)
            if let tile = try read(index) { try body(index, tile.bytes.span.bytes) }
        }
    }
}
