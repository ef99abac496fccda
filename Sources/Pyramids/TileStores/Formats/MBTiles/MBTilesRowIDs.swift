internal import CheckedNumbers
internal import Concurrency
internal import Georeferencing
internal import SQLiteDatabases

/// The rows of tiles by address, for a table without an index, in which each lookup would read all rows.
final class MBTilesRowIDs: Sendable {
    /// The most rows of a table without an index; each takes about 50 bytes of memory once a tile is looked up.
    static let rowLimit = 2 << 20
    /// The most rows of the tables `map` and `images` if a lookup reads them all.
    static let scannedRowLimit = 10_000

    private let rowIDs = Locked<[MapTile: Int]?>(nil)

    /// Creates an index for the table `tiles` if it needs one; nil if SQLite finds tiles without it.
    ///
    /// - Throws: ``StoreError`` when there are too many rows to do without an index in the file.
    init?(of tables: MBTilesTables, _ connection: SQLiteConnection, path: String) throws {
        var isScanned = false
        try connection.statement(
            "EXPLAIN QUERY PLAN SELECT tile_data FROM \(tables.fromClause) WHERE \(MBTilesTables.isAddressed)"
        ).forEachRow(.integer(0), .integer(0), .integer(0)) { row in
            let step = row.text(3) ?? ""
            isScanned = isScanned || step.contains("SCAN") || step.contains("AUTOMATIC")
        }
        guard isScanned else { return nil }
        let hasRowIDs = tables == .tiles && (try? connection.statement("SELECT rowid FROM tiles")) != nil
        let limit = hasRowIDs ? Self.rowLimit : Self.scannedRowLimit
        let names = tables == .tiles ? ["tiles"] : ["map", "images"]
        for name in names {
            let rows = try connection.statement("SELECT count(*) FROM \(name)").firstRow { $0.integer(0) } ?? 0
            guard rows <= limit else {
                throw StoreError(
                    .malformed, path: path,
                    "its table \"\(name)\" has \(rows) rows and no index, and up to \(limit) are read without. Add one: "
                        + (name == "images"
                            ? "CREATE UNIQUE INDEX images_id ON images (tile_id)."
                            : "CREATE UNIQUE INDEX tile_index ON \(name) (zoom_level, tile_column, tile_row)."))
            }
        }
        guard hasRowIDs else { return nil }
    }

    /// The row of a tile; `nil` if it is absent.
    ///
    /// The first call reads all addresses.
    func rowID(of tile: MapTile, in connection: SQLiteConnection) throws -> Int? {
        if let known = rowIDs.withLock({ $0 }) { return known[tile] }
        var found: [MapTile: Int] = [:]
        try connection.statement("SELECT rowid, zoom_level, tile_column, tile_row FROM tiles").forEachRow { row in
            guard let rowID = row.integer(0), let zoom = row.integer(1), let column = row.integer(2),
                let south = row.integer(3), (0...MapTile.maximumZoom).contains(zoom), (0..<1 << zoom).contains(south)
            else { return }
            let address = MapTile(zoom: zoom, column: column, row: (1 << zoom) - 1 - south)
            // The first of duplicates counts, as in a table that is scanned.
            if found[address] == nil { found[address] = rowID }
        }
        rowIDs.withLock { [found] in $0 = found }
        return found[tile]
    }
}
