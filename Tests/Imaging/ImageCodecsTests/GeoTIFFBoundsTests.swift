import Georeferencing
import TestSupport
import TestLimits
import Testing

@testable import ImageCodecs

/// Reads GeoTIFFs written by hand after the OGC standard.
@Suite(.timeLimited) struct GeoTIFFBoundsTests {
    /// A little-endian TIFF of 20 × 10 pixels without pixel data, with the given tags of doubles and with GeoTIFF keys.
    private func tiff(_ doubles: [Int: [Double]], keys: [Int]?) -> [UInt8] {
        func little(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        var entries: [(tag: Int, type: Int, count: Int, bytes: [UInt8])] = [
            (256, 3, 1, little(20, 2)), (257, 3, 1, little(10, 2)),
        ]
        for (tag, values) in doubles.sorted(by: { $0.key < $1.key }) {
            entries.append(
                (
                    tag, 12, values.count,
                    values.flatMap { little(Int(bitPattern: UInt(truncatingIfNeeded: $0.bitPattern)), 8) }
                ))
        }
        if let keys {
            entries.append((34735, 3, keys.count, keys.flatMap { little($0, 2) }))
        }
        var directory: [UInt8] = []
        var data: [UInt8] = []
        let dataStart = 8 + 2 + 12 * entries.count + 4
        for entry in entries {
            directory += little(entry.tag, 2) + little(entry.type, 2) + little(entry.count, 4)
            if entry.bytes.count <= 4 {
                directory += entry.bytes + Array(repeating: 0, count: 4 - entry.bytes.count)
            } else {
                directory += little(dataStart + data.count, 4)
                data += entry.bytes
            }
        }
        return Array("II*\0".utf8) + little(8, 4) + little(entries.count, 2) + directory + little(0, 4) + data
    }

    private func bounds(_ doubles: [Int: [Double]], keys: [Int]?) throws -> GeoBounds? {
        try GeoBounds.readGeoTIFF(.bytes(tiff(doubles, keys: keys), name: "map.tif"))
    }

    /// A GeoKeyDirectory of version 1.1.
    private func keys(_ values: [(Int, Int)]) -> [Int] {
        [1, 1, 0, values.count] + values.flatMap { [$0.0, 0, 1, $0.1] }
    }

    private var webMercator: [Int] { keys([(1024, 1), (1025, 1), (3072, 3857)]) }
    private var wgs84: [Int] { keys([(1024, 2), (1025, 1), (2048, 4326)]) }
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

    @Test func `a transformation matrix without rotation gives the bounds`() throws {
        let matrix: [Double] = [0.5, 0, 0, 11, 0, -0.25, 0, 48, 0, 0, 0, 0, 0, 0, 0, 1]
        #expect(
            try bounds([34264: matrix], keys: wgs84)
                == GeoBounds(west: 11, south: 45.5, east: 21, north: 48, crs: .wgs84))
    }

    @Test func `with pixel-is-point coordinates the image starts half a pixel earlier`() throws {
        let points = keys([(1024, 2), (1025, 2), (2048, 4326)])
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
            message(placed, keys([(1024, 1), (3072, 25832)]))
                == "map.tif: its coordinate system is EPSG:25832; only EPSG:3857 and EPSG:4326 are read. "
                + "Warp it first: gdalwarp -t_srs EPSG:3857 in.tif out.tif.")
        #expect(message(placed, keys([(1024, 2), (2048, 4269)])).contains("EPSG:4269"))
        #expect(message(placed, keys([(1024, 1), (3072, 32767)])).contains("is not given"))
        #expect(message(placed, nil).contains("is not given"))
        let turned: [Double] = [0.5, 0.1, 0, 11, 0, -0.25, 0, 48, 0, 0, 0, 0, 0, 0, 0, 1]
        #expect(message([34264: turned], wgs84).contains("rotated"))
        #expect(message([33550: [1, -1, 0], 33922: [0, 0, 0, 0, 0, 0]], wgs84).contains("rotated"))
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
        let whole = tiff(placed, keys: wgs84)
        for length in 0..<whole.count {
            _ = try? GeoBounds.readGeoTIFF(.bytes(Array(whole.prefix(max(1, length))), name: "a"))
        }
    }

    private func georeference(_ doubles: [Int: [Double]], keys: [Int]) throws -> RasterGeoreference? {
        try RasterGeoreference.readGeoTIFF(.bytes(tiff(doubles, keys: keys), name: "map.tif"))
    }

    @Test func `an image in any system, rotated or not, has a georeference`() throws {
        #expect(
            try georeference(placed, keys: keys([(1024, 1), (3072, 25832)]))
                == RasterGeoreference(
                    crs: "EPSG:25832",
                    transform: Geotransform(origin: (11, 48), column: (0.5, 0), row: (0, -0.25))))
        let turned: [Double] = [0.5, 0.1, 0, 11, 0.2, -0.25, 0, 48, 0, 0, 0, 0, 0, 0, 0, 1]
        #expect(
            try georeference([34264: turned], keys: keys([(1024, 2), (1025, 2), (2048, 4269)]))
                == RasterGeoreference(
                    crs: "EPSG:4269",
                    transform: Geotransform(origin: (10.7, 48.025), column: (0.5, 0.2), row: (0.1, -0.25))))
        #expect(try georeference([:], keys: webMercator) == nil)
    }

    @Test func `projection keys of simple methods are a definition, and others are named`() throws {
        var doubles = placed
        doubles[34736] = [49, 44, 46.5, 3, 700_000, 6_600_000]
        let lambert =
            [1, 1, 0, 10] + [1024, 0, 1, 1, 2048, 0, 1, 4258, 3072, 0, 1, 32767, 3075, 0, 1, 8]
            + [3078, 34736, 1, 0, 3079, 34736, 1, 1, 3085, 34736, 1, 2, 3084, 34736, 1, 3]
            + [3086, 34736, 1, 4, 3087, 34736, 1, 5]
        #expect(
            try georeference(doubles, keys: lambert)?.crs
                == "+proj=lcc +lat_1=49.0 +lat_2=44.0 +lat_0=46.5 +lon_0=3.0 +x_0=700000.0 +y_0=6600000.0 "
                + "+ellps=GRS80 +units=m +no_defs")
        // False eastings are in the unit of the file, and those of PROJ in meters.
        for (unit, name, offset) in [
            (9002, "ft", "+x_0=\(700_000 * 0.3048) +y_0=\(6_600_000 * 0.3048)"),
            (9003, "us-ft", "+x_0=\(700_000 * (1200.0 / 3937)) +y_0=\(6_600_000 * (1200.0 / 3937))"),
        ] {
            var feet = lambert + [3076, 0, 1, unit]
            feet[3] = 11
            let crs = try georeference(doubles, keys: feet)?.crs
            #expect(crs?.contains("\(offset) ") == true && crs?.contains("+units=\(name) ") == true, "\(crs ?? "none")")
        }
        let oblique = keys([(1024, 1), (2048, 4326), (3072, 32767), (3075, 3)])
        let error = #expect(throws: CodecError.self) { _ = try georeference(placed, keys: oblique) }
        #expect(error?.code == .unsupported && error?.message.contains("ProjMethodGeoKey is 3") == true)
    }
}
