internal import Concurrency
internal import Files
internal import Glibc
internal import SQLiteDatabases
internal import TilePyramid
internal import TileStores

/// The tiles that a fetch has so far, in an SQLite file, so that a killed run loses at most the tile that it was storing.
final class FetchedTiles: Sendable {
    /// The path of the file.
    let path: String
    private let connection: Locked<SQLiteConnection>

    /// The number that marks the file as one of fetched tiles ("TKFT").
    private static let applicationID = 0x544B_4654

    /// Opens the file, or creates it.
    ///
    /// - Throws: `StoreError` if it is not one of a fetch with this fingerprint.
    init(at path: String, fingerprint: String) throws {
        self.path = path
        func refuse(_ reason: String) -> StoreError { StoreError(.fingerprintMismatch, path: path, reason) }
        do {
            let connection = try SQLiteConnection(writing: path)
            // One fetch at a time; what a killed one has stored survives, if not a loss of power.
            try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            try connection.execute("PRAGMA journal_mode = WAL")
            try connection.execute("PRAGMA synchronous = NORMAL")
            let id = try connection.statement("PRAGMA application_id").firstRow { $0.integer(0) } ?? 0
            let tables = try connection.statement("SELECT COUNT(*) FROM sqlite_master").firstRow { $0.integer(0) } ?? 0
            guard id == Self.applicationID || tables == 0 else {
                throw refuse("this is another file. Move it away, or choose another output.")
            }
            if tables == 0 {
                try connection.execute("PRAGMA application_id = \(Self.applicationID)")
                try connection.transaction {
                    try connection.execute("CREATE TABLE fetch (fingerprint TEXT NOT NULL)")
                    try connection.execute(
                        "CREATE TABLE tiles (level INTEGER, column_ INTEGER, row_ INTEGER, bytes BLOB NOT NULL, "
                            + "PRIMARY KEY (level, column_, row_)) WITHOUT ROWID")
                    try connection.statement("INSERT INTO fetch VALUES (?)").run(.text(fingerprint))
                }
            }
            let old = try connection.statement("SELECT fingerprint FROM fetch").firstRow { $0.text(0) }
            guard old == fingerprint else {
                throw refuse(
                    "it has tiles of another region or map. Finish that fetch with its own options, or remove the file."
                )
            }
            self.connection = Locked(connection)
        } catch let error as SQLiteError {
            throw Self.failure(error, path)
        }
    }

    /// The bytes of a tile; empty if the map has none, nil if it has not been fetched.
    func tile(_ index: TileIndex) throws -> [UInt8]? {
        try using("SELECT bytes FROM tiles WHERE level = ? AND column_ = ? AND row_ = ?") {
            try $0.firstRow(.integer(index.level), .integer(index.column), .integer(index.row)) { $0.bytes(0) }
        }
    }

    /// The number of bytes of a tile; 0 if the map has none, nil if it has not been fetched.
    func byteCount(of index: TileIndex) throws -> Int? {
        try using("SELECT LENGTH(bytes) FROM tiles WHERE level = ? AND column_ = ? AND row_ = ?") {
            try $0.firstRow(.integer(index.level), .integer(index.column), .integer(index.row)) { $0.integer(0) }
        }
    }

    /// Keeps the bytes of a tile; empty for one that the map does not have.
    func store(_ bytes: [UInt8], at index: TileIndex) throws {
        try using("INSERT OR REPLACE INTO tiles VALUES (?, ?, ?, ?)") {
            try $0.run(.integer(index.level), .integer(index.column), .integer(index.row), .bytes(bytes))
        }
    }

    /// Closes the file, which another fetch may open from now on; nothing is read or stored after that.
    func close() {
        connection.withLock { $0.close() }
    }

    /// Closes and removes the file.
    func remove() throws {
        close()
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    private func using<Result>(_ sql: String, _ body: (SQLiteStatement) throws -> Result) throws -> Result {
        try connection.withLock { connection in
            do {
                return try body(connection.cachedStatement(sql))
            } catch let error as SQLiteError {
                throw Self.failure(error, path)
            }
        }
    }

    private static func failure(_ error: SQLiteError, _ path: String) -> StoreError {
        switch error.code {
        case .diskFull:
            StoreError(.diskFull, path: path, "writing failed: the disk is full. Free some space and run again.")
        case .invalid: StoreError(.malformed, path: path, "it is damaged: \(error.message). Remove it and run again.")
        case .busy: StoreError(.busy, path: path, "another fetch is writing it. Wait for it, or choose another output.")
        default: StoreError(.cannotCreate, path: path, "it cannot be written: \(error.message).")
        }
    }
}
