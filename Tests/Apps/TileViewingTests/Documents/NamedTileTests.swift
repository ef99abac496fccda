import Foundation
import SQLiteDatabases
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import DatabasePyramids
@testable import FilePyramids
@testable import TileStores

/// Pyramids on disk whose descriptions name files and addresses: neither is opened or requested.
@Suite(.timeLimited) struct NamedTileTests {
    private let stage: NamedFileStage

    init() throws { stage = try NamedFileStage() }

    @Test func `a Deep Zoom descriptor names neither a folder nor an address, and its format no path`() throws {
        try stage.folder.write(Data(NamedFileStage.blue), to: "a_files/3/0_0.png")
        // A folder by which a path out of the pyramid exists.
        try stage.folder.write(Data(), to: "a_files/3/0_0.x/empty")
        let size = #"<Size Width="8" Height="8"/>"#
        let start = #"<Image xmlns="http://schemas.microsoft.com/deepzoom/2008" TileSize="8" Overlap="0""#
        for name in stage.names(of: "named/red.png") + ["x/../../../named/red.png"] {
            try stage.write("\(start) Format=\"\(name)\">\(size)</Image>", to: "a.dzi")
            #expect(try stage.expectNothingNamed(inPyramid: "a.dzi", "format \(name)") == 0)
            for document in [
                "\(start) Format=\"png\" Url=\"\(name)\" ServerFormat=\"\(name)\">\(size)</Image>",
                "<!DOCTYPE Image SYSTEM \"\(name)\">\(start) Format=\"png\">\(size)</Image>",
                "<!DOCTYPE Image [<!ENTITY a SYSTEM \"\(name)\">]>\(start) Format=\"png\">\(size)&a;</Image>",
                "<Collection xmlns=\"http://schemas.microsoft.com/deepzoom/2008\" MaxLevel=\"3\" TileSize=\"8\" Format=\"png\">"
                    + "<Items><I Id=\"0\" N=\"0\" Source=\"\(name)\">\(size)</I></Items></Collection>",
            ] {
                try stage.write(document, to: "a.dzi")
                try stage.expectNothingNamed(inPyramid: "a.dzi", document)
            }
        }
        try stage.write("\(start) Format=\"png\" Url=\"named\">\(size)</Image>", to: "a.dzi")
        #expect(try stage.expectNothingNamed(inPyramid: "a.dzi", "its own tiles") == 1)
    }

    @Test func `Zoomify names nothing`() throws {
        try stage.folder.write(Data(NamedFileStage.blue), to: "z/TileGroup0/0-0-0.jpg")
        let properties = #"WIDTH="8" HEIGHT="8" NUMTILES="1" NUMIMAGES="1" VERSION="1.8" TILESIZE="256""#
        for name in stage.names(of: "named/red.png") {
            for document in [
                "<IMAGE_PROPERTIES \(properties) IMAGEPATH=\"\(name)\" TILESOURCE=\"\(name)\"/>",
                "<!DOCTYPE a [<!ENTITY a SYSTEM \"\(name)\">]><IMAGE_PROPERTIES \(properties)>&a;</IMAGE_PROPERTIES>",
            ] {
                try stage.write(document, to: "z/ImageProperties.xml")
                try stage.expectNothingNamed(inPyramid: "z", document)
                try stage.expectNothingNamed(inPyramid: "z/ImageProperties.xml", document)
            }
        }
    }

    @Test func `TMS, TileJSON and IIIF on disk name nothing, and their tiles lie beside them`() throws {
        for name in ["t/0/0/0.png", "i/0,0,8,8/8,8/0/default.png", "i/full/8,8/0/default.png"] {
            try stage.folder.write(Data(NamedFileStage.blue), to: name)
        }
        var tiles = 0
        for name in stage.names(of: "named") + stage.names(of: "named/red.png") + ["../named/red.png", "../named"] {
            for text in [
                #"{"tilejson": "3.0.0", "tiles": ["\#(name)/{z}/{x}/{y}.png"], "minzoom": 0, "maxzoom": 0}"#,
                #"{"tilejson": "3.0.0", "tiles": ["\#(name)?{z}/{x}/{y}.png"], "minzoom": 0, "maxzoom": 0}"#,
                #"{"tilejson": "3.0.0", "tiles": ["{z}/{x}/{y}.png"], "data": ["\#(name)"], "grids": ["\#(name)"], "#
                    + #""legend": "<img src='\#(name)'>", "template": "\#(name)", "minzoom": 0, "maxzoom": 0}"#,
            ] {
                try stage.write(text, to: "t/tiles.json")
                tiles += try stage.expectNothingNamed(inPyramid: "t", text)
                tiles += try stage.expectNothingNamed(inPyramid: "t/tiles.json", text)
            }
            try stage.folder.remove("t/tiles.json")
            let map = """
                <TileMap version="1.0.0" tilemapservice="\(name)"><Title/><SRS>EPSG:3857</SRS>
                <BoundingBox minx="-20037508.34" miny="-20037508.34" maxx="20037508.34" maxy="20037508.34"/>
                <Origin x="-20037508.34" y="-20037508.34"/>
                <TileFormat width="256" height="256" mime-type="image/png" extension="png"/>
                <TileSets profile="mercator"><TileSet href="\(name)" units-per-pixel="156543.03392" order="0"/></TileSets></TileMap>
                """
            for text in [map, map.replacing(#"extension="png""#, with: #"extension="\#(name)""#)] {
                try stage.write(text, to: "t/tilemapresource.xml")
                tiles += try stage.expectNothingNamed(inPyramid: "t", text)
            }
            try stage.folder.remove("t/tilemapresource.xml")
            let text =
                #"{"@context": "http://iiif.io/api/image/3/context.json", "id": "\#(name)", "type": "ImageService3", "#
                + #""protocol": "http://iiif.io/api/image", "profile": "level0", "width": 8, "height": 8, "#
                + #""tiles": [{"width": 8, "scaleFactors": [1]}], "service": [{"id": "\#(name)"}], "seeAlso": [{"id": "\#(name)"}]}"#
            try stage.write(text, to: "i/info.json")
            tiles += try stage.expectNothingNamed(inPyramid: "i", text)
        }
        #expect(tiles > 10)
    }

    @Test func `PMTiles name nothing in their metadata`() throws {
        for name in stage.names(of: "named/red.png") {
            let tile = NamedFileStage.blue
            let metadata = Array(
                #"{"tiles": ["\#(name)"], "data": ["\#(name)"], "attribution": "<img src='\#(name)'>", "tilejson": "3.0.0"}"#
                    .utf8)
            // One entry: ID 0, a run of 1, the length as a variable number, and offset 0.
            let root: [UInt8] = [1, 0, 1, UInt8(tile.count & 127 | 128), UInt8(tile.count >> 7), 1]
            var header = PMTilesHeader()
            header.root = .init(offset: PMTilesHeader.length, length: root.count)
            header.metadata = .init(offset: header.root.end, length: metadata.count)
            header.leaves = .init(offset: header.metadata.end, length: 0)
            header.tiles = .init(offset: header.metadata.end, length: tile.count)
            header.internalCompression = .none
            header.tileType = 2
            header.addressedTiles = 1
            header.tileEntries = 1
            header.tileContents = 1
            try stage.folder.write(Data(header.bytes + root + metadata + tile), to: "a.pmtiles")
            #expect(try stage.expectNothingNamed(inPyramid: "a.pmtiles", name) == 1)
        }
    }

    /// Makes a database of statements.
    private func make(_ name: String, _ statements: [String]) throws {
        try? stage.folder.remove(name)
        let connection = try SQLiteConnection(writing: stage.folder.path(name))
        for statement in statements { try connection.execute(statement) }
    }

    @Test func `databases attach no other, whatever names their schema has, and call no functions`() throws {
        let blue = NamedFileStage.blue.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let metadata = "CREATE TABLE metadata (name text, value text); INSERT INTO metadata VALUES ('format', 'png')"
        for name in stage.names(of: "named/red.png") {
            let table = "t\"; ATTACH DATABASE '\(name)' AS x; --"
            let quoted = table.replacing("\"", with: "\"\"")
            let columns = "0 AS zoom_level, 0 AS tile_column, 0 AS tile_row"
            for statements in [
                ["CREATE VIEW tiles AS SELECT \(columns), readfile('\(name)') AS tile_data"],
                ["CREATE VIEW tiles AS SELECT \(columns), load_extension('\(name)') AS tile_data"],
                ["CREATE VIEW tiles AS SELECT \(columns), edit('\(name)') AS tile_data"],
                [
                    "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data AS (readfile('\(name)')))",
                    "PRAGMA user_version = 1",
                ],
                [
                    "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)", "PRAGMA writable_schema = 1",
                    "UPDATE sqlite_master SET sql = 'CREATE VIRTUAL TABLE tiles USING csv(filename=''\(name)'')' "
                        + "WHERE name = 'tiles'",
                ],
                [
                    "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)",
                    "INSERT INTO tiles VALUES (0, 0, 0, x'\(blue)')",
                    "INSERT INTO metadata VALUES ('name', '\(name)'), ('template', '\(name)'), ('json', '{\"tiles\": [\"\(name)\"]}')",
                    "CREATE TABLE \"\(quoted)\" (a)", "CREATE TEMP TABLE other (a)",
                ],
            ] {
                // A generated column may not call functions that are not known.
                guard (try? make("a.mbtiles", [metadata] + statements)) != nil else { continue }
                try stage.expectNothingNamed(inPyramid: "a.mbtiles", "\(statements)")
            }
            try make(
                "a.gpkg",
                [
                    "PRAGMA application_id = 1196444487", "PRAGMA user_version = 10300",
                    GeoPackageSchema.tables,
                    "CREATE TABLE \"\(quoted)\" (id INTEGER PRIMARY KEY, zoom_level, tile_column, tile_row, tile_data)",
                    "INSERT INTO \"\(quoted)\" VALUES (1, 0, 0, 0, x'\(blue)')",
                    "INSERT INTO gpkg_contents VALUES ('\(table.replacing("'", with: "''"))', 'tiles', '\(name)', '\(name)', "
                        + "'2026-01-01T00:00:00Z', -20037508.34, -20037508.34, 20037508.34, 20037508.34, 3857)",
                    "INSERT INTO gpkg_tile_matrix_set VALUES ('\(table.replacing("'", with: "''"))', 3857, -20037508.34, "
                        + "-20037508.34, 20037508.34, 20037508.34)",
                    "INSERT INTO gpkg_tile_matrix VALUES ('\(table.replacing("'", with: "''"))', 0, 1, 1, 8, 8, 5009377.085, "
                        + "5009377.085)",
                ])
            #expect(try stage.expectNothingNamed(inPyramid: "a.gpkg", table) == 1)
        }
    }
}
