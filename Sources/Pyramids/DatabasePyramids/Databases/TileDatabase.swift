internal import Concurrency
internal import Numbers
internal import SQLiteDatabases
internal import TileContainers

/// A read-only database of tiles, such as an MBTiles file or a GeoPackage, for use by several threads.
///
/// Each call uses a connection of its own, and waits if all of ``connectionLimit`` are in use.
final class TileDatabase: Sendable {
    /// The most connections, and therefore file descriptors, at a time.
    static let connectionLimit = 4
    /// The most bytes of a tile that are accepted.
    static let tileByteLimit = 1 << 28

    /// The instructions of SQLite that all statements together may run without a result: some, and more for every byte of the
    /// file.
    ///
    /// Reading a row takes about twenty, and a row has about ten bytes at least.
    private static let instructionLimit = (any: 10_000_000, perByte: 64)

    private struct State {
        var free: [SQLiteConnection] = []
        var count = 0
    }

    let path: String
    let table: TileTable
    /// The rows of tiles by address, if the file has no index of them.
    private let rowIDs: TileRowIDs?
    private let limits: SQLiteLimits
    private let state = Locked(State())

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - findTable: finds the tables of the tiles.
    /// - Throws: ``StoreError`` when the file is not a database, is damaged, or contains no tiles.
    init(opening path: String, findTable: (SQLiteConnection) throws -> TileTable) throws {
        self.path = path
        do {
            limits = try Self.limits(of: path)
            let first = try Self.connect(to: path, limits)
            table = try findTable(first)
            rowIDs = try TileRowIDs(of: table, first, path: path)
            if try table.sharesImages && !table.hasUniqueImages(first) { try Self.checkImages(of: table, first, path) }
            state.withLock { $0 = State(free: [first], count: 1) }
        } catch {
            throw StoreError.reading(path, error)
        }
    }

    /// Opens a connection.
    ///
    /// The file is taken as immutable, which needs neither locks nor a writable folder, unless another program is writing
    /// it.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - limits: those of the database; `nil`, the default, for new ones.
    /// - Returns: the connection.
    /// - Throws: `SQLiteError`, or ``StoreError`` when the file cannot be opened.
    static func connect(to path: String, _ limits: SQLiteLimits? = nil) throws -> SQLiteConnection {
        let isBeingWritten = FileSystem.exists(path + "-wal") || FileSystem.exists(path + "-journal")
        let limits = try limits ?? Self.limits(of: path)
        return try SQLiteConnection(reading: path, isImmutable: !isBeingWritten, limits: limits)
    }

    /// The limits of a database, whose work all its connections share.
    private static func limits(of path: String) throws -> SQLiteLimits {
        var limits = SQLiteLimits()
        limits.valueBytes = tileByteLimit
        let size = try OpenFile(reading: path).size()
        limits.work = SQLiteWork(
            instructions: CheckedNumber.product(size, instructionLimit.perByte)
                .flatMap { CheckedNumber.sum($0, instructionLimit.any) } ?? .max)
        return limits
    }

    /// The error for images of one ID, which would make a row many tiles.
    private static func equalIDs(_ path: String) -> StoreError {
        StoreError.damagedFile(path, "several of its images have the same tile_id")
    }

    /// Refuses images of one ID where no index excludes them.
    ///
    /// - Complexity: O(addresses).
    private static func checkImages(of table: TileTable, _ connection: SQLiteConnection, _ path: String) throws {
        let count = try connection.statement("SELECT count(*) FROM \(table.addressTable)").firstRow { $0.integer(0) }
        var left = count ?? 0
        try connection.statement("SELECT 1 FROM \(table.fromClause)").forEachRow { _ in
            left -= 1
            guard left >= 0 else { throw equalIDs(path) }
        }
    }

    /// Runs `body` with a free connection.
    func withConnection<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
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
            return try Self.connect(to: path, limits)
        } catch {
            state.withLockAndNotify { $0.count -= 1 }
            throw StoreError.reading(path, error)
        }
    }

    /// The bytes of a tile; `nil` if it is absent, or has no bytes.
    func read(_ tile: TileAddress) throws -> [UInt8]? {
        try withRow(of: tile, columns: "tile_data") { $0.bytes(0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Runs `body` with columns of the row of a tile; `nil` if it is absent.
    private func withRow<Result>(
        of tile: TileAddress, columns: String, _ body: (SQLiteRow) throws -> Result?
    ) throws -> Result? {
        try withConnection { connection in
            if let rowIDs {
                guard let rowID = try rowIDs.rowID(of: tile, in: connection) else { return nil }
                return try connection.cachedStatement("SELECT \(columns) FROM \(table.bytesTable) WHERE rowid = ?")
                    .firstRow(.integer(rowID), body: body)
            }
            return try connection.cachedStatement(
                "SELECT \(columns) FROM \(table.fromClause) WHERE \(TileTable.isAddressed)"
            )
            .firstRow(.integer(tile.zoom), .integer(tile.column), .integer(tile.row), body: body)
        }
    }

    /// The bytes of some tile; `nil` if there are none.
    func anyTile() throws -> [UInt8]? {
        try withConnection { connection in
            try connection.statement("SELECT tile_data FROM \(table.fromClause) WHERE length(tile_data) > 0 LIMIT 1")
                .firstRow { $0.bytes(0) }
        }
    }

    /// Looks up a tile without reading it; `nil` if it is absent, or has no bytes.
    func storedTile(_ tile: TileAddress) throws -> StoredTile? {
        try withRow(of: tile, columns: table.sizeColumns) { Self.storedTile($0, at: 0) }
            .flatMap { $0.byteCount == 0 ? nil : $0 }
    }

    private static func storedTile(_ row: SQLiteRow, at column: Int) -> StoredTile {
        StoredTile(
            byteCount: row.integer(column) ?? 0,
            // Checked: as many bits.
            sharedBlobID: row.integer(column + 1).map { UInt64(bitPattern: Int64($0)) })
    }

    /// Calls `body` for every row of the tiles table, also for those without bytes.
    ///
    /// Addresses are unchecked, and -1 if they are not numbers.
    ///
    /// Uses a connection of its own, so that `body` can read tiles.
    /// - Complexity: O(rows). Images with one ID are refused, because they would make a row many tiles.
    func forEachTile(_ body: (TileAddress, StoredTile) throws -> Void) throws {
        do {
            let connection = try Self.connect(to: path, limits)
            var rowsLeft = Int.max
            if table.sharesImages {
                rowsLeft =
                    try connection.statement("SELECT count(*) FROM \(table.addressTable)")
                    .firstRow { $0.integer(0) } ?? 0
            }
            try connection.statement(
                "SELECT zoom_level, tile_column, tile_row, \(table.sizeColumns) FROM \(table.fromClause)"
            ).forEachRow { row in
                rowsLeft -= 1
                guard rowsLeft >= 0 else {
                    throw Self.equalIDs(path)
                }
                let tile = Self.storedTile(row, at: 3)
                let numbers = [row.integer(0), row.integer(1), row.integer(2)].compactMap(\.self)
                let isAddress = numbers.count == 3
                try body(
                    isAddress
                        ? TileAddress(zoom: numbers[0], column: numbers[1], row: numbers[2])
                        : TileAddress(zoom: -1, column: -1, row: -1), tile)
            }
        } catch {
            throw StoreError.reading(path, error)
        }
    }
}
