internal import FilePyramids
internal import Georeferencing
internal import SQLiteDatabases
internal import TilePyramid

extension TileDatabase {
    /// The most rows of a zoom that are read one after the other to find its extent; of more, each column is looked up.
    private static let scannedRowLimit = 1_000_000
    /// The most columns of a zoom that are looked up one after the other; of more, all its rows are read.
    private static let columnLimit = 1 << 16

    /// The range of the tiles of each zoom that exist within its grid, with rows as the table counts them.
    ///
    /// - Parameters:
    ///   - grids: the grid of each zoom; tiles of other zooms, and beyond the grids, are left out.
    ///   - stopsAtWorld: whether of finer zooms only some tile is found once the range of a zoom is the whole map; the
    ///     default is `true`. The grids double with every zoom then.
    /// - Returns: the ranges; a part of them where finer zooms are not searched.
    /// - Throws: ``StoreError`` when the database cannot be read.
    /// - Complexity: with an index, O(columns · log(tiles)) for zooms with many tiles; O(tiles) without one.
    func extent(within grids: [Int: TileGrid], stopsAtWorld: Bool = true) throws -> MapExtent {
        try withConnection { connection in
            var extent = MapExtent()
            let query = "SELECT tile_row FROM \(table.addressTable) WHERE \(TileTable.isAddressed)"
            guard try !TileRowIDs.isScanned(query, connection) else {
                try connection.statement("SELECT zoom_level, tile_column, tile_row FROM \(table.addressTable)")
                    .forEachRow {
                        row in
                        guard let zoom = row.integer(0), let column = row.integer(1), let tileRow = row.integer(2),
                            let grid = grids[zoom], (0..<grid.columns).contains(column),
                            (0..<grid.rows).contains(tileRow)
                        else { return }
                        extent.add(MapTile(zoom: zoom, column: column, row: tileRow))
                    }
                return extent
            }
            for (zoom, grid) in grids.sorted(by: { $0.key < $1.key }) {
                let finder = ExtentFinder(connection: connection, table: table.addressTable, zoom: zoom, grid: grid)
                // What is known to be whole grows no more, and only the finest zoom matters.
                let range =
                    try stopsAtWorld && extent.isWhole
                    ? finder.anyTile() : finder.range(Self.scannedRowLimit, Self.columnLimit)
                if let range { extent.add(range, zoom: zoom) }
            }
            return extent
        }
    }
}

/// Finds the range of a zoom's tiles by its index.
private struct ExtentFinder {
    let connection: SQLiteConnection
    let table: String
    let zoom: Int
    let grid: TileGrid

    /// The condition for the tiles of the zoom that are in its grid.
    private var isInGrid: String {
        """
        zoom_level = ? AND tile_column BETWEEN 0 AND \(grid.columns - 1) AND tile_row BETWEEN 0 AND \(grid.rows - 1)
        """
    }

    /// The range of some tile.
    func anyTile() throws -> TileRange? {
        try connection.statement("SELECT tile_column, tile_row FROM \(table) WHERE \(isInGrid) LIMIT 1")
            .firstRow(.integer(zoom)) { row in
                guard let column = row.integer(0), let tileRow = row.integer(1) else { return nil }
                return Self.range(column, column, tileRow, tileRow)
            }
    }

    /// The range of all tiles.
    func range(_ scannedRowLimit: Int, _ columnLimit: Int) throws -> TileRange? {
        let rows = try connection.statement(
            "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE zoom_level = ? LIMIT \(scannedRowLimit + 1))"
        ).firstRow(.integer(zoom)) { $0.integer(0) }
        guard let rows, rows > 0 else { return nil }
        guard rows > scannedRowLimit, let first = try column("ASC", after: -1),
            let last = try column("DESC", after: -1),
            last - first < columnLimit
        else {
            return try connection.statement(
                "SELECT min(tile_column), max(tile_column), min(tile_row), max(tile_row) FROM \(table) WHERE \(isInGrid)"
            ).firstRow(.integer(zoom), body: Self.range)
        }
        var column = first
        var low = Int.max
        var high = -1
        while column <= last {
            for order in ["ASC", "DESC"] {
                let row = try connection.cachedStatement(
                    """
                    SELECT tile_row FROM \(table) WHERE zoom_level = ? AND tile_column = ?
                    AND tile_row BETWEEN 0 AND ? ORDER BY tile_row \(order) LIMIT 1
                    """
                ).firstRow(.integer(zoom), .integer(column), .integer(grid.rows - 1)) { $0.integer(0) }
                if let row {
                    low = min(low, row)
                    high = max(high, row)
                }
            }
            guard let next = try self.column("ASC", after: column) else { break }
            column = next
        }
        return low <= high ? Self.range(first, last, low, high) : nil
    }

    /// The first or the last column after another one.
    private func column(_ order: String, after column: Int) throws -> Int? {
        try connection.cachedStatement(
            """
            SELECT tile_column FROM \(table) WHERE zoom_level = ? AND tile_column > ? AND tile_column <= ?
            ORDER BY tile_column \(order) LIMIT 1
            """
        ).firstRow(.integer(zoom), .integer(column), .integer(grid.columns - 1)) { $0.integer(0) }
    }

    private static func range(_ row: SQLiteRow) -> TileRange? {
        guard let left = row.integer(0), let right = row.integer(1), let low = row.integer(2),
            let high = row.integer(3),
            left >= 0, left <= right, low >= 0, low <= high
        else { return nil }
        return range(left, right, low, high)
    }

    private static func range(_ left: Int, _ right: Int, _ low: Int, _ high: Int) -> TileRange {
        // Checked: within a grid.
        TileRange(columns: left..<right + 1, rows: low..<high + 1)
    }
}
