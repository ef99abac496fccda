internal import SQLiteDatabases

extension MBTilesDatabase {
    /// Opens a connection.
    ///
    /// The file is taken as immutable, which needs neither locks nor a writable folder, unless another program is writing
    /// it.
    static func connect(to path: String) throws -> SQLiteConnection {
        let isBeingWritten = FileSystem.exists(path + "-wal") || FileSystem.exists(path + "-journal")
        return try SQLiteConnection(reading: path, isImmutable: !isBeingWritten)
    }

    /// The tables that hold the tiles.
    static func tables(in connection: SQLiteConnection, path: String) throws -> Tables {
        var kinds: [String: String] = [:]
        try connection.statement("SELECT name, type, sql FROM sqlite_master LIMIT 10000").forEachRow { row in
            guard let name = row.text(0), let type = row.text(1) else { return }
            kinds[name.lowercased()] = type
            // A recursive view may never end.
            let words = (row.text(2) ?? "").lowercased().split { !$0.isLetter }
            guard type != "view" || !words.contains("with") else {
                throw StoreError(.malformed, path: path, "its view \"\(name)\" is not a simple query and is not read.")
            }
        }
        if kinds["map"] == "table", kinds["images"] == "table", kinds["tiles"] != "table",
            (try? connection.statement("SELECT tile_data, tile_id, rowid FROM images")) != nil,
            (try? connection.statement("SELECT zoom_level, tile_column, tile_row, tile_id FROM map")) != nil
        {
            return .mapAndImages
        }
        guard kinds["tiles"] == "table" || kinds["tiles"] == "view" else {
            throw StoreError(.malformed, path: path, "this SQLite database contains no tiles.")
        }
        return .tiles
    }
}
