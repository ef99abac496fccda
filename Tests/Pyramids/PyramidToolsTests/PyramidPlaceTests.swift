import Foundation
import Georeferencing
import PyramidTools
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores

/// The positions of pyramids on the Earth, as reports have them.
@Suite(.timeLimited) struct PyramidPlaceTests {
    private let fixture: PyramidFixture

    init() throws { fixture = try PyramidFixture() }

    /// A reduced copy, which makes a pyramid of a tiled page.
    private var half: TIFFFixture {
        var half = TIFFFixture(width: 32, height: 32) { x, y, _ in UInt64((x + y) & 255) }
        half.tile = (32, 32)
        half.tags = [254: .longs([1])]
        return half
    }

    private func report(_ opened: OpenedPyramid) throws -> PyramidReport {
        var report = try PyramidReport(opened)
        #expect(report.place == nil && report.nodata == nil)
        report.addPlace(of: opened)
        return report
    }

    @Test(arguments: ["map.pmtiles", "map.mbtiles", "map.gpkg", "xyz", "tms"])
    func `maps have the system, the bounds, the transform and the zooms of Web Mercator`(name: String) throws {
        let formats: [String: PyramidFormat] = ["xyz": .xyz, "tms": .tms]
        let format = try #require(formats[name] ?? PyramidFormats.standard.format(forOutput: name))
        var target = PyramidTarget(format)
        let bounds = GeoBounds(west: 6, south: 46, east: 11, north: 48, crs: .wgs84)
        target.georeference = Georeference(zoom: 7, bounds: bounds)
        let range = TileRange(columns: 33..<34, rows: 22..<23)
        let pyramid = TileMatrixSet(range, zooms: 6...7, tileSize: PixelSize(width: 256, height: 256)).pyramid
        let store = try target.makeStore(at: fixture.folder.path(name), pyramid: pyramid, format: .png)
        for index in pyramid.indices {
            let tile = PNGFixture(width: 256, height: 256) { _, _, _ in 9 }.encoded()
            try store.write(tile.span.bytes, format: .png, at: index)
        }
        try store.finish()
        let place = try #require(try report(fixture.open(name)).place)
        #expect(place.georeference.crs == "EPSG:3857" && place.zooms == 6...7)
        let edges = try #require(place.bounds).edges
        // The other formats of this list state the edges in their own way.
        if ["map.pmtiles", "xyz"].contains(name) {
            #expect(zip(edges, bounds.edges).allSatisfy { abs($0 - $1) < 1e-5 }, "\(edges)")
        }
        let transform = place.georeference.transform
        // Column 33 of 64, and half of the meters of a pixel at zoom 6.
        #expect(abs(transform.originX - WebMercator.originShift / 32) < 1e-6)
        #expect(
            abs(transform.columnX - WebMercator.originShift / 16384) < 1e-9
                && abs(transform.columnX + transform.rowY) < 1e-9)
    }

    @Test func `a TIFF has its own system, and the value of pixels without data`() throws {
        var image = GeoTIFFFixture(epsg: 32633, corner: (400_000, 5_500_000), pixel: 10, width: 300, height: 200)
        image.tileSide = 64
        try fixture.folder.write(Data(image.encoded()), to: "utm.tif")
        let utm = try report(fixture.open("utm.tif"))
        let place = try #require(utm.place)
        #expect(place.georeference.crs.contains("32633") && place.zooms == nil && utm.nodata == nil)
        #expect(place.georeference.transform.originX == 400_000 && place.georeference.transform.rowY == -10)
        let edges = try #require(place.bounds).edges
        // The corners of the image, by PROJ.
        #expect(zip(edges, [13.61, 49.62, 13.66, 49.65]).allSatisfy { abs($0 - $1) < 0.01 }, "\(edges)")
        var page = TIFFFixture(width: 64, height: 64) { x, y, _ in UInt64((x + y) & 255) }
        page.tile = (32, 32)
        page.tags = [42113: .text("7")]
        try fixture.folder.write(Data(TIFFFixture.encode([page, half])), to: "nodata.tif")
        let plain = try report(fixture.open("nodata.tif"))
        #expect(plain.place == nil && plain.nodata == "7" && plain.warnings.isEmpty)
    }

    @Test func `a place that cannot be read is a warning`() throws {
        var page = TIFFFixture(width: 64, height: 64) { x, y, _ in UInt64((x + y) & 255) }
        page.tile = (32, 32)
        page.tags = [
            33922: .doubles([0, 0, 0, 10, 50, 0, 40, 30, 0, 11, 49, 0]),
            34735: .shorts([1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]),
        ]
        try fixture.folder.write(Data(TIFFFixture.encode([page, half])), to: "points.tif")
        let report = try report(fixture.open("points.tif"))
        #expect(report.place == nil && report.warnings.count == 1)
        #expect(report.warnings[0].hasPrefix("its place is not known: it is georeferenced by 2 control points"))
    }

    @Test func `an image without a place has none`() async throws {
        try fixture.makeImage(100, 80)
        let report = try report(await fixture.cut())
        #expect(report.place == nil && report.nodata == nil && report.warnings.isEmpty)
    }
}
