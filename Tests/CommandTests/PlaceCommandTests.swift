import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

/// Cuts images by what they, files beside them and options say of their place.
@Suite(.timeLimited) struct PlaceCommandTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(300, 200), to: "big.jpg")
    }

    private func run(_ arguments: String...) throws -> BuiltTool.Outcome { try BuiltTool.run(arguments, in: folder) }

    /// The bounds in the TileJSON of a folder of tiles: west, south, east and north in degrees.
    private func bounds(_ name: String) throws -> [Double]? {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder(name)).filter { $0.hasSuffix(".json") }
        let object = try JSONSerialization.jsonObject(with: Data(folder.bytes("\(name)/\(files.first ?? "")")))
        return (object as? [String: Any])?["bounds"] as? [Double]
    }

    private func areEqual(_ found: [Double]?, _ expected: [Double]) -> Bool {
        found?.count == 4 && zip(found ?? [], expected).allSatisfy { abs($0 - $1) < 1e-6 }
    }

    /// The edges of 600000, 5300000, 700000, 5400000 in UTM, by GDAL 3.6.
    private let utm = [10.3365910, 47.8222356, 11.7193585, 48.7449841]

    @Test(arguments: ["25832", "EPSG:25832", "+proj=utm +zone=32 +ellps=GRS80"])
    func `edges are in the system of --srs`(system: String) throws {
        let outcome = try run(
            "big.jpg", "-o", "map", "--layout", "xyz", "-q", "--bounds", "600000,5300000,700000,5400000", "--srs",
            system, "--format", "png")
        #expect(outcome == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        let found = try bounds("map")
        #expect(areEqual(found, utm), "\(found ?? [])")
    }

    @Test func `a world file gives the place, and --srs the system that it lacks`() throws {
        // 100 km in 300 columns and in 200 rows.
        let column = 100_000.0 / 300
        let row = -500.0
        let text = "\(column)\n0\n0\n\(row)\n\(600_000 + column / 2)\n\(5_400_000 + row / 2)\n"
        try folder.write(Data(text.utf8), to: "big.jgw")
        let refused = try run("big.jpg", "-o", "map", "--layout", "xyz", "-q")
        #expect(
            refused
                == BuiltTool.Outcome(
                    status: 65, output: "",
                    messages: "tilecut: big.jpg: its coordinate system is not given (its position is in world file "
                        + "big.jgw). Name it with --srs, such as --srs EPSG:25832. Or go on without it: --allow-loss place.\n"
                ))
        let opaque = try run("big.jpg", "-o", "map", "--layout", "xyz", "-q", "--srs", "25832")
        #expect(opaque.status == 0)
        #expect(
            opaque.messages
                == "tilecut: big.jpg: warning: the image is warped to the map, and leaves pixels outside, which jpg tiles cannot "
                + "mark; they get the color of the background. Keep them transparent with --format png.\n")
        #expect(areEqual(try bounds("map"), utm))
        let lost = try run("big.jpg", "-o", "lost", "--layout", "xyz", "-q", "--allow-loss", "place")
        #expect(
            lost
                == BuiltTool.Outcome(
                    status: 0, output: "",
                    messages: "tilecut: big.jpg: warning: its coordinate system is not given (its position is in world "
                        + "file big.jgw). Name it with --srs, such as --srs EPSG:25832.\n"))
        #expect(try run("big.jpg", "-o", "none", "--layout", "xyz", "-q", "--bounds", "none").messages == "")
    }

    /// The coordinates of the centers of gray pixels, by their value.
    private func centers(_ image: DecodedImage, _ transform: Geotransform) -> [Int: [Double]] {
        var centers: [Int: [Double]] = [:]
        for y in 0..<image.info.size.height {
            for x in 0..<image.info.size.width {
                let point = transform.coordinate(x: Double(x) + 0.5, y: Double(y) + 0.5)
                centers[image.pixel(x, y)[0]] = [point.x, point.y].map { ($0 * 1000).rounded() / 1000 }
            }
        }
        return centers
    }

    @Test(arguments: 1...8, [[], ["--cog"], ["--no-autorotate"]])
    func `a TIFF of turned pixels has their places`(orientation: Int, options: [String]) throws {
        var page = TIFFFixture(width: 12, height: 7) { x, y, _ in UInt64(16 * y + x) }
        page.tags = [
            274: .shorts([orientation]), 33550: .doubles([10, 20, 0]),
            33922: .doubles([0, 0, 0, 500_000, 5_500_000, 0]),
            34735: .shorts([1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32633]),
        ]
        try folder.write(page.encoded(), to: "scan.tif")
        let arguments = ["scan.tif", "-o", "copy.tif", "-q", "--format", "png"] + options
        #expect(try BuiltTool.run(arguments, in: folder) == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        let copy = try DecodedImage(openImage(.file(folder("copy.tif"))))
        let isTurned = orientation > 4 && !options.contains("--no-autorotate")
        #expect(copy.info.size.width == (isTurned ? 7 : 12))
        let stored = Geotransform(origin: (500_000, 5_500_000), column: (10, 0), row: (0, -20))
        var decoding = DecodeOptions()
        decoding.autorotate = false
        let source = try DecodedImage(openImage(.file(folder("scan.tif")), options: decoding))
        let place = try #require(try StatedGeoreference.read(.file(folder("copy.tif")))).georeference
        #expect(place.crs == "EPSG:32633" && centers(copy, place.transform) == centers(source, stored))
    }

    /// Two channels in UTM, whose pixels are 10 m wide.
    private func writeScene(_ name: String) throws {
        var page = TIFFFixture(width: 120, height: 70) { x, y, channel in UInt64(channel == 0 ? 10 * x : 20 * y) }
        page.bits = 16
        page.samplesPerPixel = 2
        page.extraSamples = [0]
        page.tags = [
            33550: .doubles([10, 10, 0]), 33922: .doubles([0, 0, 0, 500_000, 5_500_000, 0]),
            34735: .shorts([1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32633]),
        ]
        try folder.write(page.encoded(), to: name)
    }

    @Test func `an OME-Zarr keeps its place as a map and as a TIFF`() throws {
        try writeScene("scene.tif")
        #expect(try run("scene.tif", "-o", "scene.ome.zarr", "-q").status == 0)
        for (image, map) in [("scene.tif", "tiff"), ("scene.ome.zarr", "zarr")] {
            let outcome = try run(image, "-o", map, "--layout", "xyz", "-q", "--format", "png")
            #expect(outcome == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        }
        #expect(areEqual(try bounds("zarr"), try #require(try bounds("tiff"))))
        #expect(try run("convert", "scene.ome.zarr", "converted", "--layout", "xyz", "-q").status == 0)
        #expect(areEqual(try bounds("converted"), try #require(try bounds("tiff"))))
        #expect(try run("scene.ome.zarr", "-o", "copy.tif", "-q", "--format", "png").status == 0)
        let place = try #require(try StatedGeoreference.read(.file(folder("copy.tif")))).georeference
        #expect(place.crs == "EPSG:32633")
        #expect(place.transform == Geotransform(origin: (500_000, 5_500_000), column: (10, 0), row: (0, -10)))
        let other = try run("scene.ome.zarr", "-o", "other", "--layout", "xyz", "-q", "--srs", "nothing")
        #expect(other.status == 65 && other.messages.contains("its place is not known (the request): "))
    }

    @Test func `a TIFF with smaller levels that cannot be placed says why`() throws {
        #expect(try run("big.jpg", "-o", "map.tif", "-q", "--tile-size", "64", "--bounds", "8,47,9,48").status == 0)
        // GTModelTypeGeoKey: from geographic to geocentric.
        var bytes = Array(try folder.bytes("map.tif"))
        let key: [UInt8] = [0, 4, 0, 0, 1, 0, 2, 0]
        let start = try #require((0..<bytes.count - 8).first { Array(bytes[$0..<$0 + 8]) == key })
        bytes[start + 6] = 3
        try folder.write(Data(bytes), to: "map.tif")
        let outcome = try run("map.tif", "-o", "map", "--layout", "xyz", "-q")
        #expect(outcome.status == 65)
        #expect(
            outcome.messages
                == "tilecut: map.tif: its coordinate system is not read: GTModelTypeGeoKey is 3, geocentric. Name it with "
                + "--srs, such as --srs EPSG:25832. Or go on without it: --allow-loss place.\n")
        #expect(try run("map.tif", "-o", "map", "--layout", "xyz", "-q", "--srs", "4326").messages == "")
        #expect(areEqual(try bounds("map"), [8, 47, 9, 48]))
    }

    @Test func `a warning names the system that --srs replaces, and an error the option for a wrong one`() throws {
        try writeScene("scene.tif")
        try folder.write(TestImage.jpeg(30, 20), to: "small.jpg")
        let map = ["-o", "map", "--layout", "xyz", "-q", "--format", "png", "--force"]
        let same = try BuiltTool.run(["scene.tif", "--srs", "32633"] + map, in: folder)
        #expect(same == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        let other = try BuiltTool.run(["scene.tif", "--srs", "25832"] + map, in: folder)
        #expect(
            other
                == BuiltTool.Outcome(
                    status: 0, output: "",
                    messages:
                        "tilecut: scene.tif: warning: the file names the coordinate system WGS 84 / UTM zone 33N, and "
                        + "EPSG:25832 is used in its place. Leave --srs out to use that of the file.\n"))
        let degrees = try BuiltTool.run(["scene.tif", "--srs", "EPSG:4326"] + map, in: folder)
        #expect(
            degrees
                == BuiltTool.Outcome(
                    status: 64, output: "",
                    messages:
                        "tilecut: scene.tif: its position from 500000.0, 5499300.0 to 501200.0, 5500000.0 is not a place on the "
                        + "Earth in EPSG:4326. Name its coordinate system with --srs.\n"))
        let reversed = try BuiltTool.run(["small.jpg", "--bounds", "14,52,13,53", "--zoom", "3"] + map, in: folder)
        #expect(
            reversed
                == BuiltTool.Outcome(
                    status: 0, output: "",
                    messages:
                        "tilecut: small.jpg: warning: the bounds begin east of where they end, and go across the 180th "
                        + "meridian around 100% of the Earth. Correct their order, west,south,east,north, if that is not meant.\n"
                ))
        let across = try BuiltTool.run(["small.jpg", "--bounds", "170,52,-170,53", "--zoom", "3"] + map, in: folder)
        #expect(across == BuiltTool.Outcome(status: 0, output: "", messages: ""))
    }

    @Test func `the identity as a transform is not a place, and a mirrored image is not rotated`() throws {
        let keys = TIFFFixture.Value.shorts([1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32633])
        var page = TIFFFixture(width: 12, height: 7) { x, y, _ in UInt64(16 * y + x) }
        page.tags = [34264: .doubles([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]), 34735: keys]
        try folder.write(page.encoded(), to: "identity.tif")
        let warning =
            "its transform is 0, 1, 0, 0, 0, 1 (GeoTIFF tags), which stands for none: it counts as not georeferenced."
        let outcome = try run("identity.tif", "-o", "map", "--layout", "xyz", "-q")
        #expect(
            outcome
                == BuiltTool.Outcome(status: 0, output: "", messages: "tilecut: identity.tif: warning: \(warning)\n"))
        #expect(try bounds("map") == nil)
        let info = try run("info", "identity.tif")
        #expect(!info.output.contains("EPSG:32633") && (info.output + info.messages).contains(warning))
        page.tags = [34264: .doubles([10, 0, 0, 500_000, 0, 10, 0, 5_500_000, 0, 0, 0, 0, 0, 0, 0, 1]), 34735: keys]
        try folder.write(page.encoded(), to: "mirrored.tif")
        #expect(try run("info", "mirrored.tif").output.contains("Transform: mirrored: "))
    }

    @Test func `a system that is unknown, or of another planet, is an error that names it`() throws {
        let edges = ["-o", "map", "--layout", "xyz", "-q", "--bounds", "1,2,3,4", "--srs"]
        let unknown = try BuiltTool.run(["big.jpg"] + edges + ["EPSG:99999"], in: folder)
        #expect(unknown.status != 0 && unknown.messages.contains("the coordinate system EPSG:99999 is not known"))
        let moon = try BuiltTool.run(["big.jpg"] + edges + ["IAU_2015:30100"], in: folder)
        #expect(moon.status != 0 && moon.messages.contains("cannot be transformed from IAU_2015:30100 to EPSG:3857"))
        let placeless = try run("big.jpg", "-o", "map", "--layout", "xyz", "-q", "--srs", "25832")
        #expect(
            placeless.messages
                == "tilecut: big.jpg: nothing says where it lies in EPSG:25832. Name its edges with --bounds, or leave "
                + "--srs out.\n")
    }
}
