import Foundation
import Georeferencing
import TestLimits
import Testing
import TilePyramid

@testable import MapProjections

@Suite(.timeLimited) struct CoordinateTransformTests {
    /// Coordinates by `gdaltransform` of GDAL 3.6 with PROJ 9.1.
    static let places: [(crs: String, longitude: Double, latitude: Double, x: Double, y: Double)] = [
        ("EPSG:32632", 10.98, 47.42, 649344.49925004, 5253739.36931772),
        ("EPSG:2154", 2.5, 47.25, 662182.838539607, 6683419.11102748),
        ("EPSG:2056", 7.75, 46.9, 2623725.5836446, 1194367.93986694),
        ("EPSG:3031", 45, -72.5, 1354633.64197594, 1354633.64197594),
        ("EPSG:31467", 10.98, 47.42, 3649480.38690455, 5255401.69186473),
        ("+proj=utm +zone=32 +datum=WGS84", 10.98, 47.42, 649344.49925004, 5253739.36931772),
    ]

    @Test(arguments: places.indices)
    func `coordinates are those of PROJ, longitude first, there and back`(index: Int) throws {
        let place = Self.places[index]
        var x = [place.longitude]
        var y = [place.latitude]
        try CoordinateTransform(from: "EPSG:4326", to: place.crs).transform(&x, &y)
        // A millimeter; grids of datum shifts that a system may have move coordinates by up to a few meters.
        let tolerance = place.crs == "EPSG:31467" ? 5 : 0.001
        #expect(abs(x[0] - place.x) < tolerance && abs(y[0] - place.y) < tolerance, "\(x[0]), \(y[0])")
        try CoordinateTransform(from: place.crs, to: "EPSG:4326").transform(&x, &y)
        #expect(abs(x[0] - place.longitude) < 1e-7 && abs(y[0] - place.latitude) < 1e-7)
    }

    @Test func `points outside of the domain are NaN, and the others are not affected`() throws {
        var x = [0, 0, .nan, 10]
        var y = [45, 95, 0, 50] as [Double]
        try CoordinateTransform(from: "EPSG:4326", to: "EPSG:3857").transform(&x, &y)
        #expect(x[0] == 0 && abs(y[0] - 5621521.486192066) < 1e-3)
        #expect(x[1].isNaN && y[1].isNaN && x[2].isNaN && y[2].isNaN)
        #expect(abs(x[3] - 1113194.9079327357) < 1e-3)
    }

    @Test func `an unknown system is an error that names it`() {
        for crs in ["EPSG:99999", "no such system", "+proj=nothing", ""] {
            let error = #expect(throws: GeoreferencingError.self) {
                _ = try CoordinateTransform(from: "EPSG:4326", to: crs)
            }
            #expect(error?.message.contains("the coordinate system \(crs) is not known") == true)
        }
    }

    @Test func `a missing library is an error that says what to install`() {
        let error = #expect(throws: GeoreferencingError.self) { try ProjLibrary.load(["libnone.so.1"]).get() }
        #expect(error?.message.contains("libnone.so.1") == true)
        #expect(error?.message.hasSuffix("Install it: libproj25.") == true)
    }

    @Test func `longitudes of a source go on beyond 180 degrees, and from 0 to 360`() throws {
        let limit = WebMercator.originShift
        // Pixels of 100 km from 1,000 km west of the meridian.
        let output = RasterGeoreference(
            crs: "EPSG:3857",
            transform: Geotransform(origin: (limit - 1_000_000, 0), column: (100_000, 0), row: (0, -100_000)))
        let degrees = 100_000 / limit * 180
        for (first, width) in [(160.0, 40), (0, 360), (-200, 40)] {
            let source = RasterGeoreference(
                crs: "EPSG:4167", transform: Geotransform(origin: (first, 0), column: (1, 0), row: (0, -1)))
            let mapping = try PixelMapping(from: output, to: source, sourceWidth: width)
            var x = [0.0, 10, 20]
            var y = [0.0, 0, 0]
            mapping.map(&x, &y)
            let meridian = first < 0 ? -180 - first : 180 - first
            for (found, expected) in zip(x, [meridian - 10 * degrees, meridian, meridian + 10 * degrees]) {
                #expect(abs(found - expected) < 1e-6)
            }
        }
    }

    @Test func `a footprint goes around the Earth where the image has a pole in it`() throws {
        let limit = WebMercator.originShift
        let polar = RasterGeoreference(
            crs: "EPSG:3031",
            transform: Geotransform(origin: (-3_000_000, 3_000_000), column: (6000, 0), row: (0, -6000)))
        let footprint = try RasterFootprint(
            of: polar, size: PixelSize(width: 1000, height: 1000), in: "EPSG:3857",
            limits: (-limit, -limit, limit, limit))
        #expect(footprint.west == -limit && footprint.east == limit && footprint.south == -limit)
        // The corners are the farthest from the pole.
        var x = [3_000_000.0]
        var y = [3_000_000.0]
        try CoordinateTransform(from: "EPSG:3031", to: "EPSG:3857").transform(&x, &y)
        #expect(abs(footprint.north - y[0]) < 1)
    }

    @Test func `an image across the 180th meridian goes on beyond the map, and one around the Earth has all of it`()
        throws
    {
        let limit = WebMercator.originShift
        func footprint(_ crs: String, _ origin: (x: Double, y: Double), pixel: Double) throws -> RasterFootprint {
            try RasterFootprint(
                of: RasterGeoreference(
                    crs: crs, transform: Geotransform(origin: origin, column: (pixel, 0), row: (0, -pixel))),
                size: PixelSize(width: 200, height: 100), in: "EPSG:3857", limits: (-limit, -limit, limit, limit))
        }
        // Fiji in UTM zone 60 south, of which the meridian is 320 km from the center.
        let fiji = try footprint("EPSG:32760", (700_000, 8_100_000), pixel: 1000)
        var x = [900_000.0]
        var y = [8_000_000.0]
        try CoordinateTransform(from: "EPSG:32760", to: "EPSG:3857").transform(&x, &y)
        #expect(x[0] < -limit + 200_000)
        #expect(abs(fiji.east - (x[0] + 2 * limit)) < 10_000 && fiji.west > limit - 200_000)
        // A pixel of 1 km is stretched by the latitude, 17° 39' south at the center, and by the distance from the zone's middle.
        #expect(abs(fiji.shorterPixelSide - 1000 / cos(17.65 * .pi / 180)) < 5)
        #expect(abs(fiji.pixelSide - fiji.shorterPixelSide) < 5)
        #expect(try footprint("EPSG:32760", (500_000, 8_100_000), pixel: 1000).east < limit)
        // The whole Earth in an equidistant projection around 150° east.
        for north in [9_000_000, 10_018_754] {
            let origin = (-20_037_508.0, Double(north))
            let world = try footprint("+proj=eqc +lon_0=150 +datum=WGS84", origin, pixel: 200_375)
            #expect(world.west == -limit && world.east == limit)
        }
    }
}
