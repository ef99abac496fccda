internal import SQLiteDatabases

/// The tables of a database that hold its tiles.
///
/// A schema is a program: views, generated columns and virtual tables compute what they return, at any cost. Only tables
/// that store what they return are read, and the view of mb-util, which is replaced by its two tables.
enum MBTilesTables: Hashable {
    /// A table `tiles`.
    case tiles
    /// The tables `map` and `images` of mb-util, in which equal tiles are stored once, with or without row IDs.
    case mapAndImages(hasRowIDs: Bool)

    /// The most objects of a schema that are examined.
    private static let objectLimit = 10_000
    /// The columns that a table needs.
    private static let columns = [
        "tiles": ["zoom_level", "tile_column", "tile_row", "tile_data"],
        "map": ["zoom_level", "tile_column", "tile_row", "tile_id"], "images": ["tile_id", "tile_data"],
        "metadata": ["name", "value"],
    ]

    /// Finds the tables of a database.
    ///
    /// - Throws: ``StoreError`` when there are none, or they are not plain tables.
    init(of connection: SQLiteConnection, path: String) throws {
        var objects: [String: (type: String, sql: String)] = [:]
        try connection.statement("SELECT name, type, sql FROM sqlite_master LIMIT \(Self.objectLimit)").forEachRow {
            guard let name = $0.text(0)?.lowercased(), let type = $0.text(1) else { return }
            if type == "table" || type == "view" { objects[name] = (type, $0.text(2) ?? "") }
        }
        func check(_ name: String) throws {
            guard let object = objects[name], object.type == "table" else { return }
            if let reason = try Self.flaw(of: name, object.sql, connection) {
                throw StoreError(
                    .malformed, path: path,
                    "its table \"\(name)\" \(reason). Only tables that store their tiles are read.")
            }
        }
        try check("metadata")
        if objects["tiles"]?.type == "table" {
            try check("tiles")
            self = .tiles
            return
        }
        let isView = objects["tiles"]?.type == "view"
        guard objects["map"]?.type == "table", objects["images"]?.type == "table" else {
            throw StoreError(
                .malformed, path: path,
                isView ? Self.refusal(ofView: "tiles") : "this SQLite database contains no tiles.")
        }
        guard !isView || MBTilesView.isStandard(objects["tiles"]?.sql ?? "") else {
            throw StoreError(.malformed, path: path, Self.refusal(ofView: "tiles"))
        }
        try check("map")
        try check("images")
        self = .mapAndImages(hasRowIDs: (try? connection.statement("SELECT rowid FROM images")) != nil)
    }

    private static func refusal(ofView name: String) -> String {
        "its view \"\(name)\" is not read: it is not the one of mb-util, which joins the tables map and images by tile_id. "
            + "Copy the tiles into a table: CREATE TABLE copy AS SELECT * FROM \(name)."
    }

    /// Why a table is not read, as a clause; `nil` if it is plain and has the columns.
    private static func flaw(of name: String, _ sql: String, _ connection: SQLiteConnection) throws -> String? {
        let words = sql.lowercased().split { !$0.isLetter }.prefix(2)
        guard words != ["create", "virtual"] else { return "is virtual: a program computes it" }
        var found: [String: Bool] = [:]
        try connection.statement("SELECT name, hidden FROM pragma_table_xinfo(?)").forEachRow(.text(name)) { row in
            if let column = row.text(0)?.lowercased() { found[column] = row.integer(1) == 0 }
        }
        for column in columns[name] ?? [] {
            guard let isStored = found[column] else { return "has no column \(column)" }
            guard isStored else { return "computes its column \(column) instead of storing it" }
        }
        return nil
    }

    /// The condition for the tile with a zoom, a column and a row.
    static let isAddressed = "zoom_level = ? AND tile_column = ? AND tile_row = ?"

    /// The FROM clause for tiles and their bytes.
    var fromClause: String {
        self == .tiles ? "tiles" : "map JOIN images ON images.tile_id = map.tile_id"
    }

    /// The table of tile addresses.
    var addressTable: String { self == .tiles ? "tiles" : "map" }

    /// The columns for the size of a tile and the number that it shares with equal tiles.
    var sizeColumns: String {
        "length(tile_data), " + (self == .mapAndImages(hasRowIDs: true) ? "images.rowid" : "NULL")
    }
}

/// The view `tiles` of mb-util and of the programs that followed it.
enum MBTilesView {
    /// Whether a view only joins `map` and `images` by `tile_id`, however it is spelled.
    static func isStandard(_ sql: String) -> Bool {
        var words = words(of: sql)
        words.removeAll { ["if", "not", "exists", "inner", "left", "outer", ";"].contains($0) }
        guard let select = words.firstIndex(of: "select"), let from = words.firstIndex(of: "from"), select < from else {
            return false
        }
        // Checked: the guard.
        let columns = words[(select + 1)..<from].split(separator: ",").map(column)
        guard words[..<select] == ["create", "view", "tiles", "as"],
            Set(columns) == ["zoom_level", "tile_column", "tile_row", "tile_data"], columns.count == 4
        else { return false }
        let tables = words[(from + 1)...].prefix(3), join = Array(words[(from + 1)...].dropFirst(3))
        let keys = ["map.tile_id", "images.tile_id"]
        let conditions = [keys, keys.reversed()].map { [$0[0], "=", $0[1]] }
        switch tables {
        case ["map", "join", "images"], ["images", "join", "map"]:
            return join == ["using", "(", "tile_id", ")"] || conditions.contains { join == ["on"] + $0 }
        case ["map", ",", "images"], ["images", ",", "map"]: return conditions.contains { join == ["where"] + $0 }
        default: return false
        }
    }

    /// The column that an item of the list selects under its own name; `nil` for anything else.
    private static func column(_ words: ArraySlice<String>) -> String? {
        guard let first = words.first else { return nil }
        let parts = first.split(separator: ".").map(String.init)
        guard let name = parts.last, parts.count == 1 || parts == ["map", name] || parts == ["images", name] else {
            return nil
        }
        return [[first], [first, "as", name], [first, name]].contains(Array(words)) ? name : nil
    }

    /// The words of a statement in lower case without quotes, dots included in names, and each other sign as a word.
    private static func words(of sql: String) -> [String] {
        var words: [String] = []
        var isInName = false
        for character in sql.lowercased() where !"\"`[]".contains(character) {
            let isPart = character.isLetter || character.isNumber || character == "_" || character == "."
            if isPart, isInName {
                words[words.count - 1].append(character)
            } else if !character.isWhitespace {
                words.append(String(character))
            }
            isInName = isPart
        }
        return words
    }
}
