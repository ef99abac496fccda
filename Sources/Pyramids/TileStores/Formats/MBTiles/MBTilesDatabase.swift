internal import CheckedNumbers
internal import Concurrency
internal import Georeferencing
internal import SQLiteDatabases

/// A read-only MBTiles database for use by several threads.
///
/// Each call uses a connection of its own, and waits if all of ``connectionLimit`` are in use.
final class MBTilesDatabase: Sendable {
    /// The most connections, and therefore file descriptors, at a time.
    static let connectionLimit = 4
    /// The most bytes of a tile that are accepted.
    static let tileByteLimit = 1 << 28
    /// The most rows of metadata that are read, and the most bytes of each.
    private static let metadataLimit = (rows: 1_000, bytes: 1 << 20)

    /// The instructions of SQLite that a statement may run: some, and more for every byte of the file.
    ///
    /// Reading a row takes about twenty, and a row has about ten bytes at least.
    private static let instructionLimit = (any: 10_000_000, perByte: 64)

    private struct State {
        var free: [SQLiteConnection] = []
        var count = 0
    }

    let path: String
    private let tables: MBTilesTables
    /// The rows of tiles by address, if the file has no index of them.
    private let rowIDs: MBTilesRowIDs?
    private let state = Locked(State())

    /// Opens a database.
    ///
    /// - Throws: ``StoreError`` when the file is not a database, is damaged, or contains no tiles.
    init(opening path: String) throws {
        self.path = path
        do {
            let first = try Self.connect(to: path)
            tables = try MBTilesTables(of: first, path: path)
            rowIDs = try MBTilesRowIDs(of: tables, first, path: path)
            state.withLock { $0 = State(free: [first], count: 1) }
        } catch {
            throw StoreError.reading(path, error)
        }
    }

    /// Opens a connection.
    ///
    /// The file is taken as immutable, which needs neither locks nor a writable folder, unless another program is writing
    /// it.
    private static func connect(to path: String) throws -> SQLiteConnection {
        let isBeingWritten = FileSystem.exists(path + "-wal") || FileSystem.exists(path + "-journal")
        var limits = SQLiteLimits()
        limits.valueBytes = tileByteLimit
        let size = try OpenFile(reading: path).size()
        limits.instructions =
            CheckedNumber.product(size, instructionLimit.perByte)
            .flatMap { CheckedNumber.sum($0, instructionLimit.any) } ?? .max
        return try SQLiteConnection(reading: path, isImmutable: !isBeingWritten, limits: limits)
    }

    /// Runs `body` with a free connection.
    private func withConnection<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        let connection =
            try state.wait { state -> SQLiteConnection?? in
                if let free = state.free.popLast() { return .some(free) }
                guard state.count < Self.connectionLimit else { return nil }
                state.count += 1
                return .some(nil)
            } ?? newConnection()
        defer { state.withLockAndNotify { $0.free.append(connection) } }
        do {
            return try body(connection)
        } catch {
            throw StoreError.reading(path, error)
        }
    }

    /// Opens another connection, which has been counted already.
    private func newConnection() throws -> SQLiteConnection {
        do {
            return try Self.connect(to: path)
        } catch {
            state.withLockAndNotify { $0.count -= 1 }
            throw StoreError.reading(path, error)
        }
    }

    /// The rows of the metadata table; empty if there is no such table.
    func metadata() throws -> [PyramidProperty] {
        try withConnection { connection in
            let hasTable = try connection.statement(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND lower(name) = 'metadata'"
            ).firstRow { $0.integer(0) }
            guard hasTable != nil else { return [] }
            let limit = Self.metadataLimit
            var properties: [PyramidProperty] = []
            try connection.statement(
                "SELECT substr(name, 1, 1000), substr(value, 1, \(limit.bytes)) FROM metadata LIMIT \(limit.rows)"
            ).forEachRow { row in
                if let name = row.text(0) { properties.append(PyramidProperty(name, row.text(1) ?? "")) }
            }
            return properties
        }
    }

    /// The coarsest and the finest zoom that have tiles; `nil` if there are no tiles.
    func zooms() throws -> (first: Int, last: Int)? {
        try withConnection { connection in
            // Two statements, because the index answers each of them alone.
            let (first, last) = try (
                connection.statement("SELECT min(zoom_level) FROM \(tables.addressTable)").firstRow {
                    $0.convertedInteger(0)
                },
                connection.statement("SELECT max(zoom_level) FROM \(tables.addressTable)").firstRow {
                    $0.convertedInteger(0)
                }
            )
            return first.flatMap { first in last.map { (first, $0) } }
        }
    }

    /// The columns and rows of a zoom's tiles, rows counted from the south; `nil` if there are none.
    func extent(of zoom: Int) throws -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        try withConnection { connection in
            try connection.statement(
                """
                SELECT min(tile_column), max(tile_column), min(tile_row), max(tile_row)
                FROM \(tables.addressTable) WHERE zoom_level = ?
                """
            ).firstRow(.integer(zoom)) { row in
                guard let left = row.integer(0), let right = row.integer(1), let low = row.integer(2),
                    let high = row.integer(3), let columns = CheckedNumber.range(from: left, through: right),
                    let rows = CheckedNumber.range(from: low, through: high)
                else { return nil }
                return (columns, rows)
            }
        }
    }

    /// The bytes of a tile; `nil` if it is absent.
    func read(_ tile: MapTile) throws -> [UInt8]? {
        try withRow(of: tile, columns: "tile_data") { $0.bytes(0) }
    }

    /// Runs `body` with columns of the row of a tile; `nil` if it is absent.
    private func withRow<Result>(
        of tile: MapTile, columns: String, _ body: (SQLiteRow) throws -> Result?
    ) throws -> Result? {
        try withConnection { connection in
            let select = "SELECT \(columns) FROM \(tables.fromClause) WHERE "
            if let rowIDs {
                guard let rowID = try rowIDs.rowID(of: tile, in: connection) else { return nil }
                return try connection.cachedStatement(select + "rowid = ?").firstRow(.integer(rowID), body: body)
            }
            return try connection.cachedStatement(select + MBTilesTables.isAddressed)
                .firstRow(.integer(tile.zoom), .integer(tile.column), .integer(tile.tmsRow), body: body)
        }
    }

    /// The bytes of some tile; `nil` if there are none.
    func anyTile() throws -> [UInt8]? {
        try withConnection { connection in
            try connection.statement("SELECT tile_data FROM \(tables.fromClause) LIMIT 1").firstRow { $0.bytes(0) }
        }
    }

    /// Looks up a tile without reading it; `nil` if it is absent.
    func storedTile(_ tile: MapTile) throws -> StoredTile? {
        try withRow(of: tile, columns: tables.sizeColumns) { Self.storedTile($0, at: 0) }
    }

    private static func storedTile(_ row: SQLiteRow, at column: Int) -> StoredTile {
        StoredTile(
            byteCount: row.integer(column) ?? 0,
            // Checked: as many bits.
            sharedBlobID: row.integer(column + 1).map { UInt64(bitPattern: Int64($0)) })
    }

    /// Calls `body` for every row of the tiles table.
    ///
    /// Addresses are unchecked; rows are counted from the south.
    ///
    /// Uses a connection of its own, so that `body` can read tiles.
    /// - Complexity: O(rows). Images with one ID are refused, because they would make a row many tiles.
    func forEachTile(_ body: (_ zoom: Int, _ column: Int, _ row: Int, StoredTile) throws -> Void) throws {
        do {
            let connection = try Self.connect(to: path)
            var rowsLeft = Int.max
            if tables != .tiles {
                rowsLeft = try connection.statement("SELECT count(*) FROM map").firstRow { $0.integer(0) } ?? 0
            }
            try connection.statement(
                "SELECT zoom_level, tile_column, tile_row, \(tables.sizeColumns) FROM \(tables.fromClause)"
            ).forEachRow { row in
                rowsLeft -= 1
                guard rowsLeft >= 0 else {
                    throw StoreError.damagedFile(path, "several of its images have the same tile_id")
                }
                let tile = Self.storedTile(row, at: 3)
                if let zoom = row.integer(0), let column = row.integer(1), let south = row.integer(2) {
                    try body(zoom, column, south, tile)
                } else {
                    try body(-1, -1, -1, tile)
                }
            }
        } catch {
            throw StoreError.reading(path, error)
        }
    }

    /// The number of rows in `map` without an image.
    func missingImages() throws -> Int {
        guard tables != .tiles else { return 0 }
        return try withConnection { connection in
            try connection.statement(
                """
                SELECT count(*) FROM map LEFT JOIN images ON images.tile_id = map.tile_id
                WHERE images.tile_id IS NULL
                """
            ).firstRow { $0.integer(0) } ?? 0
        }
    }
}
