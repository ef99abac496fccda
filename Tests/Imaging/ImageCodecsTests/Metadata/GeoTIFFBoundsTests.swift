import Georeferencing
import ImageMetadata
import TestSupport
import TestLimits
import Testing

@testable import ImageCodecs

/// Reads GeoTIFFs written by hand after the OGC standard.
@Suite(.timeLimited) struct GeoTIFFBoundsTests {
    private func bounds(_ doubles: [Int: [Double]], keys: [Int]?) throws -> GeoBounds? {
        try GeoBounds.readGeoTIFF(.bytes(GeoTIFFFile.bytes(doubles, keys: keys), name: "map.tif"))
    }

    private var webMercator: [Int] { GeoTIFFFile.keys([(1024, 1), (1025, 1), (3072, 3857)]) }
    private var wgs84: [Int] { GeoTIFFFile.keys([(1024, 2), (1025, 1), (2048, 4326)]) }
    private let placed: [Int: [Double]] = [33550: [0.5, 0.25, 0], 33922: [0, 0, 0, 11, 48, 0]]

    @Test func `a pixel scale and a tiepoint give the bounds`() throws {
        #expect(
            try bounds(placed, keys: wgs84)
                == GeoBounds(west: 11, south: 45.5, east: 21, north: 48, crs: .wgs84))
        // The tiepoint need not be the first pixel.
        #expect(
            try bounds([33550: [100, 100, 0], 33922: [4, 2, 0, 1400, 3800, 0]], keys: webMercator)
                == GeoBounds(west: 1000, south: 3000, east: 3000, north: 4000, crs: .webMercator))
    }

    @Test func `the sign of a negative height is ignored, with a warning`() throws {
        let scale: [Int: [Double]] = [33550: [0.5, -0.25, 0], 33922: [0, 0, 0, 11, 48, 0]]
        #expect(try bounds(scale, keys: wgs84) == bounds(placed, keys: wgs84))
        let file = ImageInput.bytes(GeoTIFFFile.bytes(scale, keys: wgs84), name: "map.tif")
        #expect(
            try StatedGeoreference.read(file)?.warnings == [
                "its ModelPixelScaleTag has a negative height, which is read as a positive one."
            ])
    }

    @Test func `a transformation matrix without rotation gives the bounds`() throws {
        let matrix: [Double] = [0.5, 0, 0, 11, 0, -0.25, 0, 48, 0, 0, 0, 0, 0, 0, 0, 1]
        #expect(
            try bounds([34264: matrix], keys: wgs84)
                == GeoBounds(west: 11, south: 45.5, east: 21, north: 48, crs: .wgs84))
    }

    @Test func `with pixel-is-point coordinates the image starts half a pixel earlier`() throws {
        let points = GeoTIFFFile.keys([(1024, 2), (1025, 2), (2048, 4326)])
        #expect(
            try bounds(placed, keys: points)
                == GeoBounds(west: 10.75, south: 45.625, east: 20.75, north: 48.125, crs: .wgs84))
    }

    @Test func `an image that is not georeferenced has no bounds`() throws {
        #expect(try bounds([:], keys: nil) == nil)
        #expect(try bounds([:], keys: wgs84) == nil)
        #expect(try GeoBounds.readGeoTIFF(.bytes([0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0], name: "a.jpg")) == nil)
    }

    @Test func `another coordinate system is an error that tells how to warp the image`() {
        func message(_ doubles: [Int: [Double]], _ keys: [Int]?) -> String {
            let error = #expect(throws: CodecError.self) { _ = try bounds(doubles, keys: keys) }
            #expect(error?.code == .unsupported)
            return error?.description ?? ""
        }
        #expect(
            message(placed, GeoTIFFFile.keys([(1024, 1), (3072, 25832)]))
                == "map.tif: its coordinate system is EPSG:25832; only EPSG:3857 and EPSG:4326 are read. "
                + "Warp it first: gdalwarp -t_srs EPSG:3857 in.tif out.tif.")
        #expect(message(placed, GeoTIFFFile.keys([(1024, 2), (2048, 4269)])).contains("EPSG:4269"))
        #expect(message(placed, GeoTIFFFile.keys([(1024, 1), (3072, 32767)])).contains("GTModelTypeGeoKey is 1"))
        #expect(message(placed, nil).contains("is not given"))
        let turned: [Double] = [0.5, 0.1, 0, 11, 0, -0.25, 0, 48, 0, 0, 0, 0, 0, 0, 0, 1]
        #expect(message([34264: turned], wgs84).contains("rotated"))
        #expect(message([33922: Array(repeating: 1, count: 24)], wgs84).contains("control points"))
    }

    @Test func `damaged keys and numbers give an error or no bounds, and never a trap`() {
        for keys in [[], [1], [1, 1, 0, 60_000], [1, 1, 0, 3, 1024, 0], [1, 1, 0, 1, 3072, 34737, 5, 0]] as [[Int]] {
            #expect(throws: CodecError.self) { _ = try bounds(placed, keys: keys) }
        }
        for scale in [[Double.nan, 1, 0], [.infinity, 1, 0], [1e308, 1e308, 0], [0, 0, 0]] {
            #expect(throws: CodecError.self) {
                _ = try bounds([33550: scale, 33922: [5, 5, 0, 1e308, 0, 0]], keys: wgs84)
            }
        }
        #expect(throws: CodecError.self) {
            var doubles = placed
            doubles[34735] = [1, 1, .nan, .infinity, 3072, 0, 1, 1e300]
            _ = try bounds(doubles, keys: nil)
        }
        let whole = GeoTIFFFile.bytes(placed, keys: wgs84)
        for length in 0..<whole.count {
            _ = try? GeoBounds.readGeoTIFF(.bytes(Array(whole.prefix(max(1, length))), name: "a"))
        }
    }

    private func georeference(_ doubles: [Int: [Double]], keys: [Int]) throws -> RasterGeoreference? {
        try RasterGeoreference.readGeoTIFF(.bytes(GeoTIFFFile.bytes(doubles, keys: keys), name: "map.tif"))
    }

    @Test func `an image in any system, rotated or not, has a georeference`() throws {
        #expect(
            try georeference(placed, keys: GeoTIFFFile.keys([(1024, 1), (3072, 25832)]))
                == RasterGeoreference(
                    crs: "EPSG:25832",
                    transform: Geotransform(origin: (11, 48), column: (0.5, 0), row: (0, -0.25))))
        let turned: [Double] = [0.5, 0.1, 0, 11, 0.2, -0.25, 0, 48, 0, 0, 0, 0, 0, 0, 0, 1]
        #expect(
            try georeference([34264: turned], keys: GeoTIFFFile.keys([(1024, 2), (1025, 2), (2048, 4269)]))
                == RasterGeoreference(
                    crs: "EPSG:4269",
                    transform: Geotransform(origin: (10.7, 48.025), column: (0.5, 0.2), row: (0.1, -0.25))))
        #expect(try georeference([:], keys: webMercator) == nil)
    }
}
