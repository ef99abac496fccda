import FilePyramids
import Foundation
import TestSupport
import TestLimits
import Testing
import TileContainers
import TilePyramid
import TileStores

@Suite(.timeLimited) struct DeepZoomSourceTests {
    /// A pyramid of 5×3 pixels with this descriptor and no tiles.
    private func fixture(_ descriptor: String) throws -> DeepZoomFixture {
        let fixture = try DeepZoomFixture()
        try fixture.folder.write(Data(descriptor.utf8), to: "big.dzi")
        try fixture.folder.write(Data(), to: "big_files/readme")
        return fixture
    }

    private func image(
        _ attributes: String = "TileSize='2' Overlap='0' Format='jpg'", size: String = "<Size Width='5' Height='3'/>"
    ) -> String {
        "<Image \(attributes)>\(size)</Image>"
    }

    @Test(arguments: ["big.dzi", "big", "big_files", "big_files/"])
    func `a finished pyramid is opened by any of its names`(name: String) throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        let source = try LayoutSource(opening: fixture.folder.path(name), as: .deepZoom)
        #expect(source.pyramid == smallPyramid)
        #expect(source.format == .jpeg)
        #expect(source.path == fixture.folder.path("big.dzi"))
        #expect(source.fileName(of: TileIndex(level: 0, column: 0, row: 0)) == "big_files/0/0_0.jpg")
        for index in smallPyramid.indices {
            #expect(try source.read(index) == EncodedTile(bytes: Array(contents(of: index).utf8), format: .jpeg))
        }
        #expect(try source.read(TileIndex(level: 3, column: 3, row: 0)) == nil)
        #expect(try source.read(TileIndex(level: 4, column: 0, row: 0)) == nil)
    }

    @Test func `a folder of levels finds a descriptor with the extension xml`() throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        try fixture.folder.move("big.dzi", to: "big.xml")
        let path = fixture.folder.path("big_files")
        #expect(try LayoutSource(opening: path, as: .deepZoom).path == fixture.folder.path("big.xml"))
        let source = try LayoutSource(opening: fixture.folder.path("big.xml"), as: .deepZoom)
        #expect(try source.read(TileIndex(level: 0, column: 0, row: 0)) != nil)
    }

    @Test func `only the levels that were cut are present`() throws {
        let folder = try TemporaryFolder()
        let store = try PyramidFormat.deepZoom.makeStore(at: folder.path("wide"), pyramid: widePyramid, format: .png)
        try store.write(widePyramid.indices.prefix(3), format: .png)
        try store.finish()
        let source = try LayoutSource(opening: folder.path("wide.dzi"), as: .deepZoom)
        #expect(source.pyramid == widePyramid)
        let index = TileIndex(level: widePyramid.finestLevel.index, column: 2, row: 0)
        #expect(try source.read(index)?.format == .png)
    }

    @Test func `levels and tiles may be missing`() throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        try fixture.folder.remove("big_files/2")
        try fixture.folder.remove("big_files/3/1_1.jpg")
        let source = try LayoutSource(opening: fixture.folder.path("big.dzi"), as: .deepZoom)
        #expect(source.pyramid == smallPyramid)
        let missing = smallPyramid.indices.filter { index in
            index.level == 2 || index == TileIndex(level: 3, column: 1, row: 1)
        }
        for index in smallPyramid.indices {
            #expect(try (source.read(index) == nil) == missing.contains(index), "\(index)")
        }
        try fixture.folder.remove("big_files/0")
        #expect(try LayoutSource(opening: fixture.folder.path("big.dzi"), as: .deepZoom).pyramid.presentLevels == 1..<4)
    }

    @Test func `a pyramid without level folders has all levels, without tiles`() throws {
        let fixture = try fixture(image())
        let source = try LayoutSource(opening: fixture.folder.path("big"), as: .deepZoom)
        #expect(source.pyramid == smallPyramid)
        for index in smallPyramid.indices {
            #expect(try source.read(index) == nil)
        }
    }

    @Test(arguments: [
        "<Image xmlns='http://schemas.microsoft.com/deepzoom/2009' Format='jpg' Overlap='0' TileSize='2'>"
            + "<Size Height='3' Width='5'/></Image>",
        """
        \u{FEFF}<?xml version="1.0" encoding="utf-8"?>
        <dz:Image xmlns:dz="http://schemas.microsoft.com/deepzoom/2008" TileSize=" 2 " Overlap="0" Format="jpg"
                  ServerFormat="Default" xmnls="http://schemas.microsoft.com/deepzoom/2008">
          <dz:DisplayRects><dz:DisplayRect MinLevel="1" MaxLevel="3"><dz:Rect X="0" Y="0" Width="9" Height="9"/>
          </dz:DisplayRect></dz:DisplayRects>
          <dz:Size Width="5" Height="3"></dz:Size>
        </dz:Image>
        """,
    ])
    func `descriptors of other programs are parsed`(descriptor: String) throws {
        let fixture = try fixture(descriptor)
        #expect(try LayoutSource(opening: fixture.folder.path("big.dzi"), as: .deepZoom).pyramid == smallPyramid)
    }

    @Test func `tile size and overlap are those of the descriptor`() throws {
        let fixture = try fixture(
            image("TileSize='254' Overlap='1' Format='png'", size: "<Size Width='1027' Height='600'/>"))
        let source = try LayoutSource(opening: fixture.folder.path("big.dzi"), as: .deepZoom)
        #expect(source.pyramid == Pyramid(size: PixelSize(width: 1027, height: 600), tileSize: 254, overlap: 1))
        #expect(source.format == .png)
    }

    @Test(arguments: [("jpeg", TileFormat.jpeg), ("JPG", .jpeg), ("PNG", .png), ("webp", .webp), ("avif", .avif)])
    func `tiles have the file extension of the descriptor, as spelled`(name: String, format: TileFormat) throws {
        let fixture = try fixture(image("TileSize='2' Overlap='0' Format='\(name)'"))
        try fixture.folder.write(Data([1, 2, 3]), to: "big_files/3/1_0.\(name)")
        let source = try LayoutSource(opening: fixture.folder.path("big.dzi"), as: .deepZoom)
        #expect(
            try source.read(TileIndex(level: 3, column: 1, row: 0)) == EncodedTile(bytes: [1, 2, 3], format: format))
    }

    @Test(arguments: [
        ("", "it is not XML (no element found in line 1)"), ("{\"Image\": {}}", "it is not XML"),
        ("<Image>", "it is not XML (no element found in line 1)"), ("<html/>", "\"html\", not \"Image\""),
        ("<Collection xmlns='http://schemas.microsoft.com/deepzoom/2008'/>", "a collection of images"),
        ("<Image TileSize='2' Overlap='0' Format='jpg'/>", "Width is missing"),
        ("<Image TileSize='2' Overlap='0' Format='jpg'><Size Width='5'/></Image>", "Height is missing"),
        ("<Image TileSize='2' Overlap='0' Format='jpg'><Size Width='0' Height='3'/></Image>", "Width is \"0\""),
        (
            "<Image TileSize='2' Overlap='0' Format='jpg'><Size Width='5' Height='99999999999'/></Image>",
            "Height is \"99999999999\""
        ),
        ("<Image TileSize='x' Overlap='0' Format='jpg'><Size Width='5' Height='3'/></Image>", "TileSize is \"x\""),
        ("<Image TileSize='2' Overlap='2' Format='jpg'><Size Width='5' Height='3'/></Image>", "Overlap is \"2\""),
        ("<Image TileSize='2' Overlap='-1' Format='jpg'><Size Width='5' Height='3'/></Image>", "Overlap is \"-1\""),
        ("<Image TileSize='2' Overlap='0'><Size Width='5' Height='3'/></Image>", "Format is missing or invalid"),
        (
            "<Image TileSize='2' Overlap='0' Format='../x'><Size Width='5' Height='3'/></Image>",
            "Format is missing or invalid"
        ),
        ("<Image TileSize='2' Overlap='0' Format='bmp'><Size Width='5' Height='3'/></Image>", "are bmp, which"),
    ])
    func `an unusable descriptor throws an error that says why`(descriptor: String, words: String) throws {
        let fixture = try fixture(descriptor)
        let path = fixture.folder.path("big.dzi")
        let error = #expect(throws: StoreError.self) { try LayoutSource(opening: path, as: .deepZoom) }
        #expect(error?.code == .malformed)
        #expect(error?.path == path)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect(error?.message.hasSuffix(".") == true)
    }

    @Test func `a missing file throws an error that names it`() throws {
        let fixture = try DeepZoomFixture()
        let path = fixture.folder.path("big.dzi")
        #expect(storeError { _ = try LayoutSource(opening: path, as: .deepZoom) }.map { [$0.path] } == [path])
        try fixture.folder.write(Data(image().utf8), to: "big.dzi")
        let missing = storeError { _ = try LayoutSource(opening: path, as: .deepZoom) }
        #expect(missing?.code == .unreadable)
        #expect(missing?.path == fixture.folder.path("big_files"))
        try fixture.folder.write(Data(), to: "big_files/3/0_0.jpg/x")
        let error = #expect(throws: StoreError.self) {
            try LayoutSource(opening: path, as: .deepZoom).read(TileIndex(level: 3, column: 0, row: 0))
        }
        #expect(error?.code == .unreadable)
        #expect(
            error?.description == "\(fixture.folder.path("big_files/3/0_0.jpg")): it cannot be read: Is a directory.")
    }

    @Test func `a folder in place of the descriptor throws an error`() throws {
        let fixture = try DeepZoomFixture()
        try fixture.folder.write(Data(), to: "big.dzi/x")
        #expect(
            storeError { _ = try LayoutSource(opening: fixture.folder.path("big.dzi"), as: .deepZoom) }?.code
                == .unreadable)
    }
}
