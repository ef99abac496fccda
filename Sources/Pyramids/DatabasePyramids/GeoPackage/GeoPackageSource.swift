internal import Concurrency
package import FilePyramids
package import Georeferencing
internal import SQLiteDatabases
package import TileContainers
package import TilePyramid

/// A table of tiles in a GeoPackage (OGC 12-128r18), opened for reading.
///
/// Tiles that lie on the grid of Web Mercator are a map; others are an image with levels of its own, whatever their ratios.
/// Opening reads the description of the grid, as much of the index as shows where tiles exist, and at most one tile.
package final class GeoPackageSource: PyramidSource {
    /// The geometry; for a map, it covers all tiles that exist.
    package let pyramid: Pyramid
    /// The path of the file.
    package let path: String
    /// The format of the tiles; for a table with several formats, the format of the first tile.
    package let format: TileFormat
    /// The identifier, the description and the coordinate reference system of the table.
    package let properties: [PyramidProperty]
    /// Whether tiles may be absent: always.
    package let isSparse = true
    /// The bounds of a map on the Earth; `nil` for tiles in another coordinate reference system, or in none.
    package let georeference: Georeference?
    /// The position of an image in another coordinate reference system; `nil` for a map, and without a system.
    ///
    /// It has the code of the system, such as `EPSG:25832`, or else its well-known text, and the coordinates of the image's
    /// pixels.
    package let rasterGeoreference: RasterGeoreference?

    private let database: TileDatabase
    private let addresses: GeoPackageAddresses
    private let contradictions: [String]
    /// The rows that are not tiles, known once all have been visited.
    private let skippedRows = Locked(SkippedRows())

    /// Opens a table of tiles.
    ///
    /// - Parameter path: the file, or, if it has several tables of tiles, the file, a colon and the name of one.
    /// - Throws: ``StoreError``, naming the path and what is wrong.
    package init(opening path: String) throws {
        let (file, name) = Self.parts(of: path)
        self.path = path
        let found = Locked<GeoPackageContents?>(nil)
        database = try TileDatabase(opening: file) { connection in
            let contents = try Self.contents(name, connection, path: file)
            found.withLock { $0 = contents }
            return TileTable(named: contents.table)
        }
        guard let contents = found.withLock({ $0 }) else { throw StoreError.damagedFile(file, "it has no contents") }
        let sample = try database.anyTile()
        guard let format = sample.map({ TileFormat(contents: $0) }) ?? .png else {
            throw StoreError(
                .malformed, path: path, "its tiles are neither JPEG, PNG nor WebP: their format is not supported.")
        }
        self.format = format
        var warnings: [String] = []
        let isUndefined = contents.grid.srs <= 0
        let system = isUndefined ? nil : "\(contents.organization.uppercased()):\(contents.code)"
        if Self.webMercatorCodes.contains(contents.code), !isUndefined, let positions = contents.grid.mapPositions {
            let opened = try GeoPackageMap(contents, positions, database, hasTiles: sample != nil, path: path)
            pyramid = opened.tileMatrixSet.pyramid
            georeference = opened.georeference
            addresses = .map(opened)
            rasterGeoreference = nil
            warnings = opened.warnings
        } else {
            let grid = try Self.withTiles(contents.grid, in: database)
            guard let shapes = grid.levelShapes else {
                throw StoreError(
                    .malformed, path: path,
                    "its tile matrices contradict each other, or the image would be larger than "
                        + "\(PyramidLimits.longestSide) pixels.")
            }
            pyramid = Pyramid(levels: shapes, padsTiles: true)
            georeference = nil
            addresses = .matrices(grid.matrices.map(\.zoom))
            rasterGeoreference = system.flatMap { Self.georeference(grid, shapes, of: contents, system: $0) }
            if let system {
                warnings.append(
                    "its tiles lie in \(system), on a grid of its own, and not on that of web maps. They are shown without "
                        + "a place.")
            }
        }
        contradictions = warnings
        let box = contents.grid.contents
        properties =
            [("identifier", contents.identifier), ("description", contents.description)].filter { !$0.1.isEmpty }
            .map { PyramidProperty($0.0, $0.1) }
            + [PyramidProperty("table", contents.table), PyramidProperty("srs", system ?? "none")]
            + (contents.hasBox
                ? [PyramidProperty("bounds", "\(box.minX),\(box.minY),\(box.maxX),\(box.maxY)")] : [])
            + (contents.attribution.map { [PyramidProperty("attribution", $0)] } ?? [])
    }

    /// The codes of Web Mercator: of the EPSG, of Esri, and the one that was used before there were any.
    private static let webMercatorCodes: Set<Int> = [3857, 3785, 900_913, 102_100, 102_113]

    /// The grid without matrices that have no tiles, as programs list for zooms that they have not made.
    private static func withTiles(_ grid: GeoPackageGrid, in database: TileDatabase) throws -> GeoPackageGrid {
        let grids = Dictionary(grid.matrices.map { ($0.zoom, $0.grid) }) { first, _ in first }
        let found = try database.extent(within: grids, stopsAtWorld: false).ranges
        guard !found.isEmpty else { return grid }
        var grid = grid
        grid.matrices.removeAll { found[$0.zoom] == nil }
        return grid
    }

    private static func georeference(
        _ grid: GeoPackageGrid, _ shapes: [LevelShape], of contents: GeoPackageContents, system: String
    ) -> RasterGeoreference? {
        guard let finest = grid.matrices.last, let shape = shapes.last else { return nil }
        let set = grid.set
        let isEPSG = contents.organization.uppercased() == "EPSG"
        return RasterGeoreference(
            crs: isEPSG ? system : contents.definition,
            transform: Geotransform(
                origin: (
                    // Checked: floating-point numbers.
                    set.minX + Double(shape.origin.x) * finest.pixelWidth,
                    // Checked: floating-point numbers.
                    set.maxY - Double(shape.origin.y) * finest.pixelHeight
                ), column: (finest.pixelWidth, 0), row: (0, -finest.pixelHeight)))
    }

    /// Reads the description of the table with a name, or of the only one.
    private static func contents(
        _ name: String?, _ connection: SQLiteConnection, path: String
    ) throws -> GeoPackageContents {
        guard GeoPackageContents.isGeoPackage(connection) else {
            throw StoreError(
                .malformed, path: path, "this SQLite database is not a GeoPackage: it has no gpkg_contents.")
        }
        let tables = try GeoPackageContents.tables(of: connection, path: path)
        let list = tables.prefix(10).joined(separator: ", ") + (tables.count > 10 ? ", …" : "")
        if let name {
            guard tables.contains(name) else {
                throw StoreError(.unreadable, path: path, "it has no table of tiles named \(name), but these: \(list).")
            }
            return try GeoPackageContents(of: name, connection, path: path)
        }
        guard tables.count == 1 else {
            throw StoreError(
                .unreadable, path: path,
                "it has \(tables.count) tables of tiles (\(list)). Open one of them, for example "
                    + "\(FilePath.name(of: path)):\(tables[0]).")
        }
        return try GeoPackageContents(of: tables[0], connection, path: path)
    }

    /// The file and the table that a path names.
    private static func parts(of path: String) -> (file: String, table: String?) {
        guard !FileSystem.exists(path), let colon = path.lastIndex(of: ":") else { return (path, nil) }
        return (String(path[..<colon]), String(path[path.index(after: colon)...]))
    }

    /// The statements of the file that its tiles contradict.
    ///
    /// Once all tiles have been visited, the rows that are not tiles follow.
    package var warnings: [String] { contradictions + skippedRows.withLock { $0.warnings } }

    /// Reads a tile; may be called from any thread.
    ///
    /// - Returns: `nil` if there is no such tile. Its format is that of its bytes.
    /// - Throws: ``StoreError`` when the database cannot be read.
    package func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        return try database.read(addresses.address(of: index, in: pyramid))
            .map { EncodedTile(bytes: $0, usually: format) }
    }

    /// Looks up a tile without reading it.
    package func storedTile(_ index: TileIndex) throws -> StoredTile? {
        pyramid.contains(index) ? try database.storedTile(addresses.address(of: index, in: pyramid)) : nil
    }

    /// Calls `body` for every tile in the order of the table, except those without bytes.
    package func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        var skipped = SkippedRows()
        try database.forEachTile { address, storedTile in
            guard let index = addresses.index(of: address, in: pyramid) else {
                skipped.strays += 1
                return
            }
            if skipped.accepts(storedTile) { try body(index, storedTile) }
        }
        skippedRows.withLock { [skipped] in $0 = skipped }
    }

    /// Reports rows of the table that are not tiles of the grid.
    package func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws {
        var skipped = SkippedRows()
        try database.forEachTile { address, _ in
            if addresses.index(of: address, in: pyramid) == nil { skipped.strays += 1 }
        }
        if skipped.strays > 0 { try report(ValidationIssue(location: "tiles", "\(skipped.strayText).")) }
    }

    /// The file, if it is a GeoPackage; with the table that was asked for, if there is one.
    static func recognizedPaths(of candidate: PyramidCandidate) -> [String] {
        guard case .file(let head) = candidate.content, head.starts(with: "SQLite format 3\0".utf8) else { return [] }
        let number = head.dropFirst(68).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        // A damaged file that claims to be a GeoPackage is opened for its error message; GeoPackage 1.0 and 1.1 have other numbers.
        let claims =
            [GeoPackageSchema.applicationID, 0x4750_3130, 0x4750_3131].contains(number)
            || FilePath.fileExtension(of: candidate.path) == "gpkg"
        let path = candidate.part.map { "\(candidate.path):\($0)" } ?? candidate.path
        return claims || (try? TileDatabase.isGeoPackage(candidate.path)) == true ? [path] : []
    }
}

extension TileDatabase {
    /// Whether a database has the contents of a GeoPackage.
    fileprivate static func isGeoPackage(_ path: String) throws -> Bool {
        GeoPackageContents.isGeoPackage(try connect(to: path))
    }
}
