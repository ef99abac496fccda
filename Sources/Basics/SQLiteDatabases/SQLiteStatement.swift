internal import CSQLite

/// A compiled statement (`sqlite3_stmt *`), for the thread that uses its connection.
package final class SQLiteStatement {
    /// A value for a parameter of a statement, which is written as `?`.
    package enum Value {
        /// An integer of 64 bits.
        case integer(Int)
        /// A floating-point number.
        case real(Double)
        /// No value.
        case null
        /// A text.
        case text(String)
        /// A blob, which is not copied.
        case bytes([UInt8])
    }

    private let functions: UnsafePointer<tk_sqlite_functions>
    private let handle: OpaquePointer
    private let progress: SQLiteProgress

    /// Takes ownership of a statement, which is finalized in `deinit`.
    init(owning handle: OpaquePointer, _ functions: UnsafePointer<tk_sqlite_functions>, _ progress: SQLiteProgress) {
        self.handle = handle
        self.functions = functions
        self.progress = progress
    }

    deinit {
        _ = functions.pointee.finalize(handle)
    }

    /// Runs the statement to its end, and ignores its rows.
    package func run(_ values: Value...) throws {
        try withBound(values[...], at: 1) {
            while try step() {}
        }
    }

    /// Runs the statement up to its first row.
    ///
    /// - Returns: the result of `body` for the row; `nil` if there is none.
    package func firstRow<Result>(_ values: Value..., body: (SQLiteRow) throws -> Result?) throws -> Result? {
        try withBound(values[...], at: 1) {
            try step() ? try body(SQLiteRow(handle: handle, functions: functions)) : nil
        }
    }

    /// Runs the statement and calls `body` for every row.
    package func forEachRow(_ values: Value..., body: (SQLiteRow) throws -> Void) throws {
        try withBound(values[...], at: 1) {
            while try step() { try body(SQLiteRow(handle: handle, functions: functions)) }
        }
    }

    /// Continues to the next row; `false` at the end (`sqlite3_step`).
    private func step() throws(SQLiteError) -> Bool {
        let result = functions.pointee.step(handle)
        guard result != SQLITE_ROW else {
            progress.noteRow()
            return true
        }
        guard result != SQLITE_DONE else { return false }
        throw failure(result)
    }

    /// Runs `body` while values are bound to the parameters from an index on, and resets the statement after it.
    private func withBound<Result>(
        _ values: ArraySlice<Value>, at index: Int32, body: () throws -> Result
    ) throws -> Result {
        guard let value = values.first else {
            defer {
                // It reports once more what `step` has reported.
                _ = functions.pointee.reset(handle)
                _ = functions.pointee.clear_bindings(handle)
            }
            progress.begin()
            return try body()
        }
        switch value {
        case .integer(let number):
            try check(functions.pointee.bind_int64(handle, index, Int64(number)))
            return try withBound(values.dropFirst(), at: index + 1, body: body)
        case .real(let number):
            try check(functions.pointee.bind_double(handle, index, number))
            return try withBound(values.dropFirst(), at: index + 1, body: body)
        case .null:
            // Parameters are NULL until something is bound.
            return try withBound(values.dropFirst(), at: index + 1, body: body)
        case .text(var text):
            // A null destructor is SQLITE_STATIC: SQLite does not copy the text, which outlives the binding here.
            return try text.withUTF8 { text in
                try text.withMemoryRebound(to: CChar.self) { text in
                    try check(
                        functions.pointee.bind_text(handle, index, text.baseAddress, Int32(clamping: text.count), nil))
                }
                return try withBound(values.dropFirst(), at: index + 1, body: body)
            }
        case .bytes(let bytes):
            return try bytes.withUnsafeBytes { bytes in
                try check(
                    functions.pointee.bind_blob(handle, index, bytes.baseAddress, Int32(clamping: bytes.count), nil))
                return try withBound(values.dropFirst(), at: index + 1, body: body)
            }
        }
    }

    private func check(_ result: Int32) throws(SQLiteError) {
        if result != SQLITE_OK { throw failure(result) }
    }

    private func failure(_ result: Int32) -> SQLiteError {
        SQLiteError(result: result, functions.pointee.errmsg(functions.pointee.db_handle(handle)))
    }
}
