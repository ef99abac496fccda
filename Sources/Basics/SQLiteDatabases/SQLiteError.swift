internal import CSQLite

/// A failure of SQLite; the calling module adds the path of the database and the remedy.
package struct SQLiteError: Error, Hashable {
    /// The kinds of failure that callers distinguish.
    package enum Code: Hashable, Sendable {
        /// SQLite is not installed.
        case libraryMissing
        /// The file cannot be opened (`SQLITE_CANTOPEN`, `SQLITE_PERM`).
        case cannotOpen
        /// The file or its folder cannot be written (`SQLITE_READONLY`).
        case readOnly
        /// Another connection holds a lock (`SQLITE_BUSY`, `SQLITE_LOCKED`).
        case busy
        /// The disk is full (`SQLITE_FULL`).
        case diskFull
        /// The disk or the memory has failed (`SQLITE_IOERR`, `SQLITE_NOMEM`).
        case system
        /// A statement was stopped because ``SQLiteLimits/work`` was used up (`SQLITE_INTERRUPT`).
        case tooMuchWork
        /// A value is larger than ``SQLiteLimits/valueBytes`` (`SQLITE_TOOBIG`).
        case tooLarge
        /// The file is not a database or is damaged, or the SQL does not fit it.
        case invalid
    }

    /// The kind of failure.
    package var code: Code
    /// SQLite's message, without a period.
    package var message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The error for a primary or extended result code of SQLite, with its message, which is copied.
    init(result: Int32, _ message: UnsafePointer<CChar>?) {
        self.init(Code(result: result), message.map { String(cString: $0) } ?? "error \(result)")
    }
}

extension SQLiteError.Code {
    /// The code for a primary or extended result code of SQLite.
    init(result: Int32) {
        self =
            switch result & 0xFF {
            case SQLITE_CANTOPEN, SQLITE_PERM: .cannotOpen
            case SQLITE_READONLY: .readOnly
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            case SQLITE_FULL: .diskFull
            case SQLITE_INTERRUPT: .tooMuchWork
            case SQLITE_TOOBIG: .tooLarge
            case SQLITE_IOERR, SQLITE_NOMEM: .system
            default: .invalid
            }
    }
}
