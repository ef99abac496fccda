internal import Concurrency
package import FilePyramids
internal import Georeferencing
internal import SQLiteDatabases
package import TileContainers
package import TilePyramid

/// Writes the tiles of an image or a map to a GeoPackage (OGC 12-128r18, https://www.geopackage.org/spec131/).
///
/// A map lies on the grid of Web Mercator, with the zooms of web maps as its zoom levels; an image that is not
/// georeferenced has coordinates that count its pixels. The tiles may be JPEG and PNG side by side. Memory: the tiles that
/// wait for their turn, and ``GeoPackageStore/queueLimit``.
package final class GeoPackageStore: TileStore {
    /// The most bytes of tiles that wait to be written; a caller with more waits.
    package static let queueLimit = TileDatabaseWriter.queueLimit

    /// The geometry of the pyramid.
    package let pyramid: Pyramid
    /// The path of the finished file.
    package let path: String

    private let tileMatrixSet: TileMatrixSet
    private let format: TileFormat
    private let target: PyramidTarget
    private let table: String
    private let partial: PartialFile
    private let writer: TileDatabaseWriter
    private let sequencer: TileSequencer<UInt64>
    /// Reads the finished file; `nil` until then.
    private let finished = Locked<TileDatabase?>(nil)

    /// Creates a file for writing.
    ///
    /// - Parameters:
    ///   - path: the path of the finished file, used verbatim.
    ///   - pyramid: the geometry: levels are halves of each other, and all tiles have the same size.
    ///   - format: the format of every tile, or, if the target mixes formats, of tiles with transparency.
    ///   - target: the metadata: the name of the image, its georeference, and whether formats are mixed.
    ///   - options: whether an existing file is replaced. A run cannot be continued.
    /// - Throws: ``StoreError``, naming the path and the remedy.
    package init(
        creating path: String, pyramid: Pyramid, format: TileFormat,
        target: PyramidTarget = PyramidTarget(.geoPackage), options: StoreOptions = StoreOptions()
    ) throws {
        guard PyramidFormat.geoPackage.capabilities.tileFormats.contains(format) else {
            throw StoreError(
                .cannotCreate, path: path,
                "a GeoPackage cannot have \(format.fileExtension) tiles. Choose another tile format or container.")
        }
        tileMatrixSet = try TileMatrixSet(writing: pyramid, georeference: target.georeference, path: path)
        self.path = path
        self.pyramid = pyramid
        self.format = format
        self.target = target
        let table = GeoPackageSchema.tableName(
            for: target.name ?? FilePath.title(of: path))
        self.table = table
        partial = try PartialFile(creating: path, options: options)
        let writer = try TileDatabaseWriter(partial.path, schema: GeoPackageTileSchema(table: table))
        self.writer = writer
        sequencer = TileSequencer(of: pyramid, spoolingBeside: path) { [tileMatrixSet] index, bytes, hash in
            try writer.write(bytes.copy(), hash: hash, at: tileMatrixSet.tile(index).address)
        }
    }

    /// Queues a tile for writing, or makes it wait for its turn; may be called from any thread.
    ///
    /// Waits while ``queueLimit`` is exceeded.
    ///
    /// - Throws: ``StoreError`` when this or an earlier tile could not be written.
    package func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        precondition(target.mixesFormats || format == self.format, "the tiles have one format")
        precondition(pyramid.contains(index), "the pyramid has no tile \(index)")
        try bytes.withUnsafeBytes { try sequencer.add(index, $0, ByteHash.hash($0)) }
    }

    /// Notes that a tile will not be written, so that later tiles need not wait for it.
    package func skip(_ index: TileIndex) throws { try sequencer.skip(index) }

    /// Reads a tile, before or after ``finish()``.
    ///
    /// - Returns: `nil` if there is no such tile, or not yet.
    package func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        if let bytes = try sequencer.read(index) { return EncodedTile(bytes: bytes, usually: format) }
        let address = tileMatrixSet.tile(index).address
        let bytes = try finished.withLock { $0 }.map { try $0.read(address) } ?? writer.read(address)
        return bytes.map { EncodedTile(bytes: $0, usually: format) }
    }

    /// Writes the queued tiles and the description of the grid, and gives the file its final name.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/exists`` when a file has appeared there that may not be
    ///   replaced.
    package func finish() throws {
        try sequencer.flush()
        let grid = GeoPackageGrid(of: tileMatrixSet, georeference: target.georeference)
        try writer.finish { try describe(grid, in: $0) }
        try TileDatabaseWriter.resetChangeCounter(of: partial)
        try partial.moveIntoPlace()
        let database = try TileDatabase(opening: path) { [table] _ in TileTable(named: table) }
        finished.withLock { $0 = database }
    }

    private func describe(_ grid: GeoPackageGrid, in connection: SQLiteConnection) throws {
        let name = target.name ?? FilePath.title(of: path)
        let place = grid.srs == GeoPackageSchema.undefinedCartesian ? ", without a geographic position" : ""
        func values(_ box: GeoPackageGrid.Box) -> [SQLiteStatement.Value] {
            [.real(box.minX), .real(box.minY), .real(box.maxX), .real(box.maxY)]
        }
        let contents = values(grid.contents)
        let set = values(grid.set)
        try connection.statement("INSERT INTO gpkg_contents VALUES (?, 'tiles', ?, ?, ?, ?, ?, ?, ?, ?)").run(
            .text(table), .text(name), .text("\(pyramid.size) pixels\(place)"), .text(GeoPackageSchema.date),
            contents[0], contents[1], contents[2], contents[3], .integer(grid.srs))
        try connection.statement("INSERT INTO gpkg_tile_matrix_set VALUES (?, ?, ?, ?, ?, ?)").run(
            .text(table), .integer(grid.srs), set[0], set[1], set[2], set[3])
        let insert = try connection.statement("INSERT INTO gpkg_tile_matrix VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        for matrix in grid.matrices {
            try insert.run(
                .text(table), .integer(matrix.zoom), .integer(matrix.grid.columns), .integer(matrix.grid.rows),
                .integer(matrix.tileSize.width), .integer(matrix.tileSize.height), .real(matrix.pixelWidth),
                .real(matrix.pixelHeight))
        }
        if format == .webp || target.attribution != nil { try connection.execute(GeoPackageSchema.extensions) }
        let note = "INSERT INTO gpkg_extensions VALUES (?, ?, ?, ?, 'read-write')"
        if format == .webp {
            try connection.statement(note).run(
                .text(table), .text("tile_data"), .text("gpkg_webp"),
                .text("http://www.geopackage.org/spec131/#extension_tiles_webp"))
        }
        guard let attribution = target.attribution else { return }
        try connection.execute(GeoPackageSchema.metadata)
        for name in ["gpkg_metadata", "gpkg_metadata_reference"] {
            try connection.statement(note).run(
                .text(name), .null, .text("gpkg_metadata"),
                .text("http://www.geopackage.org/spec131/#extension_metadata"))
        }
        try connection.statement("INSERT INTO gpkg_metadata VALUES (1, 'dataset', ?, 'text/plain', ?)").run(
            .text(GeoPackageSchema.rights), .text(attribution))
        try connection.statement("INSERT INTO gpkg_metadata_reference VALUES ('table', ?, NULL, NULL, ?, 1, NULL)").run(
            .text(table), .text(GeoPackageSchema.date))
    }

    /// Removes the partial database, which cannot be continued.
    package func suspend() throws { try discard() }

    /// Removes what this run has stored; an older file is not touched.
    package func discard() throws {
        writer.stop()
        try partial.remove()
    }
}

extension MapTile {
    /// The address in a table whose rows are counted from the north.
    var address: TileAddress { TileAddress(zoom: zoom, column: column, row: row) }
}
