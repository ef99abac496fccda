internal import FilePyramids
internal import SQLiteDatabases

extension TileDatabase {
    /// The most rows of metadata that are read, and the most bytes of each.
    private static let metadataLimit = (rows: 1_000, bytes: 1 << 20)

    /// Opens an MBTiles file.
    ///
    /// - Throws: ``StoreError`` when the file is not a database, is damaged, or contains no tiles.
    convenience init(openingMBTiles path: String) throws {
        try self.init(opening: path) { try MBTilesTables.tileTable(of: $0, path: path) }
    }

    /// The rows of the metadata table; empty if there is no such table.
    func metadata() throws -> [PyramidProperty] {
        try withConnection { connection in
            let hasTable = try connection.statement(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND lower(name) = 'metadata'"
            ).firstRow { $0.integer(0) }
            guard hasTable != nil else { return [] }
            let limit = Self.metadataLimit
            var properties: [PyramidProperty] = []
            try connection.statement(
                "SELECT substr(name, 1, 1000), substr(value, 1, \(limit.bytes)) FROM metadata LIMIT \(limit.rows)"
            ).forEachRow { row in
                if let name = row.text(0) { properties.append(PyramidProperty(name, row.text(1) ?? "")) }
            }
            return properties
        }
    }

    /// The number of rows in `map` without an image.
    func missingImages() throws -> Int {
        guard table.sharesImages else { return 0 }
        return try withConnection { connection in
            try connection.statement(
                """
                SELECT count(*) FROM map LEFT JOIN images ON images.tile_id = map.tile_id
                WHERE images.tile_id IS NULL
                """
            ).firstRow { $0.integer(0) } ?? 0
        }
    }
}
