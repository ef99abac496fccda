import TestLimits
import Testing

@testable import ChannelImages

/// Tests of the elements `TiffData`, after the rules of the OME-TIFF specification.
@Suite(.timeLimited) struct OMEPlanesTests {
    private func image(
        _ blocks: String, order: String = "XYCZT", c: Int = 2, z: Int = 3, t: Int = 2, file: String = "own.ome.tif"
    ) throws -> OMEImage {
        let text = OMETexts.document(OMETexts.image(order, c: "\(c)", z: "\(z)", t: "\(t)", "", blocks))
        return try #require(try OMEDocument(text, file: file)).image(file: file)
    }

    /// The directories of channels, within those of sections, within those of time points.
    private func directories(_ image: OMEImage) -> [Int?] {
        (0..<image.planes.timeCount).flatMap { time in
            (0..<image.planes.sectionCount).flatMap { section in
                (0..<image.planes.channelCount).map { channel in
                    image.planes.location(channel: channel, section: section, time: time)?.directory
                }
            }
        }
    }

    @Test(arguments: ["", "<TiffData/>", "<TiffData IFD='0' PlaneCount='12'/>", "<TiffData PlaneCount='99'/>"])
    func `all planes follow each other from the first directory`(blocks: String) throws {
        #expect(try directories(image(blocks)) == Array(0..<12))
        #expect(try directories(image(blocks, order: "XYZCT")) == [0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11])
        #expect(try directories(image(blocks, order: "XYTZC")) == [0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11])
    }

    @Test func `every order of dimensions gives each plane its own directory, and back`() throws {
        for order in ["XYCZT", "XYCTZ", "XYZCT", "XYZTC", "XYTCZ", "XYTZC"] {
            let planes = try image("", order: order).planes
            #expect(try Set(directories(image("", order: order))).count == 12)
            for directory in 0..<12 {
                let plane = try #require(planes.plane(inDirectory: directory))
                let location = planes.location(channel: plane.channel, section: plane.section, time: plane.time)
                #expect(location == .init(directory: directory))
            }
            #expect(planes.plane(inDirectory: 12) == nil && planes.plane(inDirectory: -1) == nil)
        }
    }

    @Test func `a directory without a number of planes has one plane`() throws {
        let blocks = "<TiffData IFD='5'/><TiffData IFD='2' FirstC='1'/>"
        #expect(try directories(image(blocks, c: 2, z: 2, t: 1)) == [5, 2, nil, nil])
    }

    @Test func `planes without a directory begin with the first one`() throws {
        #expect(try directories(image("<TiffData FirstZ='1'/>", c: 2, z: 2, t: 1)) == [nil, nil, 0, 1])
        #expect(try directories(image("<TiffData FirstC='1' PlaneCount='2'/>", c: 2, z: 2, t: 1)) == [nil, 0, 1, nil])
    }

    @Test func `of elements that overlap, the last one counts`() throws {
        let blocks = """
            <TiffData IFD='0' PlaneCount='4'/><TiffData IFD='10' FirstC='1' PlaneCount='2'/>\
            <TiffData IFD='0' FirstC='1' FirstZ='1' PlaneCount='100'/>
            """
        let image = try image(blocks, c: 2, z: 2, t: 1)
        #expect(directories(image) == [0, 10, 11, 0])
        #expect(image.planes.plane(inDirectory: 0) == ChannelPlane(channel: 1, section: 1))
        #expect(image.planes.plane(inDirectory: 1) == ChannelPlane(channel: 1))
    }

    @Test func `planes in other files have their names, and those of this file none`() throws {
        let blocks = """
            <TiffData IFD='0'><UUID FileName='own.ome.tif'>urn:uuid:5</UUID></TiffData>\
            <TiffData IFD='1' FirstC='1'><UUID FileName='second.ome.tif'>urn:uuid:6</UUID></TiffData>\
            <TiffData IFD='2' FirstZ='1'><UUID>urn:uuid:6</UUID></TiffData>\
            <TiffData IFD='3' FirstZ='1' FirstC='1'><UUID FileName='old.tif'>\
            urn:uuid:11111111-0000-0000-0000-000000000000</UUID></TiffData>
            """
        let image = try image(blocks, c: 2, z: 2, t: 1, file: "folder/own.ome.tif")
        let files = [0, 1].flatMap { section in
            [0, 1].map { image.location(of: ChannelPlane(channel: $0, section: section))?.fileName }
        }
        #expect(files == [nil, "second.ome.tif", "second.ome.tif", nil])
        #expect(image.planes.plane(inDirectory: 3) == ChannelPlane(channel: 1, section: 1))
        #expect(image.planes.plane(inDirectory: 1) == nil)
    }

    @Test func `a file that has been renamed is its own document's only file`() throws {
        let blocks = "<TiffData IFD='4' PlaneCount='4'><UUID FileName='before.ome.tif'>urn:uuid:5</UUID></TiffData>"
        func name(_ file: String) throws -> String? {
            try image(blocks, c: 2, z: 2, t: 1, file: file).location(of: ChannelPlane())?.fileName
        }
        #expect(try name("after.tif") == nil)
        #expect(try name("all.companion.ome") == "before.ome.tif")
    }

    @Test func `names of files that lead out of the folder are not followed`() {
        func name(_ fileName: String?) -> String? { OMEPlanes.Location(fileName: fileName, directory: 0).nameInFolder }
        #expect(name("b.ome.tif") == "b.ome.tif" && name(nil) == nil)
        #expect(["../b.tif", "/etc/passwd", "..", ".", "", "a\\b", "a\0b", "c/d"].allSatisfy { name($0) == nil })
    }

    @Test(arguments: [
        "<TiffData IFD='-1' PlaneCount='4'/>", "<TiffData IFD='0' PlaneCount='-4'/>", "<TiffData FirstC='-1'/>",
        "<TiffData IFD='0' PlaneCount='0'/>", "<TiffData IFD='x'/>", "<TiffData FirstC='2'/>", "<TiffData FirstT='9'/>",
        "<TiffData IFD='9999999999999999999999'/>", "<TiffData IFD='9223372036854775807' PlaneCount='4'/>",
    ])
    func `elements that cannot be state no plane`(blocks: String) throws {
        #expect(try directories(image(blocks, c: 2, z: 2, t: 1)) == [nil, nil, nil, nil])
        let more = blocks + "<TiffData IFD='7' FirstZ='1'/>"
        #expect(try directories(image(more, c: 2, z: 2, t: 1)) == [nil, nil, 7, nil])
    }

    @Test func `a short document that states a trillion planes costs nothing`() throws {
        let blocks = String(
            repeating: "<TiffData/><TiffData IFD='2147483647' PlaneCount='9223372036854775807'/>", count: 200)
        let image = try image(blocks, c: 1024, z: 1 << 20, t: 1 << 20)
        let last = ChannelPlane(channel: 1023, section: (1 << 20) - 1, time: (1 << 20) - 1)
        #expect(image.location(of: last)?.directory == Int(Int32.max) + (1 << 50) - 1)
        #expect(image.planes.plane(inDirectory: Int(Int32.max) + (1 << 50) - 1) == last)
        #expect(image.planes.plane(inDirectory: Int.max) == nil)
    }

    @Test(arguments: [
        ("1000000", "1", "1"), ("1", "1099511627776", "1"), ("1", "1", "1099511627776"), ("0", "1", "1"),
        ("-1", "1", "1"),
        ("", "1", "1"), ("1.5", "1", "1"), ("1025", "1", "1"), ("1", "0", "1"), ("1", "1", "nan"),
        ("99999999999999999999", "1", "1"),
    ])
    func `counts beyond the limits are refused`(c: String, z: String, t: String) throws {
        let document = try #require(try OMEDocument(OMETexts.document(OMETexts.image(c: c, z: z, t: t)), file: "a"))
        #expect(throws: (any Error).self) { try document.image(file: "a") }
    }

    @Test func `sizes beyond the limits are refused`() throws {
        let text = OMETexts.document(OMETexts.image()).replacing("SizeX=\"7\"", with: "SizeX=\"1099511627776\"")
        let document = try #require(try OMEDocument(text, file: "a"))
        #expect(
            document.images == [
                .failure(OMERefusal("its number of columns (SizeX), 1099511627776, is not within 1 to 2147483647"))
            ])
    }
}
