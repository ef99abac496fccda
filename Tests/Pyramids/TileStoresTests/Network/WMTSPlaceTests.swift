import Georeferencing
import TestLimits
import Testing
import TilePyramid

@testable import RemotePyramids
@testable import TileContainers
@testable import TileStores

/// The places of tile matrices in other systems than Web Mercator.
@Suite(.timeLimited) struct WMTSPlaceTests {
    private func matrix(_ corner: [Double], scale: Double, columns: Int = 4, rows: Int = 2) -> WMTSCapabilities.Matrix {
        WMTSCapabilities.Matrix(
            identifier: "2", scaleDenominator: scale, corner: corner, tileWidth: 256, tileHeight: 256, columns: columns,
            rows: rows)
    }

    private func origin(_ place: RasterGeoreference) -> [Double] { [place.transform.originX, place.transform.originY] }

    private func place(
        _ matrix: WMTSCapabilities.Matrix, _ crs: String, within bounds: GeoBounds? = nil,
        from first: PixelOffset = .zero
    ) throws -> RasterGeoreference {
        try RasterGeoreference(
            of: matrix, from: first, in: ReferenceSystemName(crs), within: bounds, path: "http://localhost/wmts")
    }

    /// The scale of 180 / 512 degrees.
    private let scale = 139_770_566.007_179_28

    @Test(arguments: [
        ("urn:ogc:def:crs:EPSG::4326", [90.0, -180]), ("EPSG:4326", [-180, 90]),
        ("urn:ogc:def:crs:OGC:1.3:CRS84", [-180, 90]), ("http://www.opengis.net/def/crs/EPSG/0/4326", [90, -180]),
        ("epsg:4326", [-180, 90]), ("urn:x-ogc:def:crs:EPSG:6.9:4326", [90, -180]),
        ("urn:ogc:def:crs:epsg:4326", [90, -180]),
        ("[EPSG:4326]", [-180, 90]), ("CRS:84", [-180, 90]), ("urn:ogc:def:crs:OGC:2:84", [-180, 90]),
        ("https://www.opengis.net/def/crs/OGC/1.3/CRS84", [-180, 90]), ("OGC:CRS84", [-180, 90]),
        ("http://www.opengis.net/gml/srs/epsg.xml#4326", [-180, 90]),
    ])
    func `degrees have the order of axes that their name says`(_ crs: String, _ corner: [Double]) throws {
        let place = try place(matrix(corner, scale: scale), crs)
        #expect(place.crs == "EPSG:4326")
        #expect(origin(place) == [-180, 90])
        #expect(abs(place.transform.columnX - 0.3515625) < 1e-12)
        #expect(place.transform.rowY == -place.transform.columnX)
    }

    @Test func `the region of the layer corrects an order that a server has exchanged`() throws {
        let bounds = GeoBounds(west: 5, south: 45, east: 11, north: 48, crs: .wgs84)
        for corner in [[90.0, -180], [-180, 90]] {
            let place = try place(matrix(corner, scale: scale), "urn:ogc:def:crs:EPSG::4326", within: bounds)
            #expect(origin(place) == [-180, 90])
        }
    }

    @Test func `a region that is larger than the matrix, with its middle beyond it, decides as well`() throws {
        let bounds = GeoBounds(west: 5, south: 45, east: 15, north: 55, crs: .wgs84)
        for corner in [[2_420_000.0, 1_350_000], [1_350_000, 2_420_000]] {
            let place = try place(matrix(corner, scale: 10_000 / 0.28), "EPSG:2056", within: bounds)
            #expect(origin(place) == [2_420_000, 1_350_000])
        }
    }

    @Test func `meters are those of the system`() throws {
        let swiss = try place(matrix([2_420_000, 1_350_000], scale: 10_000 / 0.28), "urn:ogc:def:crs:EPSG::2056")
        #expect(origin(swiss) == [2_420_000, 1_350_000])
        #expect(abs(swiss.transform.columnX - 10) < 1e-9)
        // ETRS89-extended / LAEA Europe has the north first.
        let europe = try place(matrix([5_500_000, 900_000], scale: 10_000 / 0.28), "urn:ogc:def:crs:EPSG::3035")
        #expect(origin(europe) == [900_000, 5_500_000])
        // US survey feet.
        let feet = try place(matrix([0, 1_000_000], scale: 10_000 / 0.28), "EPSG:2263")
        #expect(abs(feet.transform.columnX - 32.80833333333333) < 1e-9)
    }

    @Test(arguments: [
        "urn:ogc:def:crs:EPSG::3857", "urn:ogc:def:crs:EPSG:6.18:3:3857", "urn:ogc:def:crs:EPSG:6.18.3:3857",
        "epsg:3857", "EPSG:900913", "http://www.opengis.net/def/crs/EPSG/0/3857", "urn:ogc:def:crs:EPSG:3785",
        "ESRI:102100",
    ])
    func `Web Mercator has many names`(_ crs: String) {
        let system = ReferenceSystemName(crs)
        #expect(system.isWebMercator && system.crs == "EPSG:3857" && system.definition == "EPSG:3857")
    }

    @Test(arguments: [
        "", ":", "urn:", "urn:ogc:def:crs:", "http://", "/def/crs/", "http:/def/crs/", "#", "EPSG:", "EPSG:-1", "[",
        "[]",
    ])
    func `names without a sense are kept as they are`(_ crs: String) {
        let system = ReferenceSystemName(crs)
        #expect(!system.isWebMercator && system.number == nil && system.definition == crs && system.text == crs)
    }

    @Test func `an image that begins within the matrix has its own origin`() throws {
        let place = try place(
            matrix([2_420_000, 1_350_000], scale: 10_000 / 0.28), "EPSG:2056", from: PixelOffset(x: 3, y: 7))
        #expect(place.crs == "EPSG:2056" && origin(place) == [2_420_030, 1_349_930])
    }

    @Test func `a region beyond the matrix, and an unknown system, are errors`() throws {
        let bounds = GeoBounds(west: -100, south: 30, east: -90, north: 40, crs: .wgs84)
        let faults = [
            ("urn:ogc:def:crs:EPSG::2056", "does not lie in the tile matrix \"2\" in urn:ogc:def:crs:EPSG::2056."),
            ("urn:ogc:def:crs:EPSG::99999", "the coordinate system EPSG:99999 is not known"),
        ]
        for (crs, reason) in faults {
            let error = try #require(throws: StoreError.self) {
                try place(matrix([2_420_000, 1_350_000], scale: 10_000), crs, within: bounds)
            }
            #expect(error.message.hasPrefix("the place of its tiles cannot be found: "))
            #expect(error.message.contains(reason), "\(error.message)")
        }
    }
}
