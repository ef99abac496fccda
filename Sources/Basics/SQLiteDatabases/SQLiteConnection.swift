internal import CSQLite
internal import Files

/// A connection to a database file (`sqlite3 *`).
///
/// It never waits for another connection: a locked database is an error at once. It has no lock of its own
/// (`SQLITE_OPEN_NOMUTEX`), so one thread uses it at a time.
package final class SQLiteConnection: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: the owner gives the connection to one thread at a time, through a pool or a
    // serial queue.

    private let functions: UnsafePointer<tk_sqlite_functions>
    /// `nil` after ``close()``.
    private var handle: OpaquePointer?
    /// Counts the work of the running statement.
    private let progress = SQLiteProgress()
    /// The statements of ``cachedStatement(_:)``.
    private var cachedStatements: [String: SQLiteStatement] = [:]

    /// Opens an existing file for reading, without trust in it.
    ///
    /// Views, functions and virtual tables in its schema do not run, no value and no statement may exceed the limits, and
    /// nothing can be written.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - isImmutable: whether no other program writes the file, so that no locks and no writable folder are needed.
    ///   - limits: the limits on memory and work of statements.
    /// - Throws: ``SQLiteError`` when SQLite is missing, and when the file cannot be opened.
    package convenience init(
        reading path: String, isImmutable: Bool, limits: SQLiteLimits = SQLiteLimits()
    ) throws(SQLiteError) {
        if isImmutable {
            try self.init(Self.immutableURI(of: path), flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
        } else {
            try self.init(path, flags: SQLITE_OPEN_READONLY)
        }
        let handle = try openHandle()
        tk_sqlite_distrust_schema(functions, handle)
        _ = functions.pointee.limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: limits.valueBytes))
        _ = functions.pointee.limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON")
        progress.work = limits.work
        // SQLite keeps the pointer until the connection is closed, in `deinit` at the latest.
        functions.pointee.progress_handler(
            handle, SQLiteProgress.step, { SQLiteProgress.spend($0) }, Unmanaged.passUnretained(progress).toOpaque())
    }

    /// Opens a file for writing, and creates it if there is none.
    package convenience init(writing path: String) throws(SQLiteError) {
        try self.init(path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    }

    /// Disables views and triggers of the schema, and limits the bytes of a value: for a file that only this user writes, but
    /// that may be damaged.
    package func distrust(valueBytes: Int) throws(SQLiteError) {
        let handle = try openHandle()
        tk_sqlite_distrust_schema(functions, handle)
        _ = functions.pointee.limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: valueBytes))
    }

    private init(_ location: String, flags: Int32) throws(SQLiteError) {
        functions = try SQLiteLibrary.functions()
        let result = PathText.withCString(location) {
            functions.pointee.open_v2($0, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        }
        guard result == SQLITE_OK, let handle else {
            _ = functions.pointee.close_v2(handle)
            handle = nil
            throw SQLiteError(result: result, functions.pointee.errstr(result))
        }
        tk_sqlite_disable_quoted_texts(functions, handle)
    }

    deinit {
        close()
    }

    /// The URI of a file that does not change.
    private static func immutableURI(of path: String) -> String {
        let absolute = path.hasPrefix("/") ? path : "./" + path
        let escaped = PathText.bytes(of: absolute).map { byte -> String in
            switch UnicodeScalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "-", "_": String(UnicodeScalar(byte))
            default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }
        return "file:\(escaped.joined())?immutable=1"
    }

    /// Runs statements that return no rows, separated by semicolons (`sqlite3_exec`).
    package func execute(_ sql: String) throws(SQLiteError) {
        let handle = try openHandle()
        try check(functions.pointee.exec(handle, sql, nil, nil, nil), handle)
    }

    /// Compiles a statement (`sqlite3_prepare_v2`).
    ///
    /// - Throws: ``SQLiteError`` when it does not fit the schema.
    package func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        let handle = try openHandle()
        var statement: OpaquePointer?
        try check(functions.pointee.prepare_v2(handle, sql, -1, &statement, nil), handle)
        guard let statement else { throw SQLiteError(.invalid, "no statement in \"\(sql)\"") }
        return SQLiteStatement(owning: statement, functions, progress)
    }

    /// Returns the compiled statement of an earlier call, or compiles it.
    package func cachedStatement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let statement = cachedStatements[sql] { return statement }
        let statement = try statement(sql)
        cachedStatements[sql] = statement
        return statement
    }

    /// Runs `body` in a transaction that is rolled back when `body` throws.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // Some errors, such as a full disk, have ended the transaction already.
            if let handle, functions.pointee.get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Closes the file; the connection cannot be used any more.
    package func close() {
        cachedStatements = [:]
        _ = functions.pointee.close_v2(handle)
        handle = nil
    }

    private func openHandle() throws(SQLiteError) -> OpaquePointer {
        guard let handle else { throw SQLiteError(.invalid, "the connection is closed") }
        return handle
    }

    private func check(_ result: Int32, _ handle: OpaquePointer) throws(SQLiteError) {
        guard result != SQLITE_OK else { return }
        throw SQLiteError(result: result, functions.pointee.errmsg(handle))
    }
}
