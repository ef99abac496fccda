import Foundation
import Georeferencing
import SQLiteDatabases
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import DatabasePyramids
@testable import FilePyramids
@testable import TileStores

/// Maps whose metadata do not say what their tiles are: the tiles count.
@Suite(.timeLimited) struct MapCoverageTests: FolderReading {
    let folder: TemporaryFolder
    private static let middle = [
        MapTile(zoom: 5, column: 16, row: 10), MapTile(zoom: 5, column: 17, row: 11),
        MapTile(zoom: 6, column: 33, row: 21), MapTile(zoom: 6, column: 35, row: 23),
    ]

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Metadata, and what is said about them; the first are right.
    private static let declarations: [(zooms: (Int, Int), bounds: String, warnings: [String])] = [
        ((5, 6), "10,42,20,52", []),
        ((0, 22), "10,42,20,52", [zoomWarning("0 to 22")]),
        ((6, 6), "10,42,20,52", [zoomWarning("6 to 6")]),
        ((5, 7), "10,42,20,52", [zoomWarning("5 to 7")]),
        ((6, 5), "10,42,20,52", [zoomWarning("6 to 5")]),
        ((5, 6), "10,48,12,49", [narrowWarning("10,48,12,49")]),
        ((5, 6), "10,-52,20,-42", [narrowWarning("10,-52,20,-42")]),
        ((5, 6), "42,10,52,20", [narrowWarning("42,10,52,20")]),
        (
            (5, 6), "20,52,10,42",
            ["its bounds, 20,52,10,42, are not a region of the Earth. Those of its tiles are used."]
        ),
        ((5, 6), "0,0,0,0", ["its bounds, 0,0,0,0, are not a region of the Earth. Those of its tiles are used."]),
        ((5, 6), "-180,-85,180,85", []),
    ]

    private static func zoomWarning(_ zooms: String) -> String {
        "its metadata name the zooms \(zooms), but its tiles have the zooms 5 to 6. The tiles count."
    }

    private static func narrowWarning(_ bounds: String) -> String {
        "its bounds, \(bounds), leave out tiles that it has. The bounds of all its tiles are used."
    }

    @Test(arguments: declarations.indices)
    func `every tile of an MBTiles file is part of the map, whatever its metadata say`(number: Int) throws {
        let (zooms, bounds, warnings) = Self.declarations[number]
        let path = folder.path("map.mbtiles")
        let connection = try SQLiteConnection(writing: path)
        try connection.execute(
            """
            CREATE TABLE metadata (name text, value text);
            INSERT INTO metadata VALUES ('name', 'n'), ('format', 'png'), ('minzoom', '\(zooms.0)'),
                ('maxzoom', '\(zooms.1)'), ('bounds', '\(bounds)');
            CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
            CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
            """)
        for tile in Self.middle {
            try connection.statement("INSERT INTO tiles VALUES (?, ?, ?, x'89504E47')")
                .run(.integer(tile.zoom), .integer(tile.column), .integer(tile.tmsRow))
        }
        connection.close()
        try check(MBTilesSource(opening: path), warnings)
    }

    @Test(arguments: declarations.indices)
    func `every tile of a PMTiles file is part of the map, whatever its header says`(number: Int) throws {
        let (zooms, bounds, warnings) = Self.declarations[number]
        var bytes = PMTilesBytes()
        bytes.zooms = (UInt8(zooms.0), UInt8(zooms.1))
        bytes.tileType = 2
        bytes.tiles = [0x89, 0x50, 0x4E, 0x47]
        bytes.bounds = bounds.split(separator: ",").map { Int32((Double($0) ?? 0) * 1e7) }
        bytes.counts = [4, 4, 1]
        let ids = Self.middle.map { PMTilesTileID.id(of: $0) }.sorted()
        bytes.root = PMTilesDirectory.bytes(
            of: ids.map { PMTilesDirectory.Entry(id: $0, offset: 0, length: 4, runLength: 1) }[...])
        try folder.write(bytes.data, to: "map.pmtiles")
        try check(PMTilesSource(opening: folder.path("map.pmtiles")), warnings)
    }

    @Test(arguments: declarations.indices)
    func `every tile of a folder is part of the map, whatever its TileJSON or metadata say`(number: Int) throws {
        let (zooms, bounds, warnings) = Self.declarations[number]
        let names = Self.middle.map { "\($0.zoom)/\($0.column)/\($0.row).png" }
        try write(
            names, "tiles.json",
            """
            {"tilejson": "3.0.0", "tiles": ["{z}/{x}/{y}.png"], "minzoom": \(zooms.0), "maxzoom": \(zooms.1),
            "bounds": [\(bounds)]}
            """)
        try check(source(), warnings)
        try folder.remove("p/tiles.json")
        try write(
            [], "metadata.json",
            "{\"name\": \"n\", \"minzoom\": \"\(zooms.0)\", \"maxzoom\": \"\(zooms.1)\", \"bounds\": \"\(bounds)\"}")
        try check(source(), warnings)
        #expect(try source().properties.contains(PyramidProperty("name", "n")))
    }

    private func check(_ source: some PyramidSource, _ warnings: [String]) throws {
        #expect(source.warnings == warnings)
        let set = TileMatrixSet(pyramid: source.pyramid, georeference: source.georeference)
        #expect(set.zooms == 5...6)
        var found: Set<MapTile> = []
        try source.forEachStoredTile { index, _ in found.insert(set.tile(index)) }
        #expect(found == Set(Self.middle))
        for tile in Self.middle {
            #expect(try source.read(try #require(set.index(of: tile))) != nil)
        }
        let bounds = try #require(source.georeference?.bounds)
        #expect(bounds.isOnEarth && bounds.west <= 10 && bounds.east >= 20 && bounds.north >= 52 && bounds.south <= 42)
        #expect(source.pyramid.size.width <= 4 * 2 * 256, "what is shown first is the map, and not the world")
        var issues: [String] = []
        try source.inspectFiles { issues.append($0.message) }
        #expect(issues.isEmpty, "\(issues)")
    }

    @Test func `rows without bytes are absent tiles, which are counted when all tiles are visited`() throws {
        let path = folder.path("map.mbtiles")
        try SQLiteConnection(writing: path).execute(
            """
            CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
            INSERT INTO tiles VALUES (0, 0, 0, x''), (1, 0, 0, x'89504E47'), (1, 1, 1, x''), (1, 1, 0, NULL);
            """)
        let source = try MBTilesSource(opening: path)
        #expect(source.format == .png)
        #expect(try source.read(TileIndex(level: 0, column: 0, row: 0)) == nil)
        #expect(try source.storedTile(TileIndex(level: 1, column: 1, row: 0)) == nil)
        #expect(source.warnings.isEmpty)
        var count = 0
        try source.forEachStoredTile { _, _ in count += 1 }
        #expect(count == 1)
        #expect(source.warnings == ["3 tiles have no bytes, and count as absent."])
    }

    @Test func `tiles of several formats in one folder are all found, each with its own format`() throws {
        let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0])
        try writeImages(["0/0/0.png", "1/0/0.png"], side: 256)
        for name in ["1/0/1.jpg", "1/1/0.jpg", "1/1/1.jpg"] { try folder.write(jpeg, to: "p/\(name)") }
        let source = try source()
        #expect(source.format == .jpeg && source.mixesFormats)
        let (tiles, issues) = try inventory(source)
        #expect(tiles.count == 5 && tiles.values.allSatisfy { $0 == 1 } && issues.isEmpty)
        #expect(try source.read(TileIndex(level: 1, column: 0, row: 0))?.format == .png)
        #expect(try source.read(TileIndex(level: 1, column: 1, row: 1))?.format == .jpeg)
    }

    @Test func `a map that begins with the world is not searched for tiles outside of it`() throws {
        var extent = MapExtent()
        extent.add(MapTile(zoom: 0, column: 0, row: 0))
        #expect(extent.isWhole)
        extent = MapExtent()
        extent.add(MapTile(zoom: 1, column: 0, row: 0))
        #expect(!extent.isWhole)
        extent.add(MapTile(zoom: 5, column: 31, row: 31))
        #expect(extent.isWhole && extent.zooms == 1...5)
    }

    @Test func `leaf directories are read where they may have tiles outside of the bounds`() throws {
        // A root of one tile at zoom 3, and leaves with tiles of zooms 3 and 4 elsewhere.
        let tiles = [
            MapTile(zoom: 3, column: 0, row: 0), MapTile(zoom: 3, column: 7, row: 7),
            MapTile(zoom: 4, column: 15, row: 0),
        ].sorted { PMTilesTileID.id(of: $0) < PMTilesTileID.id(of: $1) }
        let leaves = tiles.map {
            PMTilesDirectory.bytes(
                of: [PMTilesDirectory.Entry(id: PMTilesTileID.id(of: $0), offset: 0, length: 4, runLength: 1)][...])
        }
        var bytes = PMTilesBytes()
        bytes.bounds = [-1_800_000_000, 800_000_000, -1_700_000_000, 850_000_000]
        bytes.zooms = (3, 3)
        bytes.counts = [3, 3, 1]
        var offset = 0
        bytes.root = PMTilesDirectory.bytes(
            of: zip(tiles, leaves).map { tile, leaf in
                defer { offset += leaf.count }
                return PMTilesDirectory.Entry(
                    id: PMTilesTileID.id(of: tile), offset: offset, length: UInt32(leaf.count), runLength: 0)
            }[...])
        bytes.leaves = Array(leaves.joined())
        try folder.write(bytes.data, to: "map.pmtiles")
        let source = try PMTilesSource(opening: folder.path("map.pmtiles"))
        let set = TileMatrixSet(pyramid: source.pyramid, georeference: source.georeference)
        #expect(set.zooms == 3...4)
        for tile in tiles { #expect(try source.read(try #require(set.index(of: tile)))?.format == .jpeg) }
        #expect(source.warnings.count == 2)
    }

    @Test func `the range of IDs is that of their tiles, for every range of a zoom`() {
        let zoom = 3
        let all = PMTilesTileID.first(of: zoom)..<PMTilesTileID.first(of: zoom + 1)
        for first in all {
            for last in stride(from: first, to: all.upperBound, by: 3) {
                let tiles = (first...last).map(PMTilesTileID.tile)
                let expected = TileRange(
                    columns: (tiles.map(\.column).min() ?? 0)..<(tiles.map(\.column).max() ?? 0) + 1,
                    rows: (tiles.map(\.row).min() ?? 0)..<(tiles.map(\.row).max() ?? 0) + 1)
                #expect(PMTilesTileID.range(of: first..<last + 1, zoom: zoom) == expected)
            }
        }
    }
}
