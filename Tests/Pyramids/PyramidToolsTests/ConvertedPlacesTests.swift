import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import PyramidTools

/// Pyramids in other systems than Web Mercator that become maps.
@Suite(.timeLimited) struct ConvertedPlacesTests {
    private let fixture: PyramidFixture

    init() throws {
        fixture = try PyramidFixture()
    }

    private func convert(
        _ name: String, to output: String, _ format: PyramidFormat,
        _ change: (inout ConversionOptions) -> Void = { _ in }
    ) async throws -> (opened: OpenedPyramid, warnings: [String], summary: ConversionSummary) {
        var options = ConversionOptions()
        options.target = PyramidTarget(format)
        change(&options)
        let plan = try ConversionPlan(fixture.open(name), options: options)
        let store = try plan.target.makeStore(
            at: fixture.folder.path(output), pyramid: plan.pyramid, format: plan.format)
        let summary = try await plan.convert(into: store)
        return (try fixture.open(output), plan.warnings, summary)
    }

    /// Tiles of gdal2tiles in degrees: tile 34/24 of zoom 6, from 11.25 east and 45 north to 16.875 and 50.625.
    private func writeGeodetic() throws {
        let text = """
            <TileMap version="1.0.0"><Title>t</Title><SRS>EPSG:4326</SRS>
            <BoundingBox minx="11.3" miny="45.1" maxx="16.8" maxy="50.6"/><Origin x="11.3" y="45.1"/>
            <TileFormat width="256" height="256" mime-type="image/png" extension="png"/><TileSets profile="geodetic">
            <TileSet href="6" units-per-pixel="0.010986328125" order="6"/></TileSets></TileMap>
            """
        try fixture.folder.write(Data(text.utf8), to: "geodetic/tilemapresource.xml")
        // White with one dark row, 64 pixels from the top: at a latitude of 49.22 degrees.
        let tile = PNGFixture(width: 256, height: 256) { _, y, _ in y / 2 == 32 ? 0 : 255 }
        try fixture.folder.write(Data(tile.encoded()), to: "geodetic/6/34/24.png")
    }

    @Test func `tiles in degrees are warped to their latitude`() async throws {
        try writeGeodetic()
        let (opened, warnings, summary) = try await convert("geodetic", to: "map.pmtiles", .pmtiles)
        #expect(warnings == [] && summary.copiedTiles == 0 && summary.recutTiles > 0)
        #expect(
            summary.reasons == ["the tiles are in EPSG:4326, and those of the map in Web Mercator"])
        let georeference = try #require(opened.source.georeference)
        for (edge, expected) in zip(georeference.bounds.edges, [11.25, 45, 16.875, 50.625]) {
            #expect(abs(edge - expected) < 1e-6)
        }
        let addresses = TileMatrixSet(pyramid: opened.source.pyramid, georeference: georeference)
        let matrix = TileMatrix(tileSize: 256, zoom: georeference.zoom)
        let row = Int(matrix.y(ofNorthing: WebMercator.northing(ofLatitude: 50.625 - 65 * 5.625 / 256)))
        let column = Int(matrix.x(ofEasting: WebMercator.easting(ofLongitude: 14)))
        let index = try #require(
            addresses.index(of: MapTile(zoom: georeference.zoom, column: column / 256, row: row / 256)))
        let tile = try #require(try opened.source.read(index))
        let image = try DecodedImage(openImage(.bytes(tile.bytes, name: "tile")))
        #expect(image.info.layout.channels.hasAlpha)
        let pixel = ((row % 256) * 256 + column % 256) * image.info.layout.channels.rawValue
        #expect(image.samples[pixel] < 128, "the dark row is at its latitude")
    }

    @Test(arguments: [PyramidFormat.mbtiles, .xyz, .tms])
    func `every kind of map has the tiles of a cut`(_ format: PyramidFormat) async throws {
        var image = GeoTIFFFixture(epsg: 32633, corner: (400_000, 5_500_000), pixel: 10, width: 300, height: 200)
        image.tileSide = 64
        try fixture.folder.write(Data(image.encoded()), to: "utm.tif")
        let output = format == .mbtiles ? "map.mbtiles" : "map"
        let (opened, warnings, _) = try await convert("utm.tif", to: output, format)
        #expect(warnings == [])
        var options = CutOptions()
        options.format = .fixed(.png)
        let input = ImageInput.file(fixture.folder.path("utm.tif"))
        options.rasterGeoreference = try RasterGeoreference.readGeoTIFF(input)
        let plan = try CutPlan(input, options: options)
        let store = MemoryTileStore(pyramid: plan.pyramid)
        _ = try await plan.cut(into: store)
        let addresses = TileMatrixSet(pyramid: plan.pyramid, georeference: plan.georeference)
        let converted = TileMatrixSet(pyramid: opened.source.pyramid, georeference: opened.source.georeference)
        #expect(converted.zooms.upperBound == addresses.zooms.upperBound)
        for (index, tile) in store.state.tiles {
            let own = try #require(converted.index(of: addresses.tile(index)))
            #expect(try opened.source.read(own)?.bytes == tile.bytes)
        }
    }

    @Test func `a pyramid whose pixels are those of a zoom keeps its tiles`() async throws {
        // Tiles 327/791 to 328/792 of zoom 11, all of them.
        for name in ["327/791", "327/792", "328/791", "328/792"] {
            let image = PNGFixture(width: 256, height: 256) { x, y, channel in (x + y + 40 * channel) & 255 }
            try fixture.folder.write(Data(image.encoded()), to: "map/11/\(name).png")
        }
        _ = try await convert("map", to: "map.tif", .tiff)
        let (opened, warnings, summary) = try await convert("map.tif", to: "map.pmtiles", .pmtiles)
        #expect(warnings == [] && summary.copiedTiles == 4)
        #expect(opened.source.georeference?.zoom == 11)
        let addresses = TileMatrixSet(pyramid: opened.source.pyramid, georeference: opened.source.georeference)
        let index = try #require(addresses.index(of: MapTile(zoom: 11, column: 327, row: 791)))
        #expect(try opened.source.read(index) != nil)
    }

    @Test func `a place that cannot be read is an error, unless its loss is allowed`() async throws {
        var page = TIFFFixture(width: 64, height: 64) { x, y, _ in UInt64((x + y) & 255) }
        page.tile = (32, 32)
        var half = TIFFFixture(width: 32, height: 32) { x, y, _ in UInt64((x + y) & 255) }
        half.tile = (32, 32)
        half.tags = [254: .longs([1])]
        page.tags = [
            33922: .doubles([0, 0, 0, 10, 50, 0, 40, 30, 0, 11, 49, 0]),
            34735: .shorts([1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]),
        ]
        try fixture.folder.write(Data(TIFFFixture.encode([page, half])), to: "points.tif")
        let error = await #expect(throws: CodecError.self) { try await convert("points.tif", to: "a", .xyz) }
        #expect(error?.message.hasPrefix("it is georeferenced by 2 control points") == true)
        #expect(error?.message.hasSuffix("Or allow its loss: place.") == true)
        let (opened, warnings, _) = try await convert("points.tif", to: "b", .xyz) { $0.allowedLoss = [.place] }
        #expect(opened.source.georeference == nil)
        #expect(
            warnings.count == 1 && warnings[0].hasPrefix("the new pyramid is not georeferenced: it is georeferenced by")
        )
    }

    @Test func `pyramids in different systems are not laid over each other`() async throws {
        for (name, epsg) in [("a.tif", 32633), ("b.tif", 32632)] {
            var image = GeoTIFFFixture(epsg: epsg, corner: (400_000, 5_500_000), pixel: 10, width: 128, height: 128)
            image.tileSide = 64
            try fixture.folder.write(Data(image.encoded()), to: name)
        }
        try writeGeodetic()
        _ = try await convert("geodetic", to: "map.pmtiles", .pmtiles)
        let a = try fixture.open("a.tif")
        let b = try fixture.open("b.tif")
        let error = try #require(throws: StoreError.self) { try OverlayPlan(b, over: a) }
        #expect(error.message.contains("a.tif is in EPSG:32633, and "))
        #expect(error.message.contains("b.tif in EPSG:32632, so that their pixels do not fit."))
        var image = GeoTIFFFixture(epsg: 32633, corner: (400_640, 5_500_000), pixel: 10, width: 64, height: 64)
        image.tileSide = 64
        try fixture.folder.write(Data(image.encoded()), to: "part.tif")
        // Alignment by place: 640 meters are a tile.
        let plan = try OverlayPlan(fixture.open("part.tif"), over: a)
        let finest = try #require(plan.alignment.overlay[plan.pyramid.finestLevel.index])
        #expect(finest.offset == PixelOffset(x: -1, y: 0))
    }
}
