internal import SQLiteDatabases

/// Writes tiles to the table of a GeoPackage, each with bytes of its own.
///
/// A view that shares equal tiles is allowed, but programs that add tiles could not write to it.
final class GeoPackageTileSchema: TileDatabaseSchema {
    let applicationID = GeoPackageSchema.applicationID
    let tables: String
    let tileQuery: String
    private let insertion: String

    init(table: String) {
        let name = TileTable.quoted(table)
        tables = GeoPackageSchema.tables + GeoPackageSchema.tiles(table)
        tileQuery = "SELECT tile_data FROM \(name) WHERE \(TileTable.isAddressed)"
        insertion = "INSERT INTO \(name) (zoom_level, tile_column, tile_row, tile_data) VALUES (?, ?, ?, ?)"
    }

    func insert(
        _ bytes: [UInt8], hash: UInt64, at address: TileAddress, _ connection: SQLiteConnection
    ) throws -> Bool {
        try connection.cachedStatement(insertion)
            .run(.integer(address.zoom), .integer(address.column), .integer(address.row), .bytes(bytes))
        return false
    }
}
