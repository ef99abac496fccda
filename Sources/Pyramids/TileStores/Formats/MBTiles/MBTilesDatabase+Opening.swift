internal import GRDB

extension MBTilesDatabase {
    /// The location to pass to SQLite: a URI that marks the file as immutable, which needs neither locks nor a writable
    /// folder, unless another program is writing the file.
    static func location(of path: String) -> String {
        guard !FileSystem.exists(path + "-wal"), !FileSystem.exists(path + "-journal") else { return path }
        let absolute = path.hasPrefix("/") ? path : "./" + path
        let escaped = absolute.utf8.map { byte -> String in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                return String(UnicodeScalar(byte))
            default:
                let digits = String(byte, radix: 16)
                return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
            }
        }
        return "file:\(escaped.joined())?immutable=1"
    }

    static func connect(to location: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "MBTiles"
        configuration.prepareDatabase { database in
            // The file is untrusted: functions and virtual tables in its schema must not run.
            try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
        }
        do {
            return try DatabaseQueue(path: location, configuration: configuration)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN && location.hasPrefix("file:") {
            // This SQLite was built without support for URIs.
            return try DatabaseQueue(path: plainPath(of: location), configuration: configuration)
        }
    }

    private static func plainPath(of location: String) -> String {
        var bytes: [UInt8] = []
        var rest = location.dropFirst("file:".count).prefix { $0 != "?" }.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The tables that hold the tiles.
    static func tables(in database: Database, path: String) throws -> Tables {
        var kinds: [String: String] = [:]
        let rows = try Row.fetchCursor(database, sql: "SELECT name, type, sql FROM sqlite_master LIMIT 10000")
        while let row = try rows.next() {
            guard let name: String = row.value(0), let type: String = row.value(1) else { continue }
            kinds[name.lowercased()] = type
            // A recursive view may never end.
            let words = (row.value(2) ?? "").lowercased().split { !$0.isLetter }
            guard type != "view" || !words.contains("with") else {
                throw StoreError(.malformed, path: path, "its view \"\(name)\" is not a simple query and is not read.")
            }
        }
        if kinds["map"] == "table", kinds["images"] == "table", kinds["tiles"] != "table",
            (try? database.makeStatement(sql: "SELECT tile_data, tile_id, rowid FROM images")) != nil,
            (try? database.makeStatement(sql: "SELECT zoom_level, tile_column, tile_row, tile_id FROM map")) != nil
        {
            return .mapAndImages
        }
        guard kinds["tiles"] == "table" || kinds["tiles"] == "view" else {
            throw StoreError(.malformed, path: path, "this SQLite database contains no tiles.")
        }
        return .tiles
    }
}
