internal import CSQLite

/// A row of a result; valid only in the closure that receives it.
///
/// Columns count from 0. A value of another type than requested, as a damaged file may have it, is `nil`.
package struct SQLiteRow {
    let handle: OpaquePointer
    let functions: UnsafePointer<tk_sqlite_functions>

    /// The number of columns.
    // Checked: 32 bits.
    package var count: Int { Int(functions.pointee.column_count(handle)) }

    private func type(_ column: Int) -> Int32 { functions.pointee.column_type(handle, Int32(column)) }

    /// An integer, or the integer part of a number.
    package func integer(_ column: Int) -> Int? {
        switch type(column) {
        // Checked: 64 bits, as many as Int has.
        case SQLITE_INTEGER: Int(functions.pointee.column_int64(handle, Int32(column)))
        case SQLITE_FLOAT:
            Int(exactly: functions.pointee.column_double(handle, Int32(column)).rounded(.towardZero))
        default: nil
        }
    }

    /// A number.
    package func real(_ column: Int) -> Double? {
        switch type(column) {
        case SQLITE_INTEGER, SQLITE_FLOAT: functions.pointee.column_double(handle, Int32(column))
        default: nil
        }
    }

    /// Any value but NULL as an integer: 0 for a text that does not begin with a number (`sqlite3_column_int64`).
    package func convertedInteger(_ column: Int) -> Int? {
        // Checked: 64 bits, as many as Int has.
        type(column) == SQLITE_NULL ? nil : Int(functions.pointee.column_int64(handle, Int32(column)))
    }

    /// A text, or a blob that contains a text.
    package func text(_ column: Int) -> String? {
        switch type(column) {
        case SQLITE_TEXT: functions.pointee.column_text(handle, Int32(column)).map { String(cString: $0) }
        case SQLITE_BLOB: withBytes(column) { String(validating: $0, as: UTF8.self) }
        default: nil
        }
    }

    /// Any value but NULL as bytes; a number becomes its text (`sqlite3_column_blob`).
    package func bytes(_ column: Int) -> [UInt8]? {
        type(column) == SQLITE_NULL ? nil : withBytes(column) { Array($0) }
    }

    /// Lends the bytes of a value, no bytes for NULL; they are valid only in `body`.
    package func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
    {
        // The order matters: the first call may convert the value.
        let start = functions.pointee.column_blob(handle, Int32(column))
        // Checked: 32 bits.
        let count = Int(functions.pointee.column_bytes(handle, Int32(column)))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}
