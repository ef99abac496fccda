internal import FoundationEssentials
internal import GRDB
internal import Concurrency

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

    /// The schema of the tiles.
    enum Tables {
        /// A table `tiles`, or a view of that name.
        case tiles
        /// The tables `map` and `images` of mb-util, in which equal tiles are stored once.
        case mapAndImages
    }

    private struct State {
        var free: [DatabaseQueue] = []
        var count = 0
    }

    let path: String
    let tables: Tables
    private let location: String
    private let state = Locked(State())

    /// Opens a database.
    ///
    /// - Throws: ``StoreError`` when the file is not a database, is damaged, or contains no tiles.
    init(opening path: String) throws {
        self.path = path
        location = Self.location(of: path)
        do {
            let first = try Self.connect(to: location)
            tables = try first.unsafeRead { try Self.tables(in: $0, path: path) }
            state.withLock { $0 = State(free: [first], count: 1) }
        } catch {
            throw StoreError.reading(path, error)
        }
    }

    /// The FROM clause for tiles and their bytes.
    private var fromClause: String {
        switch tables {
        case .tiles: "tiles"
        case .mapAndImages: "map JOIN images ON images.tile_id = map.tile_id"
        }
    }

    /// The table of tile addresses.
    private var addressTable: String { tables == .tiles ? "tiles" : "map" }

    /// Runs `body` with a free connection.
    private func withConnection<Result>(_ body: (Database) throws -> Result) throws -> Result {
        let connection =
            try state.wait { state -> DatabaseQueue?? in
                if let free = state.free.popLast() { return .some(free) }
                guard state.count < Self.connectionLimit else { return nil }
                state.count += 1
                return .some(nil)
            } ?? newConnection()
        defer { state.withLockAndNotify { $0.free.append(connection) } }
        do {
            return try connection.unsafeRead(body)
        } catch {
            throw StoreError.reading(path, error)
        }
    }

    /// Opens another connection, which has been counted already.
    private func newConnection() throws -> DatabaseQueue {
        do {
            return try Self.connect(to: location)
        } catch {
            state.withLockAndNotify { $0.count -= 1 }
            throw StoreError.reading(path, error)
        }
    }

    /// The rows of the metadata table; empty if there is no such table.
    func metadata() throws -> [PyramidProperty] {
        try withConnection { database in
            guard try database.tableExists("metadata") else { return [] }
            let limit = Self.metadataLimit
            let rows = try Row.fetchCursor(
                database,
                sql: "SELECT substr(name, 1, 1000), substr(value, 1, \(limit.bytes)) FROM metadata LIMIT \(limit.rows)")
            var properties: [PyramidProperty] = []
            while let row = try rows.next() {
                if let name: String = row.value(0) { properties.append(PyramidProperty(name, row.value(1) ?? "")) }
            }
            return properties
        }
    }

    /// The coarsest and the finest zoom that have tiles; `nil` if there are no tiles.
    func zooms() throws -> (first: Int, last: Int)? {
        try withConnection { database in
            // Two statements, because the index answers each of them alone.
            let (first, last) = try (
                Int.fetchOne(database, sql: "SELECT min(zoom_level) FROM \(addressTable)"),
                Int.fetchOne(database, sql: "SELECT max(zoom_level) FROM \(addressTable)")
            )
            return first.flatMap { first in last.map { (first, $0) } }
        }
    }

    /// The columns and rows of a zoom's tiles, rows counted from the south; `nil` if there are none.
    func extent(of zoom: Int) throws -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        try withConnection { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT min(tile_column), max(tile_column), min(tile_row), max(tile_row)
                    FROM \(addressTable) WHERE zoom_level = ?
                    """, arguments: [zoom])
            guard let row, let left: Int = row.value(0), let right: Int = row.value(1), let low: Int = row.value(2),
                let high: Int = row.value(3), left <= right, low <= high
            else { return nil }
            return (left...right, low...high)
        }
    }

    /// The bytes of a tile; `nil` if it is absent.
    func read(_ tile: MapTile) throws -> [UInt8]? {
        try withConnection { database in
            let statement = try database.cachedStatement(
                sql: "SELECT tile_data FROM \(fromClause) WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?")
            return try Data.fetchOne(statement, arguments: [tile.zoom, tile.column, tile.tmsRow])
        }.map { Array($0) }
    }

    /// The bytes of some tile; `nil` if there are none.
    func anyTile() throws -> [UInt8]? {
        try withConnection { try Data.fetchOne($0, sql: "SELECT tile_data FROM \(fromClause) LIMIT 1") }.map {
            Array($0)
        }
    }

    /// Looks up a tile without reading it; `nil` if it is absent.
    func storedTile(_ tile: MapTile) throws -> StoredTile? {
        try withConnection { database in
            let statement = try database.cachedStatement(
                sql:
                    "SELECT \(sizeColumns) FROM \(fromClause) WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?"
            )
            return try Row.fetchOne(statement, arguments: [tile.zoom, tile.column, tile.tmsRow])
                .map { Self.storedTile($0, at: 0) }
        }
    }

    private var sizeColumns: String { tables == .tiles ? "length(tile_data), NULL" : "length(tile_data), images.rowid" }

    private static func storedTile(_ row: Row, at column: Int) -> StoredTile {
        let image: Int64? = row.value(column + 1)
        return StoredTile(byteCount: row.value(column) ?? 0, sharedBlobID: image.map { UInt64(bitPattern: $0) })
    }

    /// Calls `body` for every row of the tiles table.
    ///
    /// Addresses are unchecked; rows are counted from the south.
    ///
    /// Uses a connection of its own, so that `body` can read tiles.
    func forEachTile(_ body: (_ zoom: Int, _ column: Int, _ row: Int, StoredTile) throws -> Void) throws {
        do {
            try Self.connect(to: location).unsafeRead { database in
                let rows = try Row.fetchCursor(
                    database, sql: "SELECT zoom_level, tile_column, tile_row, \(sizeColumns) FROM \(fromClause)")
                while let row = try rows.next() {
                    guard let zoom: Int = row.value(0), let column: Int = row.value(1), let south: Int = row.value(2)
                    else {
                        try body(-1, -1, -1, Self.storedTile(row, at: 3))
                        continue
                    }
                    try body(zoom, column, south, Self.storedTile(row, at: 3))
                }
            }
        } catch {
            throw StoreError.reading(path, error)
        }
    }

    /// The number of rows in `map` without an image.
    func missingImages() throws -> Int {
        guard tables == .mapAndImages else { return 0 }
        return try withConnection { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT count(*) FROM map LEFT JOIN images ON images.tile_id = map.tile_id
                    WHERE images.tile_id IS NULL
                    """) ?? 0
        }
    }
}
