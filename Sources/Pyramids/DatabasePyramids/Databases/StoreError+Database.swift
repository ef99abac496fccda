internal import SQLiteDatabases
internal import TileContainers

extension StoreError {
    /// The error for a database that could not be written.
    static func writing(_ path: String, _ error: any Error) -> any Error {
        guard let error = error as? SQLiteError else { return error }
        switch error.code {
        case .libraryMissing:
            return StoreError(.cannotCreate, path: path, "\(error.message).")
        case .diskFull:
            return StoreError(.diskFull, path: path, "writing failed: the disk is full. Free some space and run again.")
        case .cannotOpen, .readOnly:
            return StoreError(
                .cannotCreate, path: path, "creating it failed: \(error.message). Choose another place.")
        case .busy, .system, .invalid, .tooMuchWork, .tooLarge:
            return StoreError(.inputOutput, path: path, "writing failed: \(error.message).")
        }
    }

    /// The error for a database that could not be read.
    static func reading(_ path: String, _ error: any Error) -> any Error {
        guard let error = error as? SQLiteError else { return error }
        switch error.code {
        case .libraryMissing:
            return StoreError(.unreadable, path: path, "\(error.message).")
        case .cannotOpen, .busy:
            return StoreError(.unreadable, path: path, "it cannot be read: \(error.message).")
        case .system:
            return StoreError(.inputOutput, path: path, "reading it failed: \(error.message).")
        case .tooMuchWork:
            return StoreError(
                .malformed, path: path,
                "reading it takes more work than a database of its size should: it is damaged, or made to do harm.")
        case .tooLarge:
            return StoreError(
                .malformed, path: path,
                "a value in it is too large: tiles of up to \(TileDatabase.tileByteLimit) bytes are read.")
        case .readOnly, .diskFull, .invalid:
            return StoreError(
                .malformed, path: path, "the database is damaged: \(error.message). Get it again from its source.")
        }
    }
}
