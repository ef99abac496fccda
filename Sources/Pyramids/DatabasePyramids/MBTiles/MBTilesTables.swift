internal import SQLiteDatabases
internal import TileContainers

/// Finds the tables of an MBTiles file that hold its tiles.
///
/// Only tables that store what they return are read, and the view of mb-util, which is replaced by its two tables: `map`
/// and `images`, in which equal tiles are stored once.
enum MBTilesTables {
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
    static func tileTable(of connection: SQLiteConnection, path: String) throws -> TileTable {
        var objects: [String: (type: String, sql: String)] = [:]
        try connection.statement("SELECT name, type, sql FROM sqlite_master LIMIT \(objectLimit)").forEachRow {
            guard let name = $0.text(0)?.lowercased(), let type = $0.text(1) else { return }
            if type == "table" || type == "view" { objects[name] = (type, $0.text(2) ?? "") }
        }
        func check(_ name: String) throws {
            guard let object = objects[name], object.type == "table" else { return }
            if let reason = try TileTable.flaw(of: name, object.sql, columns: columns[name] ?? [], connection) {
                throw StoreError(
                    .malformed, path: path,
                    "its table \"\(name)\" \(reason). Only tables that store their tiles are read.")
            }
        }
        try check("metadata")
        if objects["tiles"]?.type == "table" {
            try check("tiles")
            return TileTable(named: "tiles")
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
        let hasRowIDs = (try? connection.statement("SELECT rowid FROM images")) != nil
        return TileTable(
            addresses: "map", bytes: "images", joinedBy: "map JOIN images ON images.tile_id = map.tile_id",
            sharedID: hasRowIDs ? "images.rowid" : nil)
    }

    private static func refusal(ofView name: String) -> String {
        "its view \"\(name)\" is not read: it is not the one of mb-util, which joins the tables map and images by tile_id. "
            + "Copy the tiles into a table: CREATE TABLE copy AS SELECT * FROM \(name)."
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
