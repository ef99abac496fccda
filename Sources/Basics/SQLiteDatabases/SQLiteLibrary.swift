internal import CSQLite

/// Loads SQLite on demand, because few runs open a database, such as an MBTiles file or a GeoPackage.
package enum SQLiteLibrary {
    /// The name and the version of the library; loads it.
    package static var version: String {
        guard let functions = try? functions() else { return "SQLite is not installed" }
        return functions.pointee.libversion().map { "SQLite \(String(cString: $0))" } ?? "SQLite"
    }

    // The guard of `nonisolated(unsafe)`: the table of functions is not written after it has been filled.
    private nonisolated(unsafe) static let found = load(TK_SQLITE_LIBRARY)

    /// SQLite's functions; the first call loads the library, on any thread.
    ///
    /// - Throws: ``SQLiteError`` with code ``SQLiteError/Code/libraryMissing``.
    static func functions() throws(SQLiteError) -> UnsafePointer<tk_sqlite_functions> { try found.get() }

    /// Loads a library, which is never unloaded, and looks up the functions.
    static func load(_ file: String) -> Result<UnsafePointer<tk_sqlite_functions>, SQLiteError> {
        let functions = UnsafeMutablePointer<tk_sqlite_functions>.allocate(capacity: 1)
        functions.initialize(to: tk_sqlite_functions())
        guard let failure = tk_sqlite_load_library(file, functions) else { return .success(UnsafePointer(functions)) }
        defer { functions.deallocate() }
        let reason = String(cString: failure)
        guard !reason.contains("failed to map"), !reason.contains("Cannot allocate memory") else {
            return .failure(SQLiteError(.system, "there is not enough memory to load SQLite"))
        }
        return .failure(
            SQLiteError(.libraryMissing, "SQLite was not found: install libsqlite3-0 (\(reason))"))
    }
}
