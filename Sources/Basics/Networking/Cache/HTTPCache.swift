internal import Concurrency
internal import Dispatch
internal import Files
internal import Glibc
internal import SQLiteDatabases

/// A cache of answers on disk: one SQLite file with a limit in bytes, which drops the least recently used answers (LRU).
///
/// Several processes may use one file. The cache never causes an error: a damaged file is set aside under the name
/// `NAME.damaged`, and a file that cannot be written is not used. A file is not used either if its folder belongs to another
/// user or is writable for all, because others could put answers there. The work is done on a queue of its own.
public final class HTTPCache: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: what changes is touched on `queue` only.

    /// The file.
    public let path: String
    /// The most bytes of all bodies.
    public let byteLimit: Int
    /// The most bytes of a kept body: 64 MiB; a file with a larger one counts as damaged.
    static let bodyLimit = 64 << 20

    /// An answer that is kept.
    struct Entry: Hashable, Sendable {
        var status: Int
        var body: [UInt8]
        var freshness: Freshness
        /// The values of `Content-Type` and `Content-Range`; empty for none.
        var contentType = ""
        var contentRange = ""
    }

    private let queue = DispatchQueue(label: "Networking.cache", qos: .utility)
    private var connection: SQLiteConnection?
    private var hasFailed = false
    /// The times of uses that are not yet in the file, by the keys of the entries.
    private var unwrittenUses: [String: Int] = [:]
    private var bytes = 0

    /// The number of uses after which they are written.
    private static let useLimit = 256
    /// The number of entries removed at a time.
    private static let evictionBatch = 64
    /// The number of attempts to open a file that another process is creating, one every hundredth of a second.
    private static let openingAttempts = 50
    /// The bytes that a row may have beside its body: for the headers, which an answer has 64 KiB of.
    private static let headerLimit = 256 << 10
    /// The bytes of a body as the table has them, which a damaged file may state as it likes.
    private static let statedSize = "max(0, min(size, \(bodyLimit)))"
    /// The most milliseconds to wait for another process.
    private static let busyTimeout = 2000

    /// The file that the tools share: `tilekit/http.sqlite` in the folder of caches (`$XDG_CACHE_HOME`, or
    /// `~/.cache`); nil if there is neither.
    public static var standardPath: String? {
        func variable(_ name: String) -> String? {
            PathText.variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        guard let folder = variable("XDG_CACHE_HOME") ?? variable("HOME").map({ "\($0)/.cache" }) else { return nil }
        return "\(folder)/tilekit/http.sqlite"
    }

    /// Creates a cache; the file is opened with the first use.
    ///
    /// - Parameters:
    ///   - path: the file, whose folder is created if there is none.
    ///   - byteLimit: the most bytes of all bodies; 512 MB by default.
    public init(path: String, byteLimit: Int = 512_000_000) {
        self.path = path
        self.byteLimit = max(0, byteLimit)
    }

    deinit {
        writeUses()
    }

    // MARK: Entries

    /// Looks an entry up, and calls `body` on the cache's queue; with nil if there is none.
    func find(_ key: String, _ body: @escaping @Sendable (Entry?) -> Void) {
        queue.async { body(self.find(key)) }
    }

    /// Looks up several entries, and calls `body` on the cache's queue with the existing ones.
    func find(_ keys: [String], _ body: @escaping @Sendable ([String: Entry]) -> Void) {
        queue.async {
            body(Dictionary(keys.compactMap { key in self.find(key).map { (key, $0) } }) { first, _ in first })
        }
    }

    /// Removes the entries whose keys begin with a text.
    ///
    /// - Complexity: O(entries that are removed), besides looking up the first.
    func remove(keysWithPrefix prefix: String) {
        queue.async {
            self.using { connection in
                // Texts are compared byte by byte, and no byte of UTF-8 is 255.
                let condition = "WHERE key >= ?1 AND key < CAST(?1 || x'FF' AS TEXT)"
                self.bytes -= try connection.transaction {
                    let size = try connection.cachedStatement(
                        "SELECT coalesce(sum(\(Self.statedSize)), 0) FROM entries \(condition)"
                    )
                    .firstRow(.text(prefix)) { $0.integer(0) }
                    try connection.cachedStatement("DELETE FROM entries \(condition)").run(.text(prefix))
                    return size ?? 0
                }
            }
        }
    }

    /// Removes the entry of a key, if there is one.
    func remove(_ key: String) {
        queue.async {
            self.using { connection in
                self.bytes -= try Self.remove(key, connection)
            }
        }
    }

    /// Stores an answer in place of the one with the same key.
    func store(_ entry: Entry, for key: String) {
        queue.async {
            self.using { connection in
                // A body that would take half of the room is not worth the others.
                guard entry.body.count <= min(self.byteLimit / 2, Self.bodyLimit) else {
                    self.bytes -= try Self.remove(key, connection)
                    return
                }
                // What fails is rolled back, and counts for nothing.
                let replaced = try connection.transaction {
                    let replaced = try Self.remove(key, connection)
                    let fresh = entry.freshness
                    try connection.cachedStatement(
                        "INSERT INTO entries (key, status, etag, modified, expires, must_revalidate, type, range, used,"
                            + " size, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    ).run(
                        .text(key), .integer(entry.status), .text(fresh.etag), .text(fresh.lastModified),
                        .integer(Int(fresh.expires)), .integer(fresh.mustRevalidate ? 1 : 0),
                        .text(entry.contentType), .text(entry.contentRange), .integer(Self.now),
                        .integer(entry.body.count), .bytes(entry.body))
                    return replaced
                }
                self.bytes += entry.body.count - replaced
                try self.evict(connection)
            }
        }
    }

    /// Notes that an entry is current for longer.
    func refresh(_ key: String, _ freshness: Freshness) {
        queue.async {
            self.using { connection in
                try connection.cachedStatement(
                    "UPDATE entries SET expires = ?, must_revalidate = ?, etag = ?, modified = ? WHERE key = ?"
                ).run(
                    .integer(Int(freshness.expires)), .integer(freshness.mustRevalidate ? 1 : 0),
                    .text(freshness.etag), .text(freshness.lastModified), .text(key))
            }
        }
    }

    /// Writes all pending data; blocks until that is done.
    package func flush() {
        queue.sync { writeUses() }
    }

    /// Writes all pending data; blocks until that is done, or the time is over.
    func flush(atMost limit: DispatchTimeInterval) {
        let isDone = DispatchSemaphore(value: 0)
        queue.async {
            self.writeUses()
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + limit)
    }

    /// The bytes of all bodies.
    var storedBytes: Int {
        queue.sync {
            using { _ in }
            return bytes
        }
    }

    // MARK: On the queue

    private static var now: Int { time(nil) }

    private func find(_ key: String) -> Entry? {
        var entry: Entry?
        let failure = using { connection in
            entry = try connection.cachedStatement(
                "SELECT status, etag, modified, expires, must_revalidate, type, range, body FROM entries WHERE key = ?"
            ).firstRow(.text(key)) { row -> Entry? in
                guard let status = row.integer(0), let etag = row.text(1), let modified = row.text(2),
                    let expires = row.integer(3), let mustRevalidate = row.integer(4), let type = row.text(5),
                    let range = row.text(6)
                else { return nil }
                return Entry(
                    status: status, body: row.withBytes(7) { Array($0) },
                    freshness: Freshness(
                        expires: Double(expires), mustRevalidate: mustRevalidate != 0, etag: etag,
                        lastModified: modified),
                    contentType: type, contentRange: range)
            }
        }
        // No client has stored that. To remove it from the file would take seconds for a gigabyte.
        if failure == .tooLarge { setAside() }
        if entry != nil {
            unwrittenUses[key] = Self.now
            if unwrittenUses.count >= Self.useLimit { writeUses() }
        }
        return entry
    }

    /// Removes an entry, and returns the bytes of its body.
    private static func remove(_ key: String, _ connection: SQLiteConnection) throws -> Int {
        let size = try connection.cachedStatement("SELECT \(statedSize) FROM entries WHERE key = ?").firstRow(
            .text(key)
        ) {
            $0.integer(0)
        }
        guard let size else { return 0 }
        try connection.cachedStatement("DELETE FROM entries WHERE key = ?").run(.text(key))
        return size
    }

    /// Removes entries until the limit is kept.
    private func evict(_ connection: SQLiteConnection) throws {
        guard bytes > byteLimit else { return }
        writeUses()
        // Other processes have added and removed entries, too.
        bytes = try Self.storedBytes(connection)
        while bytes > byteLimit {
            var oldest: [(key: String, size: Int)] = []
            try connection.cachedStatement(
                "SELECT key, \(Self.statedSize) FROM entries ORDER BY used LIMIT \(Self.evictionBatch)"
            )
            .forEachRow { row in
                if let key = row.text(0), let size = row.integer(1) { oldest.append((key, size)) }
            }
            guard !oldest.isEmpty else { return }
            bytes -= try connection.transaction {
                var removed = 0
                for entry in oldest where bytes - removed > byteLimit {
                    try connection.cachedStatement("DELETE FROM entries WHERE key = ?").run(.text(entry.key))
                    removed += entry.size
                }
                return removed
            }
        }
    }

    private static func storedBytes(_ connection: SQLiteConnection) throws -> Int {
        try connection.cachedStatement("SELECT coalesce(sum(\(statedSize)), 0) FROM entries").firstRow { $0.integer(0) }
            ?? 0
    }

    private func writeUses() {
        guard !unwrittenUses.isEmpty else { return }
        let uses = unwrittenUses
        unwrittenUses = [:]
        using { connection in
            try connection.transaction {
                let statement = try connection.cachedStatement("UPDATE entries SET used = ? WHERE key = ?")
                for (key, time) in uses { try statement.run(.integer(time), .text(key)) }
            }
        }
    }

    // MARK: The file

    /// The folder of the file is one that others write.
    private struct ForeignFolder: Error {}

    /// Calls `body` with the open database, if there is one; failures are ignored, and a damaged file is set aside.
    ///
    /// - Returns: why it was not done; nil if it was, or if nothing is done any more.
    @discardableResult
    private func using(_ body: (SQLiteConnection) throws -> Void) -> SQLiteError.Code? {
        guard !hasFailed else { return nil }
        do {
            try body(try openedConnection())
        } catch let error as SQLiteError where error.code == .invalid {
            setAside()
            return error.code
        } catch let error as SQLiteError where [.busy, .tooLarge, .diskFull].contains(error.code) {
            // Another process is writing, there is no room, or the entry is too large: it is not kept.
            return error.code
        } catch {
            connection = nil
            hasFailed = true
        }
        return nil
    }

    private func openedConnection() throws -> SQLiteConnection {
        if let connection { return connection }
        if let slash = path.lastIndex(of: "/") {
            let folder = String(path[..<slash])
            PrivateFolder.create(folder)
            guard FileOwner.isPrivatePlace(folder) else { throw ForeignFolder() }
        }
        for _ in 0..<Self.openingAttempts {
            do {
                return try openConnection()
            } catch let error as SQLiteError where error.code == .busy {
                // Another process creates the file; SQLite does not wait for that.
                usleep(10_000)
            }
        }
        return try openConnection()
    }

    private func openConnection() throws -> SQLiteConnection {
        let new = try SQLiteConnection(writing: path)
        _ = chmod(path, S_IRUSR | S_IWUSR)
        try new.distrust(valueBytes: Self.bodyLimit + Self.headerLimit)
        try new.execute("PRAGMA busy_timeout = \(Self.busyTimeout)")
        try new.statement("PRAGMA journal_mode = WAL").run()
        try new.execute("PRAGMA synchronous = OFF")
        try new.transaction {
            if try Self.version(of: new) < Self.currentVersion {
                // What is dropped is overwritten on the disk, too.
                try new.execute("PRAGMA secure_delete = ON; DROP TABLE IF EXISTS entries; PRAGMA secure_delete = OFF")
            }
            try new.execute(
                """
                CREATE TABLE IF NOT EXISTS entries (
                    key TEXT PRIMARY KEY, status INTEGER, etag TEXT, modified TEXT, expires INTEGER,
                    must_revalidate INTEGER, type TEXT, range TEXT, used INTEGER, size INTEGER, body BLOB);
                CREATE INDEX IF NOT EXISTS entries_by_use ON entries (used);
                PRAGMA user_version = \(Self.currentVersion)
                """)
        }
        bytes = try Self.storedBytes(new)
        connection = new
        return new
    }

    /// The version of the table: 2, whose keys are hashes; the keys of version 1 were addresses.
    private static let currentVersion = 2

    private static func version(of connection: SQLiteConnection) throws -> Int {
        try connection.statement("PRAGMA user_version").firstRow { $0.integer(0) } ?? 0
    }

    /// Moves a damaged file away, in place of one that was damaged before, so that the next use begins a new one.
    private func setAside() {
        connection?.close()
        connection = nil
        guard rename(path, "\(path).damaged") == 0 else {
            hasFailed = true
            return
        }
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        bytes = 0
        unwrittenUses = [:]
    }
}
