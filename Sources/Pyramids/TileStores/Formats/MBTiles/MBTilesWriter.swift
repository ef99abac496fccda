internal import Concurrency
internal import Dispatch
internal import Georeferencing
internal import Glibc
internal import SQLiteDatabases
internal import TilePyramid

/// Writes tiles to a new database: several threads queue them, one writes.
///
/// Tiles are written in transactions of ``batchSize`` bytes, or earlier when somebody reads, because a transaction
/// costs as much as writing a tile. A thread that queues a tile waits while ``queueLimit`` is exceeded. There is no
/// journal and no synchronization with the disk, because an unfinished file is discarded anyway.
final class MBTilesWriter: Sendable {
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
        var mapTile: MapTile
        var hash: UInt64
        var bytes: [UInt8]

        /// The share of ``MBTilesWriter/queueLimit``: the bytes and their overhead in memory.
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
            defer { (waiting, waitingCost) = ([], 0) }
            return waiting
        }
    }

    private let path: String
    /// The writing thread, which alone uses the connection.
    private let queue = DispatchQueue(label: "MBTiles", qos: .userInitiated)
    private let connection: SQLiteConnection
    private let state = Locked(State())
    /// The hashes of the images; the `tile_id` is the number in the index plus 1.
    ///
    /// Only used by the writing thread.
    private let images = Locked(HashIndex())

    /// Creates a database in an empty file.
    init(_ path: String) throws {
        self.path = path
        do {
            connection = try SQLiteConnection(writing: path)
            try connection.execute(
                """
                PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
                PRAGMA cache_size = -\(Self.cacheKilobytes); PRAGMA application_id = \(MBTilesSchema.applicationID);
                """ + MBTilesSchema.tables)
        } catch {
            throw StoreError.writing(path, error)
        }
    }

    /// What deduplication has saved so far.
    var deduplication: DeduplicationStatistics { state.withLock { $0.deduplication } }

    /// Queues a tile for writing; may be called from any thread.
    ///
    /// Waits while ``queueLimit`` is exceeded.
    ///
    /// - Throws: the failure of this or an earlier tile.
    func write(_ bytes: [UInt8], hash: UInt64, at mapTile: MapTile) throws {
        let tile = Tile(mapTile: mapTile, hash: hash, bytes: bytes)
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
            let insert = try connection.cachedStatement("INSERT INTO map VALUES (?, ?, ?, ?)")
            for tile in tiles {
                let (image, isShared) = try image(of: tile)
                let mapTile = tile.mapTile
                try insert.run(
                    .integer(mapTile.zoom), .integer(mapTile.column), .integer(mapTile.tmsRow), .integer(image))
                if isShared {
                    deduplication.tiles += 1
                    deduplication.bytes += tile.bytes.count
                }
            }
        }
        return deduplication
    }

    /// The ID of the image with a tile's bytes, and whether it existed.
    ///
    /// Hashes may collide, so the bytes are compared.
    private func image(of tile: Tile) throws -> (Int, isShared: Bool) {
        try images.withLock { images in
            var number = -1
            while let candidate = images.first(tile.hash, after: number) {
                let select = try connection.cachedStatement("SELECT tile_data FROM images WHERE tile_id = ?")
                let isShared = try select.firstRow(.integer(candidate + 1)) { row in
                    row.withBytes(0) { stored in
                        guard stored.count == tile.bytes.count, let start = stored.baseAddress else { return false }
                        return memcmp(start, tile.bytes, stored.count) == 0
                    }
                }
                if isShared == true { return (candidate + 1, true) }
                number = candidate
            }
            let insert = try connection.cachedStatement("INSERT INTO images VALUES (?, ?)")
            try insert.run(.integer(images.count + 1), .bytes(tile.bytes))
            images.append(tile.hash)
            return (images.count, false)
        }
    }

    /// Reads a tile after writing all queued ones.
    func read(_ mapTile: MapTile) throws -> [UInt8]? {
        do {
            return try queue.sync {
                try writeWaiting()
                return try connection.statement(
                    """
                    SELECT tile_data FROM map JOIN images ON images.tile_id = map.tile_id
                    WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
                    """
                ).firstRow(.integer(mapTile.zoom), .integer(mapTile.column), .integer(mapTile.tmsRow)) { $0.bytes(0) }
            }
        } catch {
            throw StoreError.reading(path, error)
        }
    }

    /// Writes the metadata and the indexes, and closes the database.
    func finish(_ rows: [PyramidProperty]) throws {
        do {
            try queue.sync {
                try writeWaiting()
                try connection.transaction {
                    let insert = try connection.statement("INSERT INTO metadata VALUES (?, ?)")
                    for row in rows { try insert.run(.text(row.name), .text(row.value)) }
                    try connection.execute("PRAGMA cache_size = -\(Self.sortingKilobytes)")
                    try connection.execute(MBTilesSchema.indexes)
                }
                connection.close()
            }
        } catch {
            throw StoreError.writing(path, error)
        }
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
