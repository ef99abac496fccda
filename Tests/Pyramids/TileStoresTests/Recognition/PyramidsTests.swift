import FilePyramids
import Foundation
import TestSupport
import TestLimits
import Testing
import TileContainers
import TilePyramid
import TileStores

@Suite(.timeLimited) struct PyramidsTests {
    private let fixture: DeepZoomFixture
    private var folder: TemporaryFolder { fixture.folder }

    init() throws {
        fixture = try DeepZoomFixture()
    }

    private func open(_ name: String) throws -> OpenedPyramid? { try Pyramids.openBlocking(folder.path(name)) }

    private func failure(of name: String) -> StoreError? {
        #expect(throws: StoreError.self) { try open(name) }
    }

    @Test(arguments: ["big.dzi", "big_files", "big_files/", "", "."])
    func `a Deep Zoom pyramid is opened by its descriptor, its levels and its parent folder`(name: String) throws {
        try fixture.makeFinished()
        let pyramid = try #require(try open(name))
        #expect(pyramid.format == .deepZoom && pyramid.source.format == .jpeg)
        #expect(pyramid.name == "big.dzi")
        #expect(pyramid.source.pyramid == smallPyramid)
        let index = TileIndex(level: 3, column: 1, row: 0)
        #expect(try pyramid.source.read(index)?.bytes == Array(contents(of: index).utf8))
    }

    @Test(arguments: ["big", "big.xml", "big.txt", "big.jpg", "big.DZI"])
    func `a descriptor is recognized by its content, whatever its name`(name: String) throws {
        try fixture.makeFinished()
        try folder.move("big.dzi", to: name)
        for path in [name, "big_files", ""] {
            let pyramid = try #require(try open(path), "\(path)")
            #expect(pyramid.name == name)
            #expect(pyramid.source.pyramid == smallPyramid)
        }
    }

    @Test func `descriptors of other programs are recognized: prefixes, comments, UTF-16, no namespace`() throws {
        try fixture.makeFinished()
        let plain = DeepZoomFixture.descriptor
        let descriptors: [Data] = [
            Data(
                "\u{FEFF}\n<!-- made by hand --><Image TileSize='2' Overlap='0' Format='jpg'><Size Width='5' Height='3'/></Image>"
                    .utf8),
            Data(
                """
                <?xml version="1.0"?><dz:Image xmlns:dz="http://schemas.microsoft.com/deepzoom/2009" TileSize="2" \
                Overlap="0" Format="jpg"><dz:Size Width="5" Height="3"/></dz:Image>
                """.utf8),
            Data([0xFF, 0xFE]) + Data(plain.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
            Data([0xFE, 0xFF]) + Data(plain.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }),
        ]
        for descriptor in descriptors {
            try folder.write(descriptor, to: "big.dzi")
            #expect(try open("big.dzi")?.source.pyramid == smallPyramid)
        }
    }

    @Test func `files of other systems and programs beside the tiles are ignored`() throws {
        try fixture.makeFinished()
        let names = [
            ".DS_Store", "._big.dzi", "Thumbs.db", "vips-properties.xml", "readme.html", "big.jpg", "notes/a.txt",
            "big_files/vips-properties.xml", "big_files/.DS_Store", "__MACOSX/._big.dzi",
        ]
        for name in names {
            try folder.write(Data("<html><Image/></html>".utf8), to: name)
        }
        #expect(try open("")?.name == "big.dzi")
        #expect(try open("big_files")?.name == "big.dzi")
    }

    @Test(arguments: [
        "", "no picture", "<svg xmlns='http://www.w3.org/2000/svg'><Image/></svg>", "<Image>", "\u{FF}\u{D8}",
    ])
    func `a file that is not a pyramid gives nil`(content: String) throws {
        try folder.write(Data(content.utf8), to: "file.dzi")
        #expect(try open("file.dzi") == nil)
    }

    @Test func `a damaged descriptor that names the schema and a collection throw errors`() throws {
        let schema = "http://schemas.microsoft.com/deepzoom/2008"
        for (text, words) in [
            ("<Image xmlns='\(schema)'><Size", "it is not XML"),
            ("<Image xmlns='\(schema)' TileSize='2' Overlap='0' Format='jpg'/>", "Width is missing"),
            ("<Collection xmlns='\(schema)'/>", "a collection of images"),
        ] {
            try folder.write(Data(text.utf8), to: "big.dzi")
            let error = failure(of: "big.dzi")
            #expect(error?.code == .malformed && error?.path == folder.path("big.dzi"))
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
    }

    @Test func `an error names the missing file`() throws {
        #expect(
            failure(of: "nothing")?.description
                == "\(folder.path("nothing")): no such file or folder. Check the spelling.")
        try fixture.makeFinished()
        try folder.remove("big.dzi")
        for name in ["big_files", ""] {
            let orphan = failure(of: name)
            #expect(orphan?.code == .unreadable && orphan?.path == folder.path("big_files"))
            #expect(orphan?.message.hasPrefix("the descriptor of this pyramid is missing") == true)
        }
        try folder.remove("big_files")
        try folder.write(Data(DeepZoomFixture.descriptor.utf8), to: "big.dzi")
        #expect(failure(of: "big.dzi")?.path == folder.path("big_files"))
    }

    @Test func `an open pyramid that disappears throws an error that names it, and can come back`() throws {
        try fixture.makeFinished()
        let source = try #require(try open("big.dzi")).source
        let index = TileIndex(level: 3, column: 1, row: 0)
        try folder.move("big_files", to: "away")
        let error = #expect(throws: StoreError.self) { try source.read(index) }
        #expect(error?.code == .unreadable && error?.path == folder.path("big_files"))
        try folder.move("away", to: "big_files")
        #expect(try source.read(index) != nil)
    }

    @Test(arguments: [
        ("info.json", "{\n \"width\": 12,,\n", "line 2: a name in quotes is missing"),
        ("info.json", "no picture", "line 1: a value is missing"),
        ("tiles.json", "{\n \"tiles\" [\n}", "line 2: a colon is missing after \"tiles\""),
        ("ImageProperties.xml", "<IMAGE_PROPERTIES\n WIDTH=\"1\">\n</IMAGE>", "mismatched tag in line 3"),
        ("tilemapresource.xml", "<TileMap>\n<a>\n</TileMap>", "mismatched tag in line 3"),
        ("a.dzi", "<Image>\n</Size>", "mismatched tag in line 2"),
    ])
    func `a folder with a damaged descriptor throws an error with its name and the line`(
        name: String, text: String, fault: String
    ) throws {
        try folder.write(Data(text.utf8), to: "p/\(name)")
        let error = failure(of: "p")
        #expect(error?.code == .malformed && error?.path == folder.path("p/\(name)"))
        #expect(error?.message.contains(fault) == true, "\(error?.message ?? "")")
    }

    @Test func `a folder with a document of another program throws an error that is not about the document`() throws {
        try folder.write(Data("{\"name\": \"a\"}".utf8), to: "p/info.json")
        #expect(failure(of: "p")?.message.hasPrefix("this folder holds no pyramid") == true)
    }

    @Test func `a folder without a pyramid, with two, and with an unfinished one throws an error that says so`() throws
    {
        try folder.write(Data(), to: "photo.jpg")
        let none = failure(of: "")
        #expect(none?.message.hasPrefix("this folder holds no pyramid") == true)
        try fixture.makeSuspended(with: 3)
        let unfinished = failure(of: "big_files.partial")
        #expect(unfinished?.code == .interrupted)
        #expect(unfinished?.message.hasSuffix("Resume the cut.") == true)
        try fixture.makeFinished(options: .resuming())
        let other = try PyramidFormat.deepZoom.makeStore(
            at: folder.path("other.dzi"), pyramid: smallPyramid, format: .png)
        try other.finish()
        #expect(failure(of: "")?.message == "this folder holds 2 pyramids (big.dzi, other.dzi). Open one of them.")
        #expect(try open("other_files")?.name == "other.dzi")
    }
}
