internal import Concurrency
internal import Files
internal import Glibc
internal import SQLiteDatabases
internal import TileContainers
internal import TilePyramid

/// The tiles that a fetch has so far, in an SQLite file: a killed run loses at most the tile that it was storing.
///
/// Each tile has a checksum of its address and its bytes; one that is damaged counts as not fetched.
final class FetchedTiles: Sendable {
    /// The path of the file.
    let path: String
    private let connection: Locked<SQLiteConnection>

    /// The number that marks the file as one of fetched tiles ("TKFT").
    private static let applicationID = 0x544B_4654

    /// The most bytes of a row: more than the largest tile.
    private static let valueLimit = (256 << 20) + (1 << 20)
    /// The version of the file: 1, whose tiles have checksums; those of version 0 had none.
    private static let version = 1

    /// Opens the file, or creates it.
    ///
    /// Tiles in a file of version 0 get their checksums now.
    ///
    /// - Throws: `StoreError` if it is not one of a fetch with this fingerprint.
    /// - Complexity: O(bytes of the tiles) for a file of version 0.
    init(at path: String, fingerprint: String) throws {
        self.path = path
        func refuse(_ reason: String) -> StoreError { StoreError(.fingerprintMismatch, path: path, reason) }
        do {
            let connection = try SQLiteConnection(writing: path)
            try connection.distrust(valueBytes: Self.valueLimit)
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
                            + "checksum INTEGER NOT NULL, PRIMARY KEY (level, column_, row_)) WITHOUT ROWID")
                    try connection.statement("INSERT INTO fetch VALUES (?)").run(.text(fingerprint))
                    try connection.execute("PRAGMA user_version = \(Self.version)")
                }
            }
            let version = try connection.statement("PRAGMA user_version").firstRow { $0.integer(0) } ?? 0
            guard (0...Self.version).contains(version) else {
                throw refuse(
                    "a newer version of this program has begun this fetch. Finish it with that, or remove the file.")
            }
            let old = try connection.statement("SELECT fingerprint FROM fetch").firstRow { $0.text(0) }
            guard old == fingerprint else {
                throw refuse(
                    "it has tiles of another region or map. Finish that fetch with its own options, or remove the file."
                )
            }
            if version == 0 { try Self.addChecksums(connection) }
            self.connection = Locked(connection)
        } catch let error as SQLiteError {
            throw Self.failure(error, path)
        }
    }

    /// Gives the tiles of a file of version 0 their checksums.
    private static func addChecksums(_ connection: SQLiteConnection) throws {
        try connection.transaction {
            try connection.execute("ALTER TABLE tiles ADD COLUMN checksum INTEGER")
            var tiles: [TileIndex] = []
            try connection.statement("SELECT level, column_, row_ FROM tiles").forEachRow { row in
                guard let level = row.integer(0), let column = row.integer(1), let tileRow = row.integer(2) else {
                    return
                }
                tiles.append(TileIndex(level: level, column: column, row: tileRow))
            }
            for index in tiles {
                let place = [SQLiteStatement.Value.integer(index.level), .integer(index.column), .integer(index.row)]
                let bytes = try connection.cachedStatement("SELECT bytes FROM tiles WHERE \(isAddressed)")
                    .firstRow(place[0], place[1], place[2]) { $0.withBytes(0) { Array($0) } }
                try connection.cachedStatement("UPDATE tiles SET checksum = ? WHERE \(isAddressed)")
                    .run(.integer(checksum(bytes ?? [], at: index)), place[0], place[1], place[2])
            }
            try connection.execute("PRAGMA user_version = \(version)")
        }
    }

    /// The condition for a tile.
    private static let isAddressed = "level = ? AND column_ = ? AND row_ = ?"

    /// A checksum of the address and the bytes of a tile, which shows damage and guards against nobody.
    private static func checksum(_ bytes: [UInt8], at index: TileIndex) -> Int {
        let place = Array("\(index.level) \(index.column) \(index.row) \(FNV1aHash.hash(bytes))".utf8)
        return Int(Int64(bitPattern: FNV1aHash.hash(place)))
    }

    /// The bytes of a tile; empty if the map has none, nil if it has not been fetched, or is damaged here.
    func tile(_ index: TileIndex) throws -> [UInt8]? {
        try using("SELECT bytes, checksum FROM tiles WHERE \(Self.isAddressed)") {
            try $0.firstRow(.integer(index.level), .integer(index.column), .integer(index.row)) { row -> [UInt8]? in
                let bytes = row.withBytes(0) { Array($0) }
                return row.integer(1) == Self.checksum(bytes, at: index) ? bytes : nil
            }
        }
    }

    /// Keeps the bytes of a tile; empty for one that the map does not have.
    func store(_ bytes: [UInt8], at index: TileIndex) throws {
        try using("INSERT OR REPLACE INTO tiles (level, column_, row_, bytes, checksum) VALUES (?, ?, ?, ?, ?)") {
            try $0.run(
                .integer(index.level), .integer(index.column), .integer(index.row), .bytes(bytes),
                .integer(Self.checksum(bytes, at: index)))
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
        case .tooLarge:
            StoreError(.malformed, path: path, "it is damaged: a tile in it is too large. Remove it and run again.")
        case .busy: StoreError(.busy, path: path, "another fetch is writing it. Wait for it, or choose another output.")
        default: StoreError(.cannotCreate, path: path, "it cannot be written: \(error.message).")
        }
    }
}
