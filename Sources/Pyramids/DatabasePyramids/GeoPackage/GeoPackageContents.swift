internal import Georeferencing
internal import Numbers
internal import SQLiteDatabases
internal import TileContainers
internal import TilePyramid

/// The description of one table of tiles in a GeoPackage.
struct GeoPackageContents: Hashable {
    /// The name of the table.
    let table: String
    /// The identifier and the description, which are texts for people; empty for none.
    let identifier, description: String
    /// The attribution of the data; `nil` if nobody is named.
    let attribution: String?
    /// The organization that defines the coordinate reference system, such as EPSG, and its number there.
    let organization: String, code: Int
    /// The definition of the system as well-known text.
    let definition: String
    /// The grid of the tiles; the box of the contents is that of the set if the file does not say it.
    let grid: GeoPackageGrid
    /// Whether the file says the box of the contents.
    let hasBox: Bool

    /// The most tables of tiles that are listed.
    private static let tableLimit = 1_000
    /// The most zooms.
    private static let matrixLimit = 100
    /// The most characters of a name or a text.
    private static let textLimit = 1 << 16

    /// Whether a database is a GeoPackage of any kind: it has the table of contents.
    static func isGeoPackage(_ connection: SQLiteConnection) -> Bool {
        (try? connection.statement("SELECT table_name, data_type FROM gpkg_contents LIMIT 1")) != nil
    }

    /// The names of the tables with tiles.
    ///
    /// - Throws: ``StoreError`` that says what the file holds instead if there are none.
    static func tables(of connection: SQLiteConnection, path: String) throws -> [String] {
        var names: [String] = []
        var others: Set<String> = []
        try connection.statement(
            "SELECT substr(table_name, 1, 1000), substr(data_type, 1, 100) FROM gpkg_contents LIMIT \(tableLimit)"
        ).forEachRow { row in
            guard let name = row.text(0), let type = row.text(1) else { return }
            if type == "tiles" { names.append(name) } else { others.insert(type) }
        }
        guard names.isEmpty else { return names }
        let what =
            others.contains("2d-gridded-coverage")
            ? "a grid of values, such as heights, which are not tiles of an image. Convert it to a GeoTIFF with "
                + "gdal_translate"
            : others.contains("features")
                ? "shapes (vector features), and no tiles. Draw them with a map renderer first"
                : "no tiles"
        throw StoreError(.malformed, path: path, "this GeoPackage holds \(what).")
    }

    /// Reads the description of a table.
    ///
    /// - Throws: ``StoreError`` when it is missing or damaged, or the table computes its tiles.
    init(of table: String, _ connection: SQLiteConnection, path: String) throws {
        func damaged(_ reason: String) -> StoreError {
            StoreError(.malformed, path: path, "the GeoPackage is damaged: \(reason).")
        }
        for name in [table, "gpkg_tile_matrix", "gpkg_tile_matrix_set", "gpkg_spatial_ref_sys"] {
            let object = try connection.statement("SELECT type, sql FROM sqlite_master WHERE name = ?")
                .firstRow(.text(name)) { ($0.text(0) ?? "", $0.text(1) ?? "") }
            guard let (type, sql) = object else { throw damaged("it has no table \"\(name)\"") }
            guard type == "table" else {
                throw StoreError(
                    .malformed, path: path,
                    "\"\(name)\" is a view, which may compute what it returns. Only tables that store their tiles are "
                        + "read: CREATE TABLE copy AS SELECT * FROM \(name).")
            }
            let columns = name == table ? ["zoom_level", "tile_column", "tile_row", "tile_data"] : []
            if let reason = try TileTable.flaw(of: name, sql, columns: columns, connection) {
                throw StoreError(
                    .malformed, path: path,
                    "its table \"\(name)\" \(reason). Only tables that store their tiles are read.")
            }
        }
        let texts = try connection.statement(
            """
            SELECT substr(identifier, 1, \(Self.textLimit)), substr(description, 1, \(Self.textLimit)), min_x, min_y,
            max_x, max_y FROM gpkg_contents WHERE table_name = ?
            """
        ).firstRow(.text(table)) { row in
            (row.text(0) ?? "", row.text(1) ?? "", Self.box([row.real(2), row.real(3), row.real(4), row.real(5)]))
        }
        let set = try connection.statement(
            "SELECT srs_id, min_x, min_y, max_x, max_y FROM gpkg_tile_matrix_set WHERE table_name = ?"
        ).firstRow(.text(table)) { row in
            row.integer(0).flatMap { srs in
                Self.box([row.real(1), row.real(2), row.real(3), row.real(4)]).map { (srs, $0) }
            }
        }
        guard let (srs, box) = set else { throw damaged("the tile matrix set of \"\(table)\" is missing or no box") }
        let system = try connection.statement(
            """
            SELECT substr(organization, 1, 100), organization_coordsys_id, substr(definition, 1, \(Self.textLimit))
            FROM gpkg_spatial_ref_sys WHERE srs_id = ?
            """
        ).firstRow(.integer(srs)) { ($0.text(0) ?? "", $0.integer(1) ?? 0, $0.text(2) ?? "") }
        let matrices = try Self.matrices(of: table, connection)
        guard !matrices.isEmpty else { throw damaged("\"\(table)\" has no tile matrix with tiles of a known size") }
        self.table = table
        identifier = texts?.0 ?? ""
        description = texts?.1 ?? ""
        attribution = Self.attribution(of: table, connection)
        (organization, code, definition) = system ?? ("", 0, "")
        hasBox = texts?.2 != nil
        grid = GeoPackageGrid(srs: srs, set: box, contents: texts?.2 ?? box, matrices: matrices)
    }

    private static func box(_ edges: [Double?]) -> GeoPackageGrid.Box? {
        let edges = edges.compactMap(\.self)
        guard edges.count == 4, edges.allSatisfy(\.isFinite), edges[0] < edges[2], edges[1] < edges[3] else {
            return nil
        }
        return GeoPackageGrid.Box(minX: edges[0], minY: edges[1], maxX: edges[2], maxY: edges[3])
    }

    /// The matrices with tiles of a known size, the coarsest first.
    private static func matrices(of table: String, _ connection: SQLiteConnection) throws -> [GeoPackageGrid.Matrix] {
        var matrices: [GeoPackageGrid.Matrix] = []
        let counts = 1...(1 << MapTile.maximumZoom)
        let sides = 1...(1 << 16)
        try connection.statement(
            """
            SELECT zoom_level, matrix_width, matrix_height, tile_width, tile_height, pixel_x_size, pixel_y_size
            FROM gpkg_tile_matrix WHERE table_name = ? LIMIT \(matrixLimit)
            """
        ).forEachRow(.text(table)) { row in
            func integer(_ column: Int, _ range: ClosedRange<Int>) -> Int? {
                row.integer(column).flatMap { CheckedNumber.integer($0, in: range) }
            }
            guard let zoom = integer(0, 0...1_000_000), let columns = integer(1, counts), let rows = integer(2, counts),
                let width = integer(3, sides), let height = integer(4, sides), let pixelWidth = row.real(5),
                let pixelHeight = row.real(6), pixelWidth > 0, pixelHeight > 0, pixelWidth.isFinite,
                pixelHeight.isFinite
            else { return }
            matrices.append(
                GeoPackageGrid.Matrix(
                    zoom: zoom, grid: TileGrid(columns: columns, rows: rows),
                    tileSize: PixelSize(width: width, height: height), pixelWidth: pixelWidth,
                    pixelHeight: pixelHeight))
        }
        return matrices.sorted { $0.pixelWidth > $1.pixelWidth }
    }

    /// The rights that the metadata of a table name; `nil` for none.
    private static func attribution(of table: String, _ connection: SQLiteConnection) -> String? {
        let rows = try? connection.statement(
            """
            SELECT substr(metadata, 1, \(textLimit)) FROM gpkg_metadata JOIN gpkg_metadata_reference
            ON md_file_id = gpkg_metadata.id WHERE md_standard_uri = '\(GeoPackageSchema.rights)' AND table_name = ?
            LIMIT 1
            """)
        return try? rows?.firstRow(.text(table)) { $0.text(0) }
    }
}
