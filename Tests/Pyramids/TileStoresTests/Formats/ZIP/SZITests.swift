import Foundation
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct SZITests {
    typealias File = ZIPBytes.File

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ target: PyramidTarget, to name: String) throws {
        let store = try target.makeStore(at: folder.path(name), pyramid: smallPyramid, format: .jpeg)
        try store.write(smallPyramid.indices)
        try store.finish()
    }

    private func opened(_ bytes: ZIPBytes) throws -> LayoutSource {
        try folder.write(bytes.data, to: "a.szi")
        return try ZIPPyramid(opening: folder.path("a.szi")).source(formats: .standard)
    }

    @Test func `an SZI is Deep Zoom in one folder, descriptors first, with the required properties`() throws {
        var target = PyramidTarget(.szi)
        target.micronsPerPixel = PyramidTarget.MicronsPerPixel(x: 0.25, y: 0.5)
        try write(target, to: "big.szi")
        let archive = try ZIPArchive(opening: folder.path("big.szi"))
        var names: [String] = []
        try archive.forEachFile { name, _ in names.append(name) }
        #expect(names.prefix(3) == ["big/big.dzi", "big/scan-properties.xml", "big/big_files/3/0_0.jpg"])
        #expect(names.count == smallPyramid.tileCount + 2)
        #expect(try archive.read("big/big.dzi") == Array(DeepZoomFixture.descriptor.utf8))
        let source = try SZIReader.source(archive)
        #expect(source.pyramid == smallPyramid)
        #expect(
            source.properties == [
                PyramidProperty("ImageWidth", "5"), PyramidProperty("ImageHeight", "3"),
                PyramidProperty("MicronsPerPixel", "0.375"), PyramidProperty("MicronsPerPixelX", "0.25"),
                PyramidProperty("MicronsPerPixelY", "0.5"),
            ])
        for index in smallPyramid.indices {
            #expect(try source.read(index)?.bytes == Array(contents(of: index).utf8))
        }
        var issues = 0
        var tiles = 0
        try source.inspectFiles { _ in issues += 1 }
        try source.forEachStoredTile { _, _ in tiles += 1 }
        #expect((issues, tiles) == (0, smallPyramid.tileCount))
    }

    @Test func `the properties are written in the SZI format, with 0 for an unknown pixel size`() {
        let properties = ScanProperties(of: smallPyramid, micronsPerPixel: nil, date: "2024-02-03")
        #expect(
            properties.xml.hasPrefix(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <image xmlns="http://www.pathozoom.com/szi" date="2024-02-03" version="1.0">
                  <properties>
                    <property>
                      <name>ImageWidth</name>
                      <value>5</value>
                    </property>

                """))
        #expect(properties.properties.suffix(3).map(\.value) == ["0", "0", "0"])
        #expect(ScanProperties.today().utf8.count == 10)
    }

    @Test func `an archive is recognized by its content`() throws {
        try write(PyramidTarget(.zip), to: "big.zip")
        try write(PyramidTarget(.szi), to: "big.szi")
        #expect(try Pyramids.openBlocking(folder.path("big.zip"))?.format == .zip)
        try folder.move("big.szi", to: "other")
        #expect(try Pyramids.openBlocking(folder.path("other"))?.format == .szi)
    }

    @Test(arguments: [PyramidFormat.zoomify, .iiif, .iiif2, .xyz, .tms, .google])
    func `archives of every other layout have their files in one folder, and are read`(layout: PyramidFormat) throws {
        let pyramid = Pyramid(size: PixelSize(width: 5, height: 3), tileSize: 4, shape: layout.shape)
        let store = try PyramidTarget(layout, in: .zip).makeStore(
            at: folder.path("big.zip"), pyramid: pyramid, format: .jpeg)
        try store.write(pyramid.indices)
        try store.finish()
        #expect(try ZIPArchive(opening: folder.path("big.zip")).rootFolder == "big/")
        let opened = try #require(try Pyramids.openBlocking(folder.path("big.zip")))
        #expect(opened.format == .zip)
        #expect(opened.source.pyramid.levels.map(\.grid) == pyramid.levels.map(\.grid))
        for index in pyramid.indices {
            let bytes = try opened.source.read(index)?.bytes
            #expect(bytes == Array(contents(of: index).utf8), "\(index)")
        }
    }

    /// An archive as written by libvips: sizes after the files, the descriptor after the tiles, other properties.
    private var foreign: ZIPBytes {
        let scan = """
            <?xml version="1.0"?>
            <image xmlns="http://www.pathozoom.com/szi" date="2024-02-03T10:20:30Z" version="8.15.1">
              <properties>
                <property><name>Vendor</name><value type="VipsRefString">A &amp; B</value></property>
                <property><name>ImageWidth</name><value type="gint">3</value></property>
                <property><name>ImageHeight</name><value type="gint">2</value></property>
              </properties>
            </image>
            """
        var bytes = ZIPBytes([
            File("x/x_files/1/0_0.jpeg", "one"), File("x/x_files/2/0_0.jpeg", "two"),
            File("x/scan-properties.xml", scan),
            File(
                "x/x.dzi",
                "<Image xmlns='http://schemas.microsoft.com/deepzoom/2008' Format='jpeg' Overlap='1' TileSize='254'>"
                    + "<Size Height='2' Width='3'/></Image>"),
        ])
        for number in bytes.files.indices { bytes.files[number].flags = 8 }
        return bytes
    }

    @Test func `an archive by libvips is read with its properties`() throws {
        let source = try opened(foreign)
        #expect(
            source.pyramid == Pyramid(size: PixelSize(width: 3, height: 2), tileSize: 254, overlap: 1, levelCount: 2))
        #expect(try source.read(TileIndex(level: 2, column: 0, row: 0))?.bytes == Array("two".utf8))
        #expect(try source.read(TileIndex(level: 0, column: 0, row: 0)) == nil)
        #expect(source.properties.first == PyramidProperty("Vendor", "A & B"))
        var issues: [String] = []
        try source.inspectFiles { issues.append("\($0.location): \($0.message)") }
        #expect(issues == [])
    }

    @Test func `stray files and contradicting sizes are issues`() throws {
        var bytes = foreign
        bytes.files[0].name = "x/x_files/1/0_7.jpeg"
        bytes.files[0].localName = nil
        bytes.files[2] = File(
            "x/scan-properties.xml",
            "<image><properties><property><name>ImageWidth</name><value>4</value></property></properties></image>")
        bytes.files.append(File("x/vendor/label.txt", "?"))
        bytes.files.append(File("readme", "?"))
        var locations: [String] = []
        try opened(bytes).inspectFiles { locations.append($0.location) }
        #expect(locations == ["x/x_files/1/0_7.jpeg", "readme", ScanProperties.fileName])
    }

    @Test func `in a sparse archive, tiles may only be absent outside of the display rectangles`() throws {
        var bytes = foreign
        let rects = "<DisplayRects><DisplayRect MinLevel='0' MaxLevel='2'><Rect X='1' Y='0' Width='2' Height='2'/>"
        bytes.files[3].bytes = Array(
            String(decoding: bytes.files[3].bytes, as: UTF8.self)
                .replacing("</Image>", with: "\(rects)</DisplayRect></DisplayRects></Image>").utf8)
        let source = try opened(bytes)
        #expect(source.isSparse)
        var issues: [TileIndex?] = []
        try source.inspectFiles { issues.append($0.tile) }
        #expect(issues == [])
        bytes.files[1].name = "x/vendor/two"
        try opened(bytes).inspectFiles { issues.append($0.tile) }
        #expect(issues == [TileIndex(level: 2, column: 0, row: 0)])
    }

    @Test func `archives with no pyramid or two, and damaged properties, throw errors`() throws {
        var bytes = foreign
        bytes.files.append(File("x/y.dzi", "<Image/>"))
        #expect(storeError { _ = try opened(bytes) }?.code == .malformed)
        bytes.files.removeLast(2)
        #expect(storeError { _ = try opened(bytes) }?.code == .malformed)
        #expect(try Pyramids.openBlocking(folder.path("a.szi")) == nil)
        bytes = foreign
        bytes.files[2] = File("x/scan-properties.xml", "<image>")
        #expect(storeError { _ = try opened(bytes) }?.code == .malformed)
    }
}
