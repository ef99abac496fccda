public import FilePyramids
public import TileContainers
public import TilePyramid

/// Functions for tools, which go through the tiles one after the other and wait for each.
extension RemoteTileSource {
    /// The most tiles that are requested one by one to find out which of them a server has: a million.
    static let visitedTileLimit = 1 << 20
    /// The most tiles of a level that are asked for to find one that exists.
    private static let attempts = 16

    /// Requests a tile, and waits for it; may be called from any thread that may block.
    ///
    /// Once tiles are read in order, row by row, the next ones are requested ahead.
    ///
    /// - Returns: `nil` if there is no such tile.
    /// - Throws: ``StoreError`` when the server does not answer, or not with a tile.
    public func read(_ index: TileIndex) throws -> EncodedTile? { try wait(for: index, keeps: false) }

    /// Requests a tile as ``read(_:)`` does, and no other one ahead.
    ///
    /// - Returns: `nil` if there is no such tile.
    /// - Throws: ``StoreError`` when the server does not answer, or not with a tile.
    package func readAlone(_ index: TileIndex) throws -> EncodedTile? {
        let entry = TileReadAhead.Entry()
        _ = beginReading(index, urgency: .visible) { entry.finish($0) }
        return try entry.wait()
    }

    /// Looks up a tile; in a sparse pyramid, requests it and waits for it.
    ///
    /// In other pyramids, each tile of the grid exists.
    ///
    /// The number of bytes is 0 for a tile that was not requested.
    ///
    /// - Throws: ``StoreError`` when the server does not answer, or not with a tile.
    public func storedTile(_ index: TileIndex) throws -> StoredTile? {
        guard isSparse else { return mayExist(index) ? StoredTile(byteCount: 0) : nil }
        return try wait(for: index, keeps: true).map { StoredTile(byteCount: $0.bytes.count) }
    }

    /// Calls `body` for every tile.
    ///
    /// In a sparse pyramid, each tile is requested, and `body` is called for the tiles that the server has. In other
    /// pyramids, `body` is called for each tile of the grid.
    ///
    /// - Throws: ``StoreError`` when there are more than a million tiles to ask for, or when the server does not
    ///   answer, and what `body` throws.
    /// - Complexity: O(tiles of the grid), within what the description says to be there.
    public func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        let count = pyramid.presentLevels.reduce(0) { $0 + mostTiles(of: $1) }
        guard !isSparse || count <= Self.visitedTileLimit else {
            throw StoreError(
                .unreadable, path: path,
                "there may be \(count) tiles, each of which would have to be requested, and up to "
                    + "\(Self.visitedTileLimit) are. Open fewer zooms, for example 0-8.")
        }
        for level in pyramid.presentLevels {
            let (columns, rows) = candidates(of: level)
            for row in rows {
                for column in columns {
                    let index = TileIndex(level: level, column: column, row: row)
                    if let tile = try storedTile(index) { try body(index, tile) }
                }
            }
        }
    }

    /// An existing tile of a level: the first, or, where tiles have to be requested, one that few requests find.
    public func anyTile(of level: Int) throws -> TileIndex? {
        guard pyramid.presentLevels.contains(level) else { return nil }
        let (columns, rows) = candidates(of: level)
        guard let column = columns.first, let row = rows.first else { return nil }
        let first = TileIndex(level: level, column: column, row: row)
        guard isSparse else { return first }
        let places = TileGrid(columns: columns.count, rows: rows.count).samples(Self.attempts)
        return try places.lazy.map { TileIndex(level: level, column: column + $0.column, row: row + $0.row) }
            .first { try storedTile($0) != nil }
    }

    /// Does nothing: there are no files beside the tiles.
    public func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws {}

    /// The tiles of a level that the description says to be there.
    public func mostTiles(of level: Int) -> Int {
        let (columns, rows) = candidates(of: level)
        // Checked: at most those of the grid, which were counted when the pyramid was opened.
        return columns.count * rows.count
    }

    /// The columns and rows of a level within which tiles may exist.
    private func candidates(of level: Int) -> (columns: Range<Int>, rows: Range<Int>) {
        let grid = pyramid.levels[level].grid
        return description.coverage?.tiles(of: level) ?? (0..<grid.columns, 0..<grid.rows)
    }

    private func wait(for index: TileIndex, keeps: Bool) throws -> EncodedTile? {
        guard mayExist(index) else { return nil }
        return try readAhead.wait(
            for: index, keeps: keeps, after: neighbors(of: index, count: 1, step: -1).first,
            before: neighbors(of: index, count: TileReadAhead.depth, step: 1)
        ) { next, entry in
            _ = beginReading(next, urgency: next == index ? .visible : .lookAhead) { entry.finish($0) }
        }
    }

    /// The tiles before or after a tile, row by row, on the same level.
    private func neighbors(of index: TileIndex, count: Int, step: Int) -> [TileIndex] {
        let (columns, rows) = candidates(of: index.level)
        var found: [TileIndex] = []
        var next = index
        while found.count < count {
            next.column += step
            if !columns.contains(next.column) {
                next.row += step
                next.column = step > 0 ? columns.lowerBound : columns.upperBound - 1
            }
            guard rows.contains(next.row), columns.contains(next.column) else { break }
            found.append(next)
        }
        return found
    }
}
