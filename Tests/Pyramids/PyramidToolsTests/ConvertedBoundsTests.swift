import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import TestSupport
import TestLimits
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import PyramidTools

@Suite(.timeLimited) struct ConvertedBoundsTests {
    private let fixture: PyramidFixture

    init() throws {
        fixture = try PyramidFixture()
        try fixture.makeImage(100, 70)
    }

    private func convert(_ opened: OpenedPyramid, to name: String, _ target: PyramidTarget) async throws -> [String] {
        var options = ConversionOptions()
        options.target = target
        let plan = try ConversionPlan(opened, options: options)
        let store = try plan.target.makeStore(at: fixture.folder.path(name), pyramid: plan.pyramid, format: plan.format)
        _ = try await plan.convert(into: store)
        return plan.warnings
    }

    /// Returns whether bounds are equal within a millimeter.
    private func areEqual(_ first: GeoBounds?, _ second: GeoBounds) -> Bool {
        guard let first, first.crs == second.crs else { return false }
        let edges = [first.west, first.south, first.east, first.north]
        return zip(edges, [second.west, second.south, second.east, second.north]).allSatisfy { abs($0 - $1) < 0.001 }
    }

    @Test func `map tiles become a georeferenced TIFF, which can be converted again`() async throws {
        // Tiles 327/791 to 328/792 of zoom 11, all of them.
        for name in ["327/791", "327/792", "328/791", "328/792"] {
            let image = PNGFixture(width: 256, height: 256) { x, y, channel in (x + y + 40 * channel) & 255 }
            try fixture.folder.write(Data(image.encoded()), to: "map/11/\(name).png")
        }
        let warnings = try await convert(fixture.open("map"), to: "map.tif", PyramidTarget(.tiff))
        #expect(warnings == [])
        // The sides of a tile of zoom 11 are 40075016.68557849 / 2048 meters.
        let side = 40_075_016.685_578_49 / 2048
        let half = 20_037_508.342_789_244
        let expected = GeoBounds(
            west: 327 * side - half, south: half - 793 * side, east: 329 * side - half, north: half - 791 * side,
            crs: .webMercator)
        #expect(areEqual(try GeoBounds.readGeoTIFF(.file(fixture.folder.path("map.tif"))), expected))
        _ = try await convert(fixture.open("map.tif"), to: "again.tif", PyramidTarget(.tiff))
        #expect(areEqual(try GeoBounds.readGeoTIFF(.file(fixture.folder.path("again.tif"))), expected))
        #expect(
            try await convert(fixture.open("map.tif"), to: "map.dzi", PyramidTarget())
                == ["the new pyramid is not georeferenced."])
    }

    @Test func `an image without georeference becomes a TIFF without one`() async throws {
        #expect(try await convert(fixture.cut(), to: "new.tif", PyramidTarget(.tiff)) == [])
        #expect(try GeoBounds.readGeoTIFF(.file(fixture.folder.path("new.tif"))) == nil)
    }
}
