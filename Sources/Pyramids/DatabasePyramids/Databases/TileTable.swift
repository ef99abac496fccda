internal import SQLiteDatabases

/// The tables of a database that hold its tiles, in the words of statements.
///
/// The columns of an address are `zoom_level`, `tile_column` and `tile_row`, and that of the bytes is `tile_data`, in
/// MBTiles and GeoPackage alike.
struct TileTable: Hashable, Sendable {
    /// The FROM clause for tiles and their bytes.
    var fromClause: String
    /// The table of tile addresses.
    var addressTable: String
    /// The tables that a lookup reads, quoted where they have to be.
    var names: [String]
    /// The column with the number that a tile shares with equal ones; `nil` if there is none.
    var sharedID: String?

    /// Names a table that holds both the addresses and the bytes.
    init(named name: String) {
        let quoted = Self.quoted(name)
        fromClause = quoted
        addressTable = quoted
        names = [quoted]
    }

    /// Names a table of addresses, and one of the bytes that it leads to.
    init(addresses: String, bytes: String, joinedBy clause: String, sharedID: String?) {
        fromClause = clause
        addressTable = addresses
        names = [addresses, bytes]
        self.sharedID = sharedID
    }

    /// A name of a table as an identifier of SQL.
    static func quoted(_ name: String) -> String {
        "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    }

    /// The condition for the tile with a zoom, a column and a row.
    static let isAddressed = "zoom_level = ? AND tile_column = ? AND tile_row = ?"

    /// The table of the bytes.
    var bytesTable: String { names[names.count - 1] }

    /// Whether several addresses may lead to one image.
    var sharesImages: Bool { names.count > 1 }

    /// Whether an index or the primary key excludes that several images have one ID.
    func hasUniqueImages(_ connection: SQLiteConnection) throws -> Bool {
        var found = false
        for table in names.dropFirst() {
            let indexes = "SELECT name FROM pragma_index_list(?) WHERE \"unique\" = 1 AND partial = 0"
            try connection.statement(
                "SELECT (SELECT group_concat(lower(name)) FROM pragma_index_info(list.name)) FROM (\(indexes)) AS list"
            ).forEachRow(.text(table)) { found = found || $0.text(0) == "tile_id" }
            // The number of a row has no index.
            let key = "SELECT group_concat(lower(name)) FROM pragma_table_info(?) WHERE pk > 0"
            if try connection.statement(key).firstRow(.text(table), body: { $0.text(0) }) == "tile_id" { found = true }
        }
        return found
    }

    /// The columns for the size of a tile and the number that it shares with equal tiles.
    var sizeColumns: String { "length(tile_data), \(sharedID ?? "NULL")" }

    /// The reason not to read a table, as a clause; `nil` if it has the columns and only stores what it returns.
    ///
    /// A schema is a program: views, generated columns and virtual tables compute what they return, at any cost.
    static func flaw(
        of name: String, _ sql: String, columns: [String], _ connection: SQLiteConnection
    ) throws -> String? {
        let words = sql.lowercased().split { !$0.isLetter }.prefix(2)
        guard words != ["create", "virtual"] else { return "is virtual: a program computes it" }
        var found: [String: Bool] = [:]
        try connection.statement("SELECT name, hidden FROM pragma_table_xinfo(?)").forEachRow(.text(name)) { row in
            if let column = row.text(0)?.lowercased() { found[column] = row.integer(1) == 0 }
        }
        for column in columns {
            guard let isStored = found[column] else { return "has no column \(column)" }
            guard isStored else { return "computes its column \(column) instead of storing it" }
        }
        return nil
    }
}

/// The address of a tile in a table, with rows as they are counted there.
struct TileAddress: Hashable, Sendable {
    var zoom: Int
    var column: Int
    var row: Int
}
