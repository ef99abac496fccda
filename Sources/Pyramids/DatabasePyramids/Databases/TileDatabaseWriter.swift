internal import Concurrency
internal import Dispatch
internal import SQLiteDatabases
internal import TileContainers
internal import TilePyramid

/// The tables of a new database, and how a tile gets into them.
protocol TileDatabaseSchema: AnyObject, Sendable {
    /// The number that tells programs the format of the database.
    var applicationID: Int { get }
    /// The statements that create the tables for tiles.
    var tables: String { get }
    /// The query for the bytes of the tile with a zoom, a column and a row.
    var tileQuery: String { get }

    /// Stores a tile; only the writing thread calls this.
    ///
    /// - Returns: Whether its bytes are shared with an earlier tile.
    func insert(_ bytes: [UInt8], hash: UInt64, at address: TileAddress, _ connection: SQLiteConnection) throws -> Bool
}

/// Writes tiles to a new database: several threads queue them, one writes.
///
/// Tiles are written in transactions of ``batchSize`` bytes, or earlier when somebody reads, because a transaction
/// costs as much as writing a tile. A thread that queues a tile waits while ``queueLimit`` is exceeded. There is no
/// journal and no synchronization with the disk, because an unfinished file is discarded anyway.
final class TileDatabaseWriter: Sendable {
    /// The most bytes of memory for queued tiles; a single tile may have more.
    static let queueLimit = 16 << 20
    /// The bytes of queued tiles that start a transaction.
    static let batchSize = 1 << 20
    /// The size of SQLite's page cache in kilobytes while tiles are written: what a batch needs.
    private static let cacheKilobytes = 2 << 10
    /// The size of the page cache in kilobytes while indexes are sorted.
    private static let sortingKilobytes = 16 << 10

    /// A queued tile.
    private struct Tile: Sendable {
        var address: TileAddress
        var hash: UInt64
        var bytes: [UInt8]

        /// The share of ``TileDatabaseWriter/queueLimit``: the bytes and their overhead in memory.
        var cost: Int { bytes.count + 256 }
    }

    private struct State {
        var waiting: [Tile] = []
        /// The cost of the queued tiles.
        var waitingCost = 0
        /// The cost of the queued tiles and of those being written.
        var cost = 0
        /// Whether a write has been scheduled.
        var isWriting = false
        var failure: (any Error)?
        var deduplication = DeduplicationStatistics()

        mutating func takeWaiting() -> [Tile] {
            defer {
                waiting = []
                waitingCost = 0
            }
            return waiting
        }
    }

    private let path: String
    /// The writing thread, which alone uses the connection.
    private let queue = DispatchQueue(label: "TileDatabase", qos: .userInitiated)
    private let connection: SQLiteConnection
    private let state = Locked(State())
    private let schema: any TileDatabaseSchema

    /// Creates a database in an empty file.
    init(_ path: String, schema: any TileDatabaseSchema) throws {
        self.path = path
        self.schema = schema
        do {
            connection = try SQLiteConnection(writing: path)
            try connection.execute(
                """
                PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
                PRAGMA cache_size = -\(Self.cacheKilobytes); PRAGMA application_id = \(schema.applicationID);
                """ + schema.tables)
        } catch {
            throw StoreError.writing(path, error)
        }
    }

    /// The savings of deduplication so far.
    var deduplication: DeduplicationStatistics { state.withLock { $0.deduplication } }

    /// Queues a tile for writing; may be called from any thread.
    ///
    /// Waits while ``queueLimit`` is exceeded.
    ///
    /// - Throws: the failure of this or an earlier tile.
    func write(_ bytes: [UInt8], hash: UInt64, at address: TileAddress) throws {
        let tile = Tile(address: address, hash: hash, bytes: bytes)
        try state.wait { state -> Result<Void, any Error>? in
            if let failure = state.failure { return .failure(failure) }
            let hasRoom = state.cost == 0 || state.cost + tile.cost <= Self.queueLimit
            if hasRoom {
                state.waiting.append(tile)
                state.waitingCost += tile.cost
                state.cost += tile.cost
            }
            if !state.isWriting, !hasRoom || state.waitingCost >= Self.batchSize {
                state.isWriting = true
                queue.async { self.writeBatches() }
            }
            return hasRoom ? .success(()) : nil
        }.get()
    }

    /// Writes queued tiles until less than a batch is left.
    private func writeBatches() {
        repeat {
            try? writeWaiting()
        } while state.withLockAndNotify { state in
            // Nothing is written after a failure.
            state.isWriting = state.failure == nil && state.waitingCost >= Self.batchSize
            return state.isWriting
        }
    }

    /// Writes the queued tiles, unless an earlier failure has left the database in an unknown state.
    ///
    /// - Throws: the current or the earlier failure, which is also reported to the threads that queue tiles.
    private func writeWaiting() throws {
        let tiles = try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.takeWaiting()
        }
        if tiles.isEmpty { return }
        let result = Result { try write(tiles) }.mapError { StoreError.writing(path, $0) }
        state.withLockAndNotify { state in
            state.cost -= tiles.reduce(0) { $0 + $1.cost }
            switch result {
            case .success(let deduplication):
                state.deduplication.tiles += deduplication.tiles
                state.deduplication.bytes += deduplication.bytes
            case .failure(let error):
                state.failure = state.failure ?? error
            }
        }
        _ = try result.get()
    }

    /// Writes tiles in one transaction, and returns what deduplication has saved.
    private func write(_ tiles: [Tile]) throws -> DeduplicationStatistics {
        var deduplication = DeduplicationStatistics()
        try connection.transaction {
            for tile in tiles
            where try schema.insert(tile.bytes, hash: tile.hash, at: tile.address, connection) {
                deduplication.tiles += 1
                deduplication.bytes += tile.bytes.count
            }
        }
        return deduplication
    }

    /// Reads a tile after writing all queued ones.
    func read(_ address: TileAddress) throws -> [UInt8]? {
        do {
            return try queue.sync {
                try writeWaiting()
                return try connection.statement(schema.tileQuery)
                    .firstRow(.integer(address.zoom), .integer(address.column), .integer(address.row)) { $0.bytes(0) }
            }
        } catch {
            throw StoreError.reading(path, error)
        }
    }

    /// Writes what comes after the tiles, such as metadata and indexes, and closes the database.
    ///
    /// - Parameter body: runs in one transaction.
    /// - Throws: the failure of this or an earlier tile, and that of `body`.
    func finish(_ body: (SQLiteConnection) throws -> Void) throws {
        do {
            try queue.sync {
                try writeWaiting()
                try connection.transaction {
                    try connection.execute("PRAGMA cache_size = -\(Self.sortingKilobytes)")
                    try body(connection)
                }
                connection.close()
            }
        } catch {
            throw StoreError.writing(path, error)
        }
    }

    /// The offsets of the file change counter and of "version-valid-for", which equals it, each a big-endian number of 32 bits
    /// (https://sqlite.org/fileformat2.html, 1.3.6 and 1.3.13).
    private static let changeCounterOffsets = [24, 92]

    /// Makes the bytes of a finished database the same in every run: its counters count transactions, which depend on the
    /// speed of the threads.
    static func resetChangeCounter(of partial: PartialFile) throws {
        for offset in changeCounterOffsets { try partial.file.write([0, 0, 0, 1], at: offset) }
    }

    /// Discards queued tiles, and closes the database as it is.
    func stop() {
        state.withLockAndNotify { state in
            _ = state.takeWaiting()
            state.failure = state.failure ?? StoreError(.inputOutput, path: path, "the run has been given up.")
        }
        queue.sync { connection.close() }
    }
}
