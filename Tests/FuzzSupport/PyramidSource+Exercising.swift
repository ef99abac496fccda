public import TileStores
internal import TilePyramid

extension PyramidSource {
    /// Uses the pyramid as programs do: reads tiles, even impossible ones, lists stored tiles, and inspects the files.
    ///
    /// - Parameters:
    ///   - levelLimit: the maximum number of levels to read tiles from.
    ///   - lookLimit: the maximum number of tiles and issues to list.
    /// - Throws: the errors of damaged pyramids.
    public func exercise(levelLimit: Int, lookLimit: Int) throws {
        for level in pyramid.levels.prefix(levelLimit) {
            let columns = level.grid.columns
            let rows = level.grid.rows
            for (column, row) in [(0, 0), (1, 0), (0, 1), (columns - 1, rows - 1), (columns, rows), (-1, 0)] {
                // One unreadable tile does not affect the others.
                _ = try? read(TileIndex(level: level.index, column: column, row: row))
            }
        }
        try stop(after: lookLimit) { count in
            try forEachStoredTile { index, _ in
                _ = try storedTile(index)
                try count()
            }
        }
        try stop(after: lookLimit) { count in try inspectFiles { _ in try count() } }
    }

    /// Runs `body` until it has counted up to a limit.
    private func stop(after limit: Int, _ body: (_ count: () throws -> Void) throws -> Void) throws {
        var count = 0
        do {
            try body {
                count += 1
                if count >= limit { throw LimitReached() }
            }
        } catch is LimitReached {}
    }
}

private struct LimitReached: Error {}
