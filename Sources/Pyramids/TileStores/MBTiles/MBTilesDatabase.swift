internal import FoundationEssentials
internal import GRDB
internal import Concurrency

/// The tables of an MBTiles file, opened for reading by several threads.
///
/// Each call has a connection of its own; there are up to ``connectionLimit`` of them, and a call waits for one.
final class MBTilesDatabase: Sendable {
    /// The most connections, and so file handles, at a time.
    static let connectionLimit = 4
    /// The most bytes of a tile that are believed.
    static let tileByteLimit = 1 << 28
    /// The most rows of metadata that are read, and bytes of each.
    private static let metadataLimit = (rows: 1_000, bytes: 1 << 20)

    /// The tables that hold the tiles.
    enum Tables {
        /// One, or a view that looks like it.
        case tiles
        /// Where each tile is, and the bytes of those that differ, as mb-util has it.
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
    /// - Throws: ``StoreError`` when it is none, is damaged, or has no tiles.
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

    /// The part of a statement that names the tables.
    private var fromClause: String {
        switch tables {
        case .tiles: "tiles"
        case .mapAndImages: "map JOIN images ON images.tile_id = map.tile_id"
        }
    }

    /// The table in which the places of tiles are.
    private var addressTable: String { tables == .tiles ? "tiles" : "map" }

    /// Runs `body` with a connection that is free.
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

    /// One more connection, of which there is account already.
    private func newConnection() throws -> DatabaseQueue {
        do {
            return try Self.connect(to: location)
        } catch {
            state.withLockAndNotify { $0.count -= 1 }
            throw StoreError.reading(path, error)
        }
    }

    /// Names and values of the metadata; none where there is no such table.
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

    /// The coarsest and the finest zoom of which there are tiles; nil when there are none.
    func zooms() throws -> (first: Int, last: Int)? {
        try withConnection { database in
            // Two statements, for each alone is answered by the index.
            let (first, last) = try (
                Int.fetchOne(database, sql: "SELECT min(zoom_level) FROM \(addressTable)"),
                Int.fetchOne(database, sql: "SELECT max(zoom_level) FROM \(addressTable)")
            )
            return first.flatMap { first in last.map { (first, $0) } }
        }
    }

    /// The columns and rows of a zoom's tiles, rows from the south; nil when there are none.
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

    /// The bytes of a tile; nil when there is none.
    func read(_ tile: MapTile) throws -> [UInt8]? {
        try withConnection { database in
            let statement = try database.cachedStatement(
                sql: "SELECT tile_data FROM \(fromClause) WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?")
            return try Data.fetchOne(statement, arguments: [tile.zoom, tile.column, tile.tmsRow])
        }.map { Array($0) }
    }

    /// The bytes of any tile; nil when there is none.
    func anyTile() throws -> [UInt8]? {
        try withConnection { try Data.fetchOne($0, sql: "SELECT tile_data FROM \(fromClause) LIMIT 1") }.map {
            Array($0)
        }
    }

    /// How large a tile is, without reading it; nil when there is none.
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

    /// Names all tiles; zoom, column and row, this from the south, are what the file says and may be anything.
    ///
    /// It has a connection of its own, so that tiles can be read meanwhile.
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

    /// How many places are of images that are not there.
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
