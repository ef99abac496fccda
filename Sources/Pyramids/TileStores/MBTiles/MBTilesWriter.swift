internal import FoundationEssentials
internal import GRDB
internal import Concurrency
internal import TilePyramid

/// Writes tiles into the tables of a database that is being made: several threads hand them over, one writes.
///
/// Tiles are written when ``batchSize`` bytes of them have gathered, or somebody needs it, in one transaction: to begin and
/// end one takes as long as to write a tile. Whoever hands a tile over waits while ``queueLimit`` bytes are not written yet. Nothing is
/// protected against a crash, because a file that is not finished is thrown away: there is no journal, and nothing waits
/// for the disk.
final class MBTilesWriter: Sendable {
    /// The most bytes of memory that tiles take which wait to be written; a single tile may have more.
    static let queueLimit = 16 << 20
    /// The bytes of memory of tiles for which the database is woken.
    static let batchSize = 1 << 20
    /// The kilobytes of the database that are kept in memory while tiles are written: what a batch needs.
    private static let cacheKilobytes = 2 << 10
    /// The kilobytes in which indexes are sorted.
    private static let sortingKilobytes = 16 << 10

    /// A tile that waits to be written.
    private struct Tile: Sendable {
        var mapTile: MapTile
        var hash: UInt64
        var bytes: Data

        /// What it takes of ``MBTilesWriter/queueLimit``: its bytes, and what is around them in memory.
        var cost: Int { bytes.count + 256 }
    }

    private struct State {
        var waiting: [Tile] = []
        /// The cost of the tiles that wait.
        var waitingCost = 0
        /// The same with that of those that are being written.
        var cost = 0
        /// Whether the database has been asked to write.
        var isWriting = false
        var failure: (any Error)?
        var deduplication = DeduplicationStatistics()

        mutating func takeWaiting() -> [Tile] {
            defer { (waiting, waitingCost) = ([], 0) }
            return waiting
        }
    }

    private let path: String
    private let queue: DatabaseQueue
    private let state = Locked(State())
    /// The hashes of the images, whose numbers are their `tile_id`; touched by the thread that writes alone.
    private let images = Locked(HashIndex())

    /// Begins a database in an empty file.
    init(_ path: String) throws {
        self.path = path
        var configuration = Configuration()
        configuration.label = "MBTiles"
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
                    PRAGMA cache_size = -\(Self.cacheKilobytes)
                    """)
        }
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA application_id = \(MBTilesSchema.applicationID)")
                try database.execute(sql: MBTilesSchema.tables)
            }
        } catch {
            throw StoreError.writing(path, error)
        }
    }

    /// What equal tiles have saved so far.
    var deduplication: DeduplicationStatistics { state.withLock { $0.deduplication } }

    /// Hands a tile over; from any thread.
    ///
    /// Waits while too much is not written yet.
    ///
    /// - Throws: what has gone wrong with this or an earlier tile.
    func write(_ bytes: UnsafeRawBufferPointer, at mapTile: MapTile) throws {
        let tile = Tile(mapTile: mapTile, hash: ByteHash.hash(bytes), bytes: Data(bytes))
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
                queue.asyncWriteWithoutTransaction { self.writeBatches($0) }
            }
            return hasRoom ? .success(()) : nil
        }.get()
    }

    /// Writes the tiles that are waiting, and goes on while enough of them have gathered meanwhile.
    private func writeBatches(_ database: Database) {
        repeat {
            try? writeWaiting(database)
        } while state.withLockAndNotify { state in
            // What waits after a failure is never written.
            state.isWriting = state.failure == nil && state.waitingCost >= Self.batchSize
            return state.isWriting
        }
    }

    /// Writes the tiles that are waiting, unless a failure has left the database in any state.
    ///
    /// - Throws: what has gone wrong now or before; whoever hands tiles over learns of it too.
    private func writeWaiting(_ database: Database) throws {
        let tiles = try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.takeWaiting()
        }
        if tiles.isEmpty { return }
        let result = Result { try write(tiles, to: database) }.mapError { StoreError.writing(path, $0) }
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

    /// Writes some tiles in one transaction, and says what has been saved.
    private func write(_ tiles: [Tile], to database: Database) throws -> DeduplicationStatistics {
        var deduplication = DeduplicationStatistics()
        try database.inTransaction {
            let insert = try database.cachedStatement(sql: "INSERT INTO map VALUES (?, ?, ?, ?)")
            for tile in tiles {
                let (image, isShared) = try image(of: tile, in: database)
                let mapTile = tile.mapTile
                try insert.execute(arguments: [mapTile.zoom, mapTile.column, mapTile.tmsRow, image])
                if isShared {
                    deduplication.tiles += 1
                    deduplication.bytes += tile.bytes.count
                }
            }
            return .commit
        }
        return deduplication
    }

    /// The number of the image that a tile is, and whether it was there; a hash may be equal for different ones.
    private func image(of tile: Tile, in database: Database) throws -> (Int, isShared: Bool) {
        try images.withLock { images in
            var number = -1
            while let candidate = images.first(tile.hash, after: number) {
                let select = try database.cachedStatement(sql: "SELECT tile_data FROM images WHERE tile_id = ?")
                if try Data.fetchOne(select, arguments: [candidate + 1]) == tile.bytes { return (candidate + 1, true) }
                number = candidate
            }
            let insert = try database.cachedStatement(sql: "INSERT INTO images VALUES (?, ?)")
            try insert.execute(arguments: [images.count + 1, tile.bytes])
            images.append(tile.hash)
            return (images.count, false)
        }
    }

    /// Reads a tile back; after all that have been handed over are written.
    func read(_ mapTile: MapTile) throws -> [UInt8]? {
        do {
            return try queue.writeWithoutTransaction { database in
                try writeWaiting(database)
                return try Data.fetchOne(
                    database,
                    sql: """
                        SELECT tile_data FROM map JOIN images ON images.tile_id = map.tile_id
                        WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
                        """, arguments: [mapTile.zoom, mapTile.column, mapTile.tmsRow])
            }.map { Array($0) }
        } catch {
            throw StoreError.reading(path, error)
        }
    }

    /// Completes the database with its metadata and indexes, and closes it.
    func finish(_ rows: [PyramidProperty]) throws {
        do {
            try queue.writeWithoutTransaction { database in
                try writeWaiting(database)
                try database.inTransaction {
                    for row in rows {
                        try database.execute(
                            sql: "INSERT INTO metadata VALUES (?, ?)", arguments: [row.name, row.value])
                    }
                    try database.execute(sql: "PRAGMA cache_size = -\(Self.sortingKilobytes)")
                    try database.execute(sql: MBTilesSchema.indexes)
                    return .commit
                }
            }
            try queue.close()
        } catch {
            throw StoreError.writing(path, error)
        }
    }

    /// Writes no more, and closes the database as it is.
    func stop() {
        state.withLockAndNotify { state in
            _ = state.takeWaiting()
            state.failure = state.failure ?? StoreError(.inputOutput, path: path, "the run has been given up.")
        }
        try? queue.close()
    }
}
