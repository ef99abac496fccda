import Foundation
import Georeferencing
import SQLiteDatabases
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import DatabasePyramids
@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct GeoPackageTests {
    let folder: TemporaryFolder
    private var path: String { folder.path("map.gpkg") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func rows(_ sql: String) throws -> [String] {
        var rows: [String] = []
        try SQLiteConnection(writing: path).statement(sql).forEachRow { row in
            rows.append(
                (0..<row.count).map { row.text($0) ?? row.real($0).map { "\($0)" } ?? "NULL" }.joined(separator: " "))
        }
        return rows
    }

    /// A tile that begins like a PNG, and holds its address.
    private func tile(_ index: TileIndex) -> [UInt8] { [0x89, 0x50, 0x4E, 0x47] + Array(contents(of: index).utf8) }

    /// A map of two zooms: the tile at 2/2/1, and four at zoom 3.
    private var mapPyramid: Pyramid {
        TileMatrixSet(
            TileRange(columns: 2..<3, rows: 1..<2), zooms: 2...3, tileSize: PixelSize(width: 256, height: 256)
        ).pyramid
    }

    private var mapTarget: PyramidTarget {
        var target = PyramidTarget(.geoPackage)
        target.georeference = Georeference(
            zoom: 3, bounds: GeoBounds(west: 10, south: 20, east: 80, north: 60, crs: .wgs84))
        target.attribution = "© me"
        return target
    }

    // MARK: Writing

    @Test func `a map lies on the grid of Web Mercator, with rows counted from the north`() throws {
        let store = try GeoPackageStore(creating: path, pyramid: mapPyramid, format: .png, target: mapTarget)
        try store.write(mapPyramid.indices, format: .png)
        try store.finish()
        #expect(folder.contents() == ["map.gpkg"])
        let bytes = Array(try folder.bytes(of: "map.gpkg"))
        #expect(bytes[68..<72] == Array("GPKG".utf8)[...])
        #expect(bytes[60..<64] == [0, 0, 0x28, 0x3D])
        #expect(
            try rows("SELECT zoom_level, tile_column, tile_row FROM map ORDER BY 1, 2, 3") == [
                "2.0 2.0 1.0", "3.0 4.0 2.0", "3.0 4.0 3.0", "3.0 5.0 2.0", "3.0 5.0 3.0",
            ])
        #expect(
            try rows("SELECT table_name, data_type, identifier, srs_id FROM gpkg_contents") == ["map tiles map 3857.0"])
        let edge = 20_037_508.342789244
        #expect(
            try rows("SELECT srs_id, min_x, min_y, max_x, max_y FROM gpkg_tile_matrix_set") == [
                "3857.0 \(-edge) \(-edge) \(edge) \(edge)"
            ])
        #expect(
            try rows("SELECT zoom_level, matrix_width, matrix_height, tile_width, pixel_x_size FROM gpkg_tile_matrix")
                == [
                    "2.0 4.0 4.0 256.0 \(edge / 512)", "3.0 8.0 8.0 256.0 \(edge / 1024)",
                ])
        // The bounds lie on whole pixels of the finest zoom, no more than one beyond those of the image.
        let matrix = TileMatrix(tileSize: 256, zoom: 3)
        let box = try rows("SELECT min_x, max_y FROM gpkg_contents")[0].split(separator: " ").compactMap { Double($0) }
        for (position, place) in [
            (matrix.x(ofEasting: box[0]), matrix.x(ofEasting: WebMercator.easting(ofLongitude: 10))),
            (matrix.y(ofNorthing: box[1]), matrix.y(ofNorthing: WebMercator.northing(ofLatitude: 60))),
        ] {
            #expect(abs(position - position.rounded()) < 1e-6 && position <= place && place - position < 1)
        }
        #expect(try rows("SELECT count(*) FROM gpkg_spatial_ref_sys WHERE srs_id IN (-1, 0, 4326, 3857)") == ["4.0"])
        #expect(try rows("SELECT metadata FROM gpkg_metadata") == ["© me"])
        #expect(try rows("PRAGMA integrity_check") == ["ok"])
        #expect(try rows("PRAGMA foreign_key_check").isEmpty)
    }

    @Test func `a map is read back with its tiles, bounds and attribution`() throws {
        let store = try GeoPackageStore(creating: path, pyramid: mapPyramid, format: .png, target: mapTarget)
        for index in mapPyramid.indices { try store.write(tile(index).span.bytes, format: .png, at: index) }
        try store.finish()
        let opened = try #require(try Pyramids.openBlocking(path))
        #expect(opened.format == .geoPackage)
        let source = try #require(opened.source as? GeoPackageSource)
        #expect(source.pyramid == mapPyramid && source.isSparse && source.warnings.isEmpty)
        #expect(source.attribution == "© me")
        let bounds = try #require(source.georeference?.bounds)
        for (edge, place) in zip(bounds.edges, [10.0, 20, 80, 60]) { #expect(abs(edge - place) < 360.0 / 2048) }
        for index in mapPyramid.indices {
            #expect(try source.read(index)?.bytes == tile(index))
            #expect(try store.read(index) == source.read(index))
        }
        var issues = 0
        try source.inspectFiles { _ in issues += 1 }
        #expect(issues == 0)
    }

    @Test(arguments: [(5, 3), (600, 300), (256, 256), (1, 1)])
    func `an image without a place counts pixels, and is read back with its size`(width: Int, height: Int) throws {
        let pyramid = Pyramid(
            size: PixelSize(width: width, height: height), tileSize: 256, shape: PyramidFormat.geoPackage.shape)
        let store = try GeoPackageStore(creating: path, pyramid: pyramid, format: .jpeg)
        for index in pyramid.indices { try store.write(tile(index).span.bytes, format: .jpeg, at: index) }
        try store.finish()
        let source = try GeoPackageSource(opening: path)
        #expect(source.pyramid.levels.map(\.size) == pyramid.levels.map(\.size))
        #expect(source.pyramid.levels.map(\.grid) == pyramid.levels.map(\.grid))
        #expect(source.pyramid.levels.map(\.downsample) == pyramid.levels.map(\.downsample))
        #expect(source.georeference == nil && source.rasterGeoreference == nil && source.warnings.isEmpty)
        for index in pyramid.indices { #expect(try source.read(index) == store.read(index)) }
        #expect(try rows("SELECT srs_id FROM gpkg_contents") == ["-1.0"])
    }

    @Test func `opaque and transparent tiles have formats of their own where they are mixed, and WebP is an extension`()
        throws
    {
        var target = mapTarget
        target.mixesFormats = true
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0], png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]
        var store = try GeoPackageStore(creating: path, pyramid: mapPyramid, format: .png, target: target)
        for (number, index) in mapPyramid.indices.enumerated() {
            try store.write((number == 1 ? jpeg : png).span.bytes, format: number == 1 ? .jpeg : .png, at: index)
        }
        try store.finish()
        let source = try GeoPackageSource(opening: path)
        #expect(
            try mapPyramid.indices.map { try source.read($0)?.format } == [.png, .jpeg, .png, .png, .png])
        #expect(try rows("SELECT extension_name FROM gpkg_extensions") == ["gpkg_metadata", "gpkg_metadata"])
        target.attribution = nil
        store = try GeoPackageStore(
            creating: path, pyramid: mapPyramid, format: .webp, target: target, options: .replacing())
        try store.write(mapPyramid.indices, format: .webp)
        try store.finish()
        #expect(
            try rows("SELECT table_name, column_name, extension_name FROM gpkg_extensions") == [
                "map tile_data gpkg_webp"
            ])
        #expect(
            storeError { _ = try GeoPackageStore(creating: path, pyramid: mapPyramid, format: .avif) }?.code
                == .cannotCreate)
    }

    @Test(arguments: [
        ("map", "map"), ("my map-1.5", "my_map_1_5"), ("5", "tiles_5"), ("gpkg_x", "tiles_gpkg_x"), ("\"ü", "tiles___"),
        ("", "tiles_"),
    ])
    func `the name of a table has letters, digits and underscores`(name: String, table: String) {
        #expect(GeoPackageSchema.tableName(for: name) == table)
    }

    // MARK: Reading

    /// A GeoPackage of another program: a table `t` with tiles that hold their addresses.
    private func make(
        code: Int = 25_832, organization: String = "EPSG", set: String, contents: String = "NULL, NULL, NULL, NULL",
        matrices: [String], tiles: [String], type: String = "tiles", more: String = ""
    ) throws {
        try? folder.remove("map.gpkg")
        let connection = try SQLiteConnection(writing: path)
        let box = contents
        try connection.execute(
            """
            PRAGMA application_id = \(GeoPackageSchema.applicationID);
            \(GeoPackageSchema.tables)
            INSERT OR REPLACE INTO gpkg_spatial_ref_sys VALUES ('s', \(code), '\(organization)', \(code), 'WKT', '');
            INSERT INTO gpkg_contents VALUES ('t', '\(type)', 'i', 'd', '2020-01-01T00:00:00.000Z', \(box), \(code));
            INSERT INTO gpkg_tile_matrix_set VALUES ('t', \(code), \(set));
            \(GeoPackageSchema.tiles("t"))
            \(matrices.map { "INSERT INTO gpkg_tile_matrix VALUES ('t', \($0));" }.joined())
            \(tiles.map { "INSERT INTO t (zoom_level, tile_column, tile_row, tile_data) VALUES (\($0), x'89504E47');" }.joined())
            \(more)
            """)
    }

    @Test func `tiles in another coordinate system are an image with a place of its own, and not a map`() throws {
        // 700×500 pixels of 10 m from 500000, 5000000; the coarse level is half as large.
        try make(
            set: "500000, 4989760, 510240, 5000000", contents: "500000, 4995000, 507000, 5000000",
            matrices: ["0, 2, 2, 256, 256, 20, 20", "1, 4, 4, 256, 256, 10, 10"],
            tiles: ["0, 0, 0", "1, 0, 0", "1, 2, 1"])
        let source = try GeoPackageSource(opening: path)
        #expect(
            source.pyramid.levels.map(\.size) == [
                PixelSize(width: 350, height: 250), PixelSize(width: 700, height: 500),
            ])
        #expect(source.georeference == nil)
        #expect(source.rasterGeoreference?.crs == "EPSG:25832")
        #expect(source.rasterGeoreference?.transform.coordinate(x: 700, y: 500).x == 507_000)
        #expect(source.rasterGeoreference?.transform.coordinate(x: 700, y: 500).y == 4_995_000)
        #expect(
            source.warnings == [
                "its tiles lie in EPSG:25832, on a grid of its own, and not on that of web maps. They are shown without a place."
            ])
        #expect(try source.read(TileIndex(level: 1, column: 2, row: 1)) != nil)
        #expect(try source.read(TileIndex(level: 1, column: 1, row: 1)) == nil)
    }

    @Test func `levels of any ratio keep it, and matrices without tiles are not levels`() throws {
        try make(
            set: "0, 0, 10240, 10240", contents: "0, 5120, 10240, 10240",
            matrices: [
                "0, 1, 1, 256, 256, 40, 40", "1, 2, 2, 256, 256, 20, 20", "2, 3, 3, 256, 256, 13.4, 13.4",
                "3, 4, 4, 256, 256, 10, 10",
            ], tiles: ["0, 0, 0", "2, 1, 1", "3, 3, 1"])
        let source = try GeoPackageSource(opening: path)
        #expect(source.pyramid.levels.map(\.downsample) == [4, 1.34, 1])
        #expect(source.pyramid.levels.map(\.size.width) == [256, 765, 1024])
        #expect(source.pyramid.levels.map(\.size.height) == [128, 383, 512])
        #expect(try source.read(TileIndex(level: 1, column: 1, row: 1)) != nil)
    }

    @Test func `an image begins where its contents do, at a whole pixel of the coarsest level`() throws {
        try make(
            code: 4326, set: "-180, -90, 180, 90", contents: "10.1, 40, 12, 45.3",
            matrices: ["0, 2, 1, 256, 256, 0.703125, 0.703125", "1, 4, 2, 256, 256, 0.3515625, 0.3515625"],
            tiles: ["0, 1, 0", "1, 2, 0"])
        let source = try GeoPackageSource(opening: path)
        let finest = source.pyramid.finestLevel
        // 190.1° are 270.4 pixels of 0.703125°; 44.7° are 63.6.
        #expect(finest.origin == PixelOffset(x: 540, y: 126))
        #expect(source.pyramid.levels[0].origin == PixelOffset(x: 270, y: 63))
        #expect(source.rasterGeoreference?.transform.originX == -180 + 540 * 0.3515625)
        #expect(finest.size == PixelSize(width: 7, height: 17))
        #expect(try source.read(TileIndex(level: 1, column: 0, row: 0)) != nil)
    }

    @Test func `a matrix set that is a part of the Web Mercator grid is a map, whatever its zoom levels are called`()
        throws
    {
        // The tile 3/4/2 and its children, as zoom levels 0 and 1.
        let edge = WebMercator.originShift
        let tile = WebMercator.originShift / 4
        try make(
            code: 3857, set: "0, \(edge - 3 * tile), \(tile), \(edge - 2 * tile)",
            matrices: [
                "0, 1, 1, 256, 256, \(tile / 256), \(tile / 256)", "1, 2, 2, 256, 256, \(tile / 512), \(tile / 512)",
            ],
            tiles: ["0, 0, 0", "1, 1, 0"])
        let source = try GeoPackageSource(opening: path)
        let set = TileMatrixSet(pyramid: source.pyramid, georeference: source.georeference)
        #expect(set.zooms == 3...4 && source.georeference?.zoom == 4)
        #expect(try source.read(try #require(set.index(of: MapTile(zoom: 4, column: 9, row: 4)))) != nil)
        #expect(try source.read(try #require(set.index(of: MapTile(zoom: 4, column: 8, row: 4)))) == nil)
        #expect(source.warnings.isEmpty)
    }

    @Test(arguments: ["0.0005", "30", "-9000", "100000"])
    func `a grid that is moved against that of Web Mercator is not taken for it`(offset: String) throws {
        let edge = WebMercator.originShift, moved = Double(offset) ?? 0
        try make(
            code: 3857, set: "\(-edge + moved), \(-edge), \(edge + moved), \(edge)",
            matrices: ["2, 4, 4, 256, 256, \(edge / 512), \(edge / 512)"], tiles: ["2, 1, 1"])
        let source = try GeoPackageSource(opening: path)
        // A pixel of zoom 2 is 39 km wide: nobody sees a thousandth of it.
        #expect((source.georeference != nil) == (abs(moved) < 100))
    }

    @Test func `Web Mercator under a code of another organization or an older one is Web Mercator`() throws {
        let edge = WebMercator.originShift
        for (organization, code) in [("EPSG", 900_913), ("ESRI", 102_100), ("epsg", 3785)] {
            try make(
                code: code, organization: organization, set: "\(-edge), \(-edge), \(edge), \(edge)",
                matrices: ["0, 1, 1, 512, 512, \(edge / 256), \(edge / 256)"], tiles: ["0, 0, 0"])
            #expect(try GeoPackageSource(opening: path).georeference?.zoom == 0)
        }
    }

    @Test func `one of several tables is opened by its name, and without one the error lists them`() throws {
        try make(
            set: "0, 0, 2560, 2560", matrices: ["0, 1, 1, 256, 256, 10, 10"], tiles: ["0, 0, 0"],
            more: """
                INSERT INTO gpkg_contents VALUES ('b c', 'tiles', 'j', '', '2020-01-01T00:00:00.000Z', NULL, NULL, NULL, NULL, 25832);
                INSERT INTO gpkg_tile_matrix_set VALUES ('b c', 25832, 0, 0, 1280, 1280);
                INSERT INTO gpkg_tile_matrix VALUES ('b c', 0, 1, 1, 128, 128, 10, 10);
                \(GeoPackageSchema.tiles("b c"))
                INSERT INTO "b c" (zoom_level, tile_column, tile_row, tile_data) VALUES (0, 0, 0, x'FFD8FFE0');
                """)
        let error = #expect(throws: StoreError.self) { try Pyramids.openBlocking(path) }
        #expect(error?.message == "it has 2 tables of tiles (t, b c). Open one of them, for example map.gpkg:t.")
        let opened = try #require(try Pyramids.openBlocking(path + ":b c"))
        #expect(opened.source.pyramid.size == PixelSize(width: 128, height: 128) && opened.source.format == .jpeg)
        #expect(try Pyramids.openBlocking(path + ":t")?.source.format == .png)
        let absent = #expect(throws: StoreError.self) { try Pyramids.openBlocking(path + ":x") }
        #expect(absent?.message == "it has no table of tiles named x, but these: t, b c.")
    }

    @Test(arguments: [
        ("features", "shapes (vector features), and no tiles"),
        ("2d-gridded-coverage", "a grid of values, such as heights"),
        ("attributes", "this GeoPackage holds no tiles."),
    ])
    func `a GeoPackage without tiles of an image says what it holds`(type: String, words: String) throws {
        try make(set: "0, 0, 1, 1", matrices: [], tiles: [], type: type)
        let error = #expect(throws: StoreError.self) { try Pyramids.openBlocking(path) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        "DROP TABLE t", "DELETE FROM gpkg_tile_matrix", "DELETE FROM gpkg_tile_matrix_set",
        "UPDATE gpkg_tile_matrix SET pixel_x_size = 0", "UPDATE gpkg_tile_matrix SET matrix_width = -1",
        "UPDATE gpkg_tile_matrix SET pixel_x_size = 1e-9", "UPDATE gpkg_tile_matrix_set SET min_x = 'a'",
        "UPDATE gpkg_tile_matrix_set SET max_x = -1e300", "UPDATE t SET tile_data = x'00'",
        "DROP TABLE t; CREATE VIEW t AS SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, zeroblob(900000000) AS tile_data",
        "ALTER TABLE gpkg_contents RENAME TO other",
    ])
    func `a damaged GeoPackage throws an error`(change: String) throws {
        try make(
            set: "0, 0, 2560, 2560", contents: "0, 0, 2560, 2560", matrices: ["0, 1, 1, 256, 256, 10, 10"],
            tiles: ["0, 0, 0"], more: "\(change);")
        #expect(storeError { _ = try GeoPackageSource(opening: path) }?.code == .malformed)
    }

    @Test func `rows outside of the grid are issues, and rows without bytes absent tiles`() throws {
        try make(
            set: "0, 0, 2560, 2560", matrices: ["0, 1, 1, 256, 256, 10, 10"], tiles: ["0, 0, 0", "0, 5, 0", "7, 0, 0"])
        let source = try GeoPackageSource(opening: path)
        var issues: [String] = []
        try source.inspectFiles { issues.append($0.message) }
        #expect(issues == ["2 tiles have a zoom, a column or a row that the map lacks."])
        try SQLiteConnection(writing: path).execute(
            "UPDATE t SET tile_data = x'' WHERE zoom_level = 0 AND tile_column = 0")
        let emptied = try GeoPackageSource(opening: path)
        try emptied.forEachStoredTile { _, _ in Issue.record("no tile is left") }
        #expect(
            emptied.warnings.suffix(2) == [
                "1 tile has no bytes, and counts as absent.",
                "2 tiles have a zoom, a column or a row that the map lacks, and are left out.",
            ])
    }
}
