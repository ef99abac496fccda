internal import Concurrency
internal import SQLiteDatabases
internal import TileContainers

/// The rows of tiles by address, for tables without an index, in which each lookup would read all rows.
final class TileRowIDs: Sendable {
    /// The most rows of a table without an index; each takes about 50 bytes of memory once a tile is looked up.
    static let rowLimit = 2 << 20
    /// The most rows of each of several tables, and of one without row IDs, which each lookup reads.
    static let scannedRowLimit = 10_000

    private let rowIDs = Locked<[TileAddress: Int]?>(nil)

    private let table: TileTable

    /// Whether SQLite reads a whole table to answer a query with three numbers.
    static func isScanned(_ query: String, _ connection: SQLiteConnection) throws -> Bool {
        var isScanned = false
        try connection.statement("EXPLAIN QUERY PLAN \(query)")
            .forEachRow(.integer(0), .integer(0), .integer(0)) { row in
                let step = row.text(3) ?? ""
                isScanned = isScanned || step.contains("SCAN") || step.contains("AUTOMATIC")
            }
        return isScanned
    }

    /// Creates an index for a table if it needs one; nil if SQLite finds tiles without it.
    ///
    /// - Throws: ``StoreError`` when there are too many rows to do without an index in the file.
    init?(of table: TileTable, _ connection: SQLiteConnection, path: String) throws {
        self.table = table
        let query = "SELECT tile_data FROM \(table.fromClause) WHERE \(TileTable.isAddressed)"
        guard try Self.isScanned(query, connection) else { return nil }
        let hasRowIDs =
            (try? connection.statement("SELECT \(table.bytesTable).rowid FROM \(table.bytesTable)")) != nil
        // A join without an index costs more than a table that is read once.
        let limit = hasRowIDs && !table.sharesImages ? Self.rowLimit : Self.scannedRowLimit
        for name in table.names {
            let rows = try connection.statement("SELECT count(*) FROM \(name)").firstRow { $0.integer(0) } ?? 0
            guard rows <= limit else {
                let plain = name.filter { $0 != "\"" }
                throw StoreError(
                    .malformed, path: path,
                    "its table \"\(plain)\" has \(rows) rows and no index, and up to \(limit) are read without. Add one: "
                        + (name == "images"
                            ? "CREATE UNIQUE INDEX images_id ON images (tile_id)."
                            : "CREATE UNIQUE INDEX tile_index ON \(plain) (zoom_level, tile_column, tile_row)."))
            }
        }
        guard hasRowIDs else { return nil }
    }

    /// The row with the bytes of a tile; `nil` if it is absent.
    ///
    /// The first call reads all addresses.
    func rowID(of tile: TileAddress, in connection: SQLiteConnection) throws -> Int? {
        if let known = rowIDs.withLock({ $0 }) { return known[tile] }
        var found: [TileAddress: Int] = [:]
        try connection.statement(
            "SELECT \(table.bytesTable).rowid, zoom_level, tile_column, tile_row FROM \(table.fromClause)"
        )
        .forEachRow {
            row in
            guard let rowID = row.integer(0), let zoom = row.integer(1), let column = row.integer(2),
                let tileRow = row.integer(3)
            else { return }
            let address = TileAddress(zoom: zoom, column: column, row: tileRow)
            // The first of duplicates counts, as in a table that is scanned.
            if found[address] == nil { found[address] = rowID }
        }
        rowIDs.withLock { [found] in $0 = found }
        return found[tile]
    }
}
