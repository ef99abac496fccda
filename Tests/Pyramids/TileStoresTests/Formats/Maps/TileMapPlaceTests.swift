import Foundation
import Georeferencing
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// Tiles of TMS in other systems than Web Mercator, as gdal2tiles and others make them.
@Suite(.timeLimited) struct TileMapPlaceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Opens a folder of tiles with a descriptor.
    private func open(
        _ tiles: [String], srs: String, profile: String, box: [Double], origin: [Double], unitsPerPixel: [Int: Double]
    ) throws -> LayoutSource {
        let sets = unitsPerPixel.sorted { $0.key < $1.key }.map {
            "<TileSet href=\"\($0.key)\" units-per-pixel=\"\($0.value)\" order=\"\($0.key)\"/>"
        }
        let text = """
            <TileMap version="1.0.0"><Title>t</Title><SRS>\(srs)</SRS>
            <BoundingBox minx="\(box[0])" miny="\(box[1])" maxx="\(box[2])" maxy="\(box[3])"/>
            <Origin x="\(origin[0])" y="\(origin[1])"/>
            <TileFormat width="256" height="256" mime-type="image/png" extension="png"/>
            <TileSets profile="\(profile)">\(sets.joined())</TileSets></TileMap>
            """
        try folder.write(Data(text.utf8), to: "map/tilemapresource.xml")
        let tile = Data(PNGFixture(width: 256, height: 256) { x, y, _ in (x + y) & 255 }.encoded())
        for name in tiles { try folder.write(tile, to: "map/\(name).png") }
        return try LayoutSource(opening: folder.path("map"), as: .tms)
    }

    private func corner(_ place: RasterGeoreference) -> [Double] { [place.transform.originX, place.transform.originY] }

    private let place = [13.614831, 49.554455, 13.824896, 49.646556]

    /// The units per pixel of gdal2tiles for the profile "geodetic", with and without `--tmscompatible`.
    private let units = [6: 0.703125 / 64, 7: 0.703125 / 128]

    @Test func `the tiles decide which of the two grids of gdal2tiles is meant`() throws {
        let plain = try open(
            ["6/34/24", "7/68/49"], srs: "EPSG:4326", profile: "geodetic", box: place, origin: [place[0], place[1]],
            unitsPerPixel: units)
        let found = try #require(try plain.rasterGeoreference)
        #expect(plain.georeference == nil && found.crs == "EPSG:4326")
        // Tile 34/24 of zoom 6 is 5.625 degrees wide and high.
        #expect(corner(found) == [11.25, 50.625])
        #expect(found.transform.columnX == 0.010986328125 && found.transform.rowY == -0.010986328125)

        try FileManager.default.removeItem(atPath: folder.path("map"))
        let compatible = try open(
            ["6/68/49", "7/137/99"], srs: "EPSG:4326", profile: "geodetic", box: place, origin: [-180, -90],
            unitsPerPixel: units)
        let other = try #require(try compatible.rasterGeoreference)
        #expect(corner(other) == [11.25, 50.625])
        #expect(other.transform.columnX == 0.0054931640625)
    }

    @Test func `a finer zoom decides where both grids have the image in their corner`() throws {
        let corner = [-179.0, -89, -178, -88]
        let source = try open(
            ["0/0/0", "7/0/0", "7/1/1"], srs: "EPSG:4326", profile: "geodetic", box: corner, origin: [-180, -90],
            unitsPerPixel: [0: 0.703125, 7: 0.703125 / 128])
        // From 1 to 2 degrees: tile 0 of 2.8125 degrees, or 0 and 1 of 1.40625.
        #expect(try source.rasterGeoreference?.transform.columnX == 0.0054931640625)
    }

    @Test func `tiles of another system lie where the origin and the scale say`() throws {
        let source = try open(
            ["3/2/1", "4/4/3"], srs: "EPSG:25832", profile: "local", box: [492_100, 5_406_100, 492_900, 5_407_000],
            origin: [490_000, 5_405_000], unitsPerPixel: [3: 4, 4: 2])
        let found = try #require(try source.rasterGeoreference)
        #expect(found.crs == "EPSG:25832")
        #expect(corner(found) == [492_048, 5_407_048])
        #expect(found.transform.columnX == 2)
    }

    @Test func `of zooms that are not halved the finest is used, with a warning`() throws {
        // Zoom 4 has a fifth of the pixels' side of zoom 3, not half of it.
        let source = try open(
            ["3/1/1", "4/4/3", "4/5/3"], srs: "EPSG:25832", profile: "local",
            box: [492_048, 5_406_536, 493_072, 5_407_048], origin: [490_000, 5_405_000], unitsPerPixel: [3: 10, 4: 2])
        let found = try #require(try source.rasterGeoreference)
        #expect(corner(found) == [492_048, 5_407_048] && found.transform.columnX == 2)
        #expect(
            source.pyramid.levels.count == 1 && source.pyramid.size.width == 512 && source.pyramid.size.height == 256)
        #expect(
            source.warnings == [
                "its units-per-pixel are not halved from each zoom to the next, so that only its finest zoom, 4, is used."
            ])
    }

    @Test func `the tiles of an image keep its system`() throws {
        let source = try open(
            ["0/0/0"], srs: "PROJCS[\"WGS 84 / UTM zone 33N\",AUTHORITY[\"EPSG\",\"32633\"]]", profile: "raster",
            box: [400_000, 5_493_000, 402_000, 5_494_000], origin: [400_000, 5_493_000], unitsPerPixel: [0: 10])
        #expect(
            try source.rasterGeoreference
                == RasterGeoreference(
                    crs: "PROJCS[\"WGS 84 / UTM zone 33N\",AUTHORITY[\"EPSG\",\"32633\"]]",
                    transform: Geotransform(origin: (400_000, 5_494_000), column: (10, 0), row: (0, -10))))
    }

    @Test func `tiles that do not lie where the descriptor says have no place, which is an error`() throws {
        let source = try open(
            ["6/3/24"], srs: "EPSG:4326", profile: "geodetic", box: place, origin: [-180, -90], unitsPerPixel: units)
        #expect(source.georeference == nil)
        let error = try #require(throws: StoreError.self) { try source.rasterGeoreference }
        #expect(error.message.hasPrefix("its tiles are in EPSG:4326, and what it says of their place does not fit"))
    }

    @Test func `an image without a system has no place`() throws {
        let source = try open(
            ["0/0/0"], srs: "", profile: "raster", box: [0, 0, 200, 100], origin: [0, 0], unitsPerPixel: [0: 1])
        #expect(try source.rasterGeoreference == nil && source.georeference == nil)
    }
}
