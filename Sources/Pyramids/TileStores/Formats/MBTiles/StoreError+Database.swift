internal import GRDB

extension StoreError {
    /// The error for a database that could not be written.
    static func writing(_ path: String, _ error: any Error) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        let reason = error.message ?? "\(error.resultCode)"
        switch error.resultCode {
        case .SQLITE_FULL:
            return StoreError(.diskFull, path: path, "writing failed: the disk is full. Free some space and run again.")
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY:
            return StoreError(
                .cannotCreate, path: path, "creating it failed: \(reason). Choose another place with --output.")
        default:
            return StoreError(.inputOutput, path: path, "writing failed: \(reason).")
        }
    }

    /// The error for a database that could not be read.
    static func reading(_ path: String, _ error: any Error) -> any Error {
        if error is RowDecodingError {
            return StoreError(.malformed, path: path, "the database is damaged: a value is not a number.")
        }
        guard let error = error as? DatabaseError else { return error }
        let reason = error.message ?? "\(error.resultCode)"
        switch error.resultCode {
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_BUSY, .SQLITE_LOCKED:
            return StoreError(.unreadable, path: path, "it cannot be read: \(reason).")
        case .SQLITE_IOERR, .SQLITE_NOMEM:
            return StoreError(.inputOutput, path: path, "reading it failed: \(reason).")
        default:
            return StoreError(
                .malformed, path: path, "the database is damaged: \(reason). Get it again from its source.")
        }
    }
}
