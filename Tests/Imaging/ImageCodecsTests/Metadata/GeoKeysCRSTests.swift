import Georeferencing
import ImageMetadata
import MapProjections
import TestLimits
import Testing

@testable import ImageCodecs

/// Reads coordinate systems that GeoTIFFs define themselves; places are those of GDAL 3.6 with PROJ 9.1.
@Suite(.timeLimited) struct GeoKeysCRSTests {
    /// A GeoTIFF with keys of codes and numbers, whose upper left corner is at a coordinate.
    private func crs(
        _ codes: [(Int, Int)], _ numbers: [(Int, [Double])] = [], text: [(Int, String)] = []
    ) throws -> String? {
        var keys = [(Int, [Int])]()
        var doubles = [Double]()
        var characters = ""
        keys += codes.map { ($0.0, [0, 1, $0.1]) }
        for (key, values) in numbers {
            keys.append((key, [34736, values.count, doubles.count]))
            doubles += values
        }
        for (key, value) in text {
            keys.append((key, [34737, value.utf8.count + 1, characters.utf8.count]))
            characters += value + "|"
        }
        keys.sort { $0.0 < $1.0 }
        var tags: [Int: [Double]] = [33550: [1, 1, 0], 33922: [0, 0, 0, 0, 0, 0]]
        if !doubles.isEmpty { tags[34736] = doubles }
        let bytes = GeoTIFFFile.bytes(
            tags, keys: [1, 1, 0, keys.count] + keys.flatMap { [$0.0] + $0.1 }, text: text.isEmpty ? nil : characters)
        return try RasterGeoreference.readGeoTIFF(.bytes(bytes, name: "map.tif"))?.crs
    }

    /// The longitude and latitude of a coordinate.
    private func place(_ x: Double, _ y: Double, in crs: String?) throws -> (Double, Double) {
        var x = [x]
        var y = [y]
        try CoordinateTransform(from: #require(crs), to: "EPSG:4326").transform(&x, &y)
        return (x[0], y[0])
    }

    private struct Example: Sendable {
        var name: String
        var codes: [(Int, Int)]
        var numbers: [(Int, [Double])] = []
        var at: (Double, Double) = (500_000, 5_000_000)
        var expected: (Double, Double)
    }

    private static let user = 32_767
    private static let projected = [(1024, 1), (3072, user)]
    private static let wgs84 = projected + [(2048, 4326), (3074, user), (3076, 9001)]
    private static let bessel = projected + [(2048, user), (2056, 7004), (3074, user), (3075, 1), (3076, 9001)]

    private static let examples = [
        Example(
            name: "UTM 33N", codes: projected + [(2048, 4326), (3074, 16033), (3076, 9001)],
            expected: (15, 45.153477183)),
        Example(
            name: "UTM 10S", codes: projected + [(2048, 4326), (3074, 16110), (3076, 9001)], at: (500_000, 9_000_000),
            expected: (-123, -9.046562464)),
        Example(
            name: "state plane of 1983, in feet", codes: projected + [(2048, 4269), (3074, 10431), (3076, 9003)],
            at: (6_561_666, 1_640_416), expected: (-122.000002356, 39.333331503)),
        Example(
            name: "unit of 20 cm", codes: projected + [(2048, 4326), (3074, user), (3075, 1), (3076, user)],
            numbers: [(3077, [0.2]), (3080, [15]), (3081, [0]), (3082, [2_500_000]), (3083, [0]), (3092, [0.9996])],
            at: (2_500_000, 25_000_000), expected: (15, 45.153477183)),
        Example(
            name: "axes of an ellipsoid",
            codes: projected + [(2048, user), (2050, user), (2056, user), (3074, user), (3075, 1), (3076, 9001)],
            numbers: [
                (2057, [6_377_397.155]), (2059, [299.1528128]), (3080, [15]), (3081, [0]), (3082, [500_000]),
                (3083, [0]), (3092, [0.9996]),
            ], expected: (15, 45.158039761)),
        Example(
            name: "datum by its code", codes: bessel + [(2050, 6314)],
            numbers: [(3080, [9]), (3081, [0]), (3082, [3_500_000]), (3083, [0]), (3092, [1])],
            at: (3_500_000, 5_400_000), expected: (8.998975485, 48.737534874)),
        Example(
            name: "shift to WGS 84", codes: bessel,
            numbers: [
                (2062, [598.1, 73.7, 418.2, 0.202, 0.045, -2.455, 6.7]), (3080, [9]), (3081, [0]),
                (3082, [3_500_000]), (3083, [0]), (3092, [1]),
            ], at: (3_500_000, 5_400_000), expected: (8.998970820, 48.737539256)),
        Example(
            name: "sinusoidal on the sphere of MODIS",
            codes: projected + [(2048, user), (2056, user), (3074, user), (3075, 24), (3076, 9001)],
            numbers: [(2057, [6_371_007.181]), (2058, [6_371_007.181]), (3080, [0]), (3082, [0]), (3083, [0])],
            at: (1_111_950, 5_559_752), expected: (15.557229254, 49.999994615)),
        Example(
            name: "Robinson", codes: wgs84 + [(3075, 23)], numbers: [(3080, [10]), (3082, [0]), (3083, [0])],
            at: (400_000, 5_000_000), expected: (14.778126348, 46.858386261)),
        Example(
            name: "polyconic", codes: wgs84 + [(3075, 22)],
            numbers: [(3080, [-54]), (3081, [0]), (3082, [5_000_000]), (3083, [10_000_000])],
            at: (5_100_000, 8_000_000), expected: (-53.055330809, -18.079166676)),
        Example(
            name: "polar stereographic with a scale", codes: wgs84 + [(3075, 15)],
            numbers: [(3081, [90]), (3082, [0]), (3083, [0]), (3092, [0.994]), (3095, [-45])],
            at: (400_000, -2_000_000), expected: (-33.690067526, 71.778046572)),
        Example(
            name: "polar stereographic with a parallel", codes: wgs84 + [(3075, 15)],
            numbers: [(3081, [-71]), (3082, [0]), (3083, [0]), (3092, [1]), (3095, [0])],
            at: (400_000, 2_000_000), expected: (11.309932474, -71.386966946)),
        Example(
            name: "oblique Mercator", codes: wgs84 + [(3075, 3)],
            numbers: [
                (3082, [100_000]), (3083, [200_000]), (3088, [10]), (3089, [45]), (3093, [0.9998]), (3094, [30]),
                (3096, [30]),
            ], at: (120_000, 4_900_000), expected: (-21.962525127, 40.356496215)),
        Example(
            name: "oblique Mercator around its center", codes: wgs84 + [(3075, 9815)],
            numbers: [
                (3082, [100_000]), (3083, [200_000]), (3088, [10]), (3089, [45]), (3093, [0.9998]), (3094, [30]),
                (3096, [30]),
            ], at: (120_000, 210_000), expected: (10.254104233, 45.089717940)),
        Example(
            name: "Albers in feet", codes: projected + [(2048, 4269), (3074, user), (3075, 11), (3076, 9003)],
            numbers: [(3078, [29.5]), (3079, [45.5]), (3080, [-96]), (3081, [23]), (3082, [0]), (3083, [0])],
            at: (300_000, 4_500_000), expected: (-94.984552640, 35.395984181)),
        Example(
            name: "Mercator with a parallel", codes: wgs84 + [(3075, 7)],
            numbers: [(3078, [42]), (3080, [51]), (3082, [0]), (3083, [0])], at: (400_000, 4_000_000),
            expected: (55.827958034, 43.601215987)),
        Example(
            name: "cylindrical equal area", codes: wgs84 + [(3075, 28)],
            numbers: [(3078, [30]), (3080, [0]), (3082, [0]), (3083, [0])], at: (400_000, 4_000_000),
            expected: (4.145667124, 33.127907374)),
        Example(
            name: "a code in another unit", codes: [(1024, 1), (3072, 32633), (3076, 9002)],
            at: (500_000 / 0.3048, 5_000_000 / 0.3048), expected: (15, 45.153477183)),
        Example(
            name: "a code with other parameters", codes: [(1024, 1), (3072, 32633), (3075, 1)],
            numbers: [(3080, [12]), (3081, [0]), (3082, [500_000]), (3083, [0]), (3092, [0.9996])],
            expected: (12, 45.153477183)),
        Example(
            name: "a geographic system with a shift", codes: [(1024, 2), (2048, user), (2054, 9102), (2056, 7004)],
            numbers: [(2062, [598.1, 73.7, 418.2])], at: (9, 50), expected: (8.999710299, 49.998857962)),
        Example(
            name: "grads from Paris", codes: [(1024, 2), (2048, 4807), (2054, 9105)], at: (1, 54),
            expected: (3.236545603, 48.599937723)),
    ]

    @Test(arguments: examples.indices)
    func `a system that keys define is where GDAL has it, to a centimeter`(index: Int) throws {
        let example = Self.examples[index]
        let found = try place(example.at.0, example.at.1, in: crs(example.codes, example.numbers))
        #expect(
            abs(found.0 - example.expected.0) < 1e-7 && abs(found.1 - example.expected.1) < 1e-7,
            "\(example.name): \(found)")
    }

    @Test func `a code stays a code, also beside the parameters that it stands for`() throws {
        #expect(try crs([(1024, 1), (3072, 25832), (3076, 9001)]) == "EPSG:25832")
        #expect(try crs([(1024, 1), (3072, 3857), (3076, 9001)]) == "EPSG:3857")
        #expect(try crs([(1024, 1), (3072, 3785)]) == "EPSG:3857")
        #expect(try crs([(1024, 1), (3072, 2263), (3076, 9003)]) == "EPSG:2263")
        #expect(
            try crs(
                [(1024, 1), (3072, 32633), (3075, 1), (3076, 9001)],
                [(3080, [15]), (3081, [0]), (3082, [500_000]), (3083, [0]), (3092, [0.9996])]) == "EPSG:32633")
        #expect(try crs([(1024, 2), (2048, 4326), (2054, 9102)]) == "EPSG:4326")
        #expect(try crs([(1024, 1), (3072, 25832), (4096, 5783)]) == "EPSG:25832")
    }

    private static let sphere =
        "PROJCS[\"WGS_1984_Web_Mercator_Auxiliary_Sphere\",GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\","
        + "SPHEROID[\"WGS_1984\",6378137.0,298.257223563]],PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\","
        + "0.0174532925199433]],PROJECTION[\"Mercator_Auxiliary_Sphere\"],PARAMETER[\"False_Easting\",0.0],"
        + "PARAMETER[\"False_Northing\",0.0],PARAMETER[\"Central_Meridian\",0.0],PARAMETER[\"Standard_Parallel_1\","
        + "0.0],PARAMETER[\"Auxiliary_Sphere_Type\",0.0],UNIT[\"Meter\",1.0]]"
    private static let mollweide =
        "PROJCS[\"World_Mollweide\",GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,"
        + "298.257223563]],PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]],PROJECTION[\"Mollweide\"],"
        + "PARAMETER[\"False_Easting\",0.0],PARAMETER[\"False_Northing\",0.0],PARAMETER[\"Central_Meridian\",0.0],"
        + "UNIT[\"Meter\",1.0]]"

    @Test(arguments: [1024, 1026, 3073]) func `well-known text of Esri is read from citations`(key: Int) throws {
        let codes = [(1024, Self.user), (2048, 4326)]
        let citation = key == 1024 ? 3073 : key
        #expect(try crs(codes, text: [(citation, "ESRI PE String = \(Self.sphere)")]) == "EPSG:3857")
        let found = try crs([(1024, 1), (3072, Self.user)], text: [(citation, "ESRI PE String = \(Self.mollweide)")])
        let (longitude, latitude) = try place(400_000, 5_000_000, in: found)
        #expect(abs(longitude - 4.795259802) < 1e-7 && abs(latitude - 41.894152151) < 1e-7, "\(longitude), \(latitude)")
    }

    @Test(
        arguments: [
            ([(1024, 1), (2048, 4326), (3072, user), (3074, user), (3075, 4)], "ProjMethodGeoKey is 4"),
            ([(1024, 1), (3072, 54_030)], "ProjectedCRSGeoKey is 54030, a private code"),
            ([(1024, 3), (2048, 4978)], "GTModelTypeGeoKey is 3, geocentric"),
            ([(1024, 1), (2048, 4326)], "GTModelTypeGeoKey is 1, projected, and no key has a projection"),
            ([(1024, user), (2048, 4326)], "GTModelTypeGeoKey is 32767"),
            ([(1024, 7), (2048, 4326)], "GTModelTypeGeoKey is 7"),
            ([(1024, 2), (2048, user)], "GeodeticCRSGeoKey is 32767, and no key has the axes of an ellipsoid"),
            ([(1024, 1), (3072, 32633), (3076, user)], "ProjLinearUnitsGeoKey is 32767, without a size"),
        ] as [([(Int, Int)], String)])
    func `what cannot be read is named by its key and value, with both remedies`(codes: [(Int, Int)], reason: String) {
        let error = #expect(throws: CodecError.self) { _ = try crs(codes) }
        #expect(
            error?.description
                == "map.tif: its coordinate system is not read: \(reason). Name it, such as EPSG:25832. "
                + "Or allow its loss: place.")
        #expect(error?.code == .unsupported)
    }

    @Test func `the system of heights is a warning`() throws {
        let keys = GeoTIFFFile.keys([(1024, 1), (3072, 25832), (4096, 5783)])
        let bytes = GeoTIFFFile.bytes([33550: [1, 1, 0], 33922: [0, 0, 0, 0, 0, 0]], keys: keys)
        let found = try #require(try StatedGeoreference.read(.bytes(bytes, name: "map.tif")))
        #expect(found.origin == "GeoTIFF tags")
        #expect(
            found.warnings == [
                "the system of its heights (VerticalGeoKey is 5783) has no effect on the map and is not kept."
            ])
    }

    @Test func `a missing library is an error that says what to install`() {
        let error = #expect(throws: GeoKeys.Fault.self) { _ = try GeoTIFFLibrary.load("libnone.so.1").get() }
        #expect(error?.reason.contains("libnone.so.1") == true && error?.reason.hasSuffix("libgeotiff5") == true)
    }
}
