import Foundation
import Georeferencing
import ImageMetadata
import TestLimits
import TestSupport
import Testing

@testable import ImageCodecs

/// Reads what files beside images, and boxes of JPEG 2000, say of a place.
@Suite(.timeLimited) struct StatedGeoreferenceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ text: String, _ name: String) throws { try folder.write(Data(text.utf8), to: name) }

    private func read(_ name: String, crs: String? = nil) throws -> StatedGeoreference? {
        try StatedGeoreference.read(.file(folder.path(name)), crs: crs)
    }

    private func message(_ name: String) -> String {
        let error = #expect(throws: CodecError.self) { _ = try read(name) }
        #expect(error?.code == .unsupported && error?.warning(ofLost: .place) != nil)
        return (error?.message ?? "").replacingOccurrences(of: folder.path + "/", with: "")
    }

    /// The first bytes of a JPEG: enough for an image of which only the place is read.
    private let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0, 0, 0, 0, 0, 0])
    private let world = "10\n0\n0\n-10\n600005\n5300995\n"
    private let placed = Geotransform(origin: (600_000, 5_301_000), column: (10, 0), row: (0, -10))
    private static let degrees =
        "GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,298.257223563]],"
        + "PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]]"

    // MARK: World files

    @Test(arguments: [
        ("map.jpg", "map.jgw"), ("map.jpg", "map.jpgw"), ("map.jpg", "map.wld"), ("map.jpeg", "map.jgw"),
        ("map.tiff", "map.tfw"), ("map.png", "map.pgw"), ("map.webp", "map.wpw"), ("map.jp2", "map.j2w"),
        ("map.JPG", "map.JGW"), ("map.jpg", "map.JGW"), ("map.jpg", "Map.Jgw"), ("a.b.jpg", "a.b.jgw"),
    ])
    func `a world file is found by its extension, in any case`(image: String, worldFile: String) throws {
        try folder.write(jpeg, to: image)
        try write(world, worldFile)
        #expect(
            try read(image, crs: "EPSG:32632")
                == StatedGeoreference(
                    georeference: RasterGeoreference(crs: "EPSG:32632", transform: placed),
                    transformOrigin: "world file \(worldFile)", crsOrigin: "the request"))
        #expect(
            message(image).hasPrefix(
                "its coordinate system is not given (its position is in world file \(worldFile)). "))
    }

    @Test func `the identity as a transform is none, and the next source counts`() throws {
        try folder.write(jpeg, to: "map.jpg")
        // The center of the first pixel.
        try write("1\n0\n0\n1\n0.5\n0.5\n", "map.jgw")
        let input = ImageInput.file(folder.path("map.jpg"))
        #expect(try read("map.jpg", crs: "EPSG:32632") == nil)
        let none = try StatedGeoreference.readWithWarnings(input)
        #expect(
            none.found == nil
                && none.warnings == [
                    "its transform is 0, 1, 0, 0, 0, 1 (world file map.jgw), which stands for none: it counts as not georeferenced."
                ])
        try write(
            "<PAMDataset><GeoTransform>0, 1, 0, 0, 0, 1</GeoTransform></PAMDataset>", "map.jpg.aux.xml")
        try write(world, "map.jgw")
        #expect(try read("map.jpg", crs: "EPSG:32632")?.georeference.transform == placed)
        #expect(try StatedGeoreference.readWithWarnings(input, crs: "EPSG:32632").warnings.isEmpty)
    }

    @Test func `the system comes from the file with the extension prj, of Esri or of OGC`() throws {
        try folder.write(jpeg, to: "map.jpg")
        try write(world, "map.jgw")
        try write("\u{FEFF}" + Self.degrees + "\r\n", "map.PRJ")
        let found = try #require(try read("map.jpg"))
        #expect(found.georeference == RasterGeoreference(crs: "EPSG:4326", transform: placed))
        #expect(found.origin == "world file map.jgw, system from map.PRJ")
        try FileManager.default.removeItem(atPath: folder.path("map.PRJ"))
        try write("Projection UTM\nZone 32\n", "map.prj")
        #expect(message("map.jpg").hasPrefix("map.prj has no well-known text of a coordinate system. "))
    }

    @Test func `a damaged world file is named, and one that is too large is not read`() throws {
        try folder.write(jpeg, to: "map.jpg")
        try write("10\n0\n", "map.jgw")
        #expect(message("map.jpg").hasPrefix("the world file map.jgw does not have six numbers"))
        try write(world + String(repeating: " ", count: 70_000), "map.jgw")
        #expect(try read("map.jpg") == nil)
    }

    @Test func `files beside an image are read by its path and for its first page alone`() throws {
        try folder.write(jpeg, to: "map.jpg")
        try write(world, "map.jgw")
        #expect(try StatedGeoreference.read(.bytes(Array(jpeg), name: folder.path("map.jpg"))) == nil)
        #expect(try StatedGeoreference.read(.file(folder.path("map.jpg")), page: 2) == nil)
    }

    // MARK: Metadata files

    @Test func `a metadata file has the transform and the system`() throws {
        try folder.write(jpeg, to: "map.jpg")
        try write(
            """
            <PAMDataset><SRS dataAxisToSRSAxisMapping="2,1">EPSG:4258</SRS>
              <GeoTransform>  1.1e+01, 5.0e-01, 0, 4.8e+01,  0.0,-2.5e-01</GeoTransform>
              <Metadata><MDI key="AREA_OR_POINT">Point</MDI></Metadata></PAMDataset>
            """, "map.jpg.aux.xml")
        let expected = Geotransform(origin: (11, 48), column: (0.5, 0), row: (0, -0.25))
        let found = try #require(try read("map.jpg"))
        #expect(found.georeference == RasterGeoreference(crs: "EPSG:4258", transform: expected))
        #expect(found.origin == "map.jpg.aux.xml")
    }

    @Test(arguments: [("1,2", "EPSG:4258", true), ("2,1", "EPSG:32632", true), ("1,2", "EPSG:32632", false)])
    func `axes are those that the mapping says`(mapping: String, crs: String, isSwapped: Bool) throws {
        try folder.write(jpeg, to: "map.jpg")
        try write(
            "<PAMDataset><SRS dataAxisToSRSAxisMapping=\"\(mapping)\">\(crs)</SRS><GeoTransform>48,0,-0.25,11,0.5,0"
                + "</GeoTransform></PAMDataset>", "map.jpg.aux.xml")
        let stated = Geotransform(origin: (48, 11), column: (0, 0.5), row: (-0.25, 0))
        #expect(try read("map.jpg")?.georeference.transform == (isSwapped ? stated.withSwappedAxes : stated))
    }

    @Test func `control points on a plane are a transform, and others are named with their error`() throws {
        func list(_ third: String) -> String {
            "<PAMDataset><GCPList Projection=\"EPSG:32632\">"
                + "<GCP Id=\"1\" Pixel=\"0\" Line=\"0\" X=\"600000\" Y=\"5301000\"/>"
                + "<GCP Id=\"2\" Pixel=\"100\" Line=\"0\" X=\"601000\" Y=\"5301000\"/>"
                + "<GCP Id=\"3\" Pixel=\"100\" Line=\"80\" X=\"\(third)\" Y=\"5300200\"/>"
                + "<GCP Id=\"4\" Pixel=\"0\" Line=\"80\" X=\"600000\" Y=\"5300200\"/></GCPList></PAMDataset>"
        }
        try folder.write(jpeg, to: "map.jpg")
        try write(list("601000"), "map.jpg.aux.xml")
        let found = try #require(try read("map.jpg")?.georeference.transform.coordinate(x: 50, y: 40))
        #expect(abs(found.x - 600_500) < 1e-6 && abs(found.y - 5_300_600) < 1e-6)
        try write(list("601040"), "map.jpg.aux.xml")
        #expect(
            message("map.jpg").hasPrefix(
                "it is georeferenced by 4 control points, and the map that fits them best is off by up to 1.0 pixels. ")
        )
    }

    @Test func `a damaged metadata file, and what it has of Esri, is named`() throws {
        try folder.write(jpeg, to: "map.jpg")
        try write("<PAMDataset><SRS>", "map.jpg.aux.xml")
        #expect(message("map.jpg").hasPrefix("map.jpg.aux.xml is damaged: no element found in line 1. "))
        try write("<PAMDataset><GeoTransform>1,2</GeoTransform></PAMDataset>", "map.jpg.aux.xml")
        #expect(message("map.jpg").hasPrefix("map.jpg.aux.xml is not read: its GeoTransform is not six numbers. "))
        try write(
            "<PAMDataset><Metadata domain=\"xml:ESRI\" format=\"xml\"><GeodataXform><SourceGCPs/></GeodataXform>"
                + "</Metadata></PAMDataset>", "map.jpg.aux.xml")
        #expect(message("map.jpg").contains("its GeodataXform of Esri is not supported"))
        try write("<PAMDataset><PAMRasterBand band=\"1\"/></PAMDataset>", "map.jpg.aux.xml")
        #expect(try read("map.jpg") == nil)
    }

    // MARK: Precedence

    @Test func `each part comes from the first source that has it: metadata file, tags, world file`() throws {
        let keys = GeoTIFFFile.keys([(1024, 1), (3072, 25832)])
        try folder.write(Data(GeoTIFFFile.bytes([:], keys: keys)), to: "map.tif")
        try write(world, "map.tfw")
        let both = try #require(try read("map.tif"))
        #expect(both.georeference == RasterGeoreference(crs: "EPSG:25832", transform: placed))
        #expect(both.origin == "world file map.tfw, system from GeoTIFF tags")
        let tags: [Int: [Double]] = [33550: [1, 1, 0], 33922: [0, 0, 0, 7, 8, 0]]
        try folder.write(Data(GeoTIFFFile.bytes(tags, keys: keys)), to: "map.tif")
        #expect(try read("map.tif")?.georeference.transform.originX == 7)
        try write("<PAMDataset><GeoTransform>1,2,0,3,0,-2</GeoTransform></PAMDataset>", "map.tif.aux.xml")
        let first = try #require(try read("map.tif"))
        #expect(
            first.georeference.transform.originX == 1 && first.origin == "map.tif.aux.xml, system from GeoTIFF tags")
        #expect(try read("map.tif", crs: "EPSG:25833")?.georeference.crs == "EPSG:25833")
    }

    // MARK: JPEG 2000

    private func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(content.count + 8).bigEndian
        return withUnsafeBytes(of: size) { Array($0) } + Array(kind.utf8) + content
    }

    private func jp2(_ boxes: [UInt8]) -> ImageInput {
        let signature: [UInt8] = [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]
        return .bytes(signature + box("ftyp", Array("jp2 ".utf8)) + boxes + box("jp2c", [0xFF, 0x4F]), name: "map.jp2")
    }

    private func gml(_ system: String, axis: String = "x", origin: String, _ first: String, _ second: String) -> [UInt8]
    {
        let text = """
            <gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml"><gml:RectifiedGridCoverage><gml:rectifiedGridDomain>
            <gml:RectifiedGrid dimension="2"><gml:axisName>\(axis)</gml:axisName><gml:axisName>y</gml:axisName>
            <gml:origin><gml:Point gml:id="P0001" srsName="\(system)"><gml:pos>\(origin)</gml:pos></gml:Point></gml:origin>
            <gml:offsetVector>\(first)</gml:offsetVector><gml:offsetVector>\(second)</gml:offsetVector>
            </gml:RectifiedGrid></gml:rectifiedGridDomain></gml:RectifiedGridCoverage></gml:FeatureCollection>
            """
        let document = box("lbl ", Array("gml.root-instance".utf8)) + box("xml ", Array(text.utf8) + [0])
        return box("asoc", box("lbl ", Array("gml.data".utf8)) + box("asoc", document))
    }

    private let identifier: [UInt8] = [
        0xB1, 0x4B, 0xF8, 0xBD, 0x08, 0x3D, 0x4B, 0x43, 0xA5, 0xAE, 0x8C, 0xD7, 0xD5, 0xA6, 0xCE, 0x03,
    ]

    @Test func `a GeoJP2 box has the tags of a GeoTIFF, and comes before a GMLJP2 box`() throws {
        let tiff = GeoTIFFFile.bytes(
            [33550: [10, 10, 0], 33922: [0, 0, 0, 600_000, 5_301_000, 0]],
            keys: GeoTIFFFile.keys([(1024, 1), (3072, 32632)]))
        let other = gml("urn:ogc:def:crs:EPSG::25832", origin: "5 5", "1 0", "0 -1")
        let found = try #require(try StatedGeoreference.read(jp2(other + box("uuid", identifier + tiff))))
        #expect(found.georeference == RasterGeoreference(crs: "EPSG:32632", transform: placed))
        #expect(found.origin == "GeoJP2 box")
    }

    @Test(arguments: [
        // The authority has the north first.
        ("urn:ogc:def:crs:EPSG::4326", "x", "47.875 11.25", "0 0.5", "-0.25 0"),
        ("http://www.opengis.net/def/crs/EPSG/0/4326", "x", "47.875 11.25", "0 0.5", "-0.25 0"),
        // A code alone has the east first, and so have files that name such axes.
        ("EPSG:4326", "x", "11.25 47.875", "0.5 0", "0 -0.25"),
        ("http://www.opengis.net/gml/srs/epsg.xml#4326", "x", "11.25 47.875", "0.5 0", "0 -0.25"),
        ("urn:ogc:def:crs:EPSG::4326", "Easting", "11.25 47.875", "0.5 0", "0 -0.25"),
    ])
    func `a GMLJP2 box gives the center of the first pixel, in the order of axes that its name means`(
        system: String, axis: String, origin: String, first: String, second: String
    ) throws {
        let found = try #require(
            try StatedGeoreference.read(jp2(gml(system, axis: axis, origin: origin, first, second))))
        #expect(
            found.georeference
                == RasterGeoreference(
                    crs: "EPSG:4326",
                    transform: Geotransform(origin: (11, 48), column: (0.5, 0), row: (0, -0.25))))
        #expect(found.origin == "GMLJP2 box")
    }

    @Test func `damaged boxes give an error or no place, and never a trap`() throws {
        let tiff = GeoTIFFFile.bytes(
            [33550: [10, 10, 0], 33922: [0, 0, 0, 6, 5, 0]], keys: GeoTIFFFile.keys([(1024, 1), (3072, 32632)]))
        for boxes in [
            box("uuid", identifier + tiff), gml("urn:ogc:def:crs:EPSG::4326", origin: "1 2", "0 1", "-1 0"),
        ] {
            guard case .bytes(let whole, _) = jp2(boxes) else { return }
            for length in stride(from: 1, to: whole.count, by: 3) {
                _ = try? StatedGeoreference.read(.bytes(Array(whole.prefix(length)), name: "map.jp2"))
            }
        }
        let error = #expect(throws: CodecError.self) {
            _ = try StatedGeoreference.read(jp2(gml("EPSG:4326", origin: "1", "0 1", "-1 0")))
        }
        #expect(error?.message.contains("its RectifiedGrid has no origin or no two offset vectors") == true)
    }
}
