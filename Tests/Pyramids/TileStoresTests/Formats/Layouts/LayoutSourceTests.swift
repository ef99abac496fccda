import Foundation
import Georeferencing
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// Pyramids of other programs in folders, written by hand from the descriptions of the formats.
@Suite(.timeLimited)
struct LayoutSourceTests: FolderReading {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    // MARK: Zoomify

    private static let properties =
        "<IMAGE_PROPERTIES WIDTH=\"513\" HEIGHT=\"300\" NUMTILES=\"N\" NUMIMAGES=\"1\" VERSION=\"1.8\" TILESIZE=\"256\" />"

    @Test(arguments: [(7, 2), (9, 3)])
    func `NUMTILES tells whether Zoomify rounds down or up`(tiles: Int, tiers: Int) throws {
        // 513×300: 3×2 tiles, then 256×150 in one tile, or 257×150 in two and 129×75.
        try write(
            ["TileGroup0/0-0-0.jpg", "TileGroup0/1-1-0.jpg"], "ImageProperties.xml",
            Self.properties.replacingOccurrences(of: "\"N\"", with: "\"\(tiles)\""))
        for path in ["p", "p/ImageProperties.xml", ""] {
            let pyramid = try open(path)
            #expect(pyramid.format == .zoomify && pyramid.name == "p")
            #expect(pyramid.source.pyramid.levels.count == tiers)
            #expect(try text(pyramid.source, 1, 1, 0) == "TileGroup0/1-1-0.jpg")
        }
        #expect(try inventory(source()).issues.isEmpty)
    }

    @Test(arguments: [(500, PyramidShape.Rounding.down), (501, .up)])
    func `if both roundings give equally many tiles, the size of the last tile decides`(
        width: Int, rounding: PyramidShape.Rounding
    ) throws {
        // 1001 pixels in 4 tiles; 500 or 501 in 2 tiles; 250 or 251 in one.
        let text = Self.properties.replacingOccurrences(of: "513", with: "1001")
            .replacingOccurrences(of: "300", with: "100").replacingOccurrences(of: "\"N\"", with: "\"7\"")
        try write(["TileGroup0/0-0-0.jpg"], "ImageProperties.xml", text)
        let size = PixelSize(width: width == 500 ? 250 : 251, height: 25)
        try folder.write(Data(png(size)), to: "p/TileGroup0/0-0-0.jpg")
        #expect(try source().pyramid.levels[1].size.width == width)
    }

    @Test func `a wrong number of tiles and a stray file are issues`() throws {
        try write(
            ["TileGroup0/0-0-0.jpg", "TileGroup0/1-9-9.jpg", "TileGroup1/0-0-0.jpg", "notes/a.txt", "TileGroup0/.x"],
            "ImageProperties.xml", Self.properties.replacingOccurrences(of: "\"N\"", with: "\"8\""))
        let (tiles, issues) = try inventory(source())
        #expect(tiles == [TileIndex(level: 0, column: 0, row: 0): 1])
        #expect(issues == ["ImageProperties.xml", "TileGroup0/1-9-9.jpg", "TileGroup1/0-0-0.jpg", "notes/a.txt"])
    }

    @Test(arguments: [
        ("WIDTH=\"-5\"", "WIDTH is \"-5\""), ("WIDTH=\"99999999999999999999\"", "WIDTH is"),
        ("WIDTH=\"0\"", "WIDTH is"),
        ("WIDTH=\"2147483648\"", "WIDTH is"), ("WIDTH=\"many\"", "WIDTH is"), ("", "WIDTH is missing"),
    ])
    func `invalid Zoomify descriptors throw errors that name the attribute`(width: String, words: String) throws {
        try write(
            ["TileGroup0/0-0-0.jpg"], "ImageProperties.xml",
            "<IMAGE_PROPERTIES \(width) HEIGHT=\"1\" NUMTILES=\"1\"/>")
        let error = failure()
        #expect(error?.code == .malformed && error?.path == folder.path("p/ImageProperties.xml"))
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test func `a Zoomify descriptor with entities of its own throws an error`() throws {
        try write(
            ["TileGroup0/0-0-0.jpg"], "ImageProperties.xml",
            "<!DOCTYPE x [<!ENTITY bomb \"&bomb;&bomb;\">]><IMAGE_PROPERTIES WIDTH=\"&bomb;\" HEIGHT=\"1\"/>")
        #expect(
            failure()?.message
                == "this XML is not read: declarations in the document type in line 1. Leave that out of it.")
    }

    @Test func `the descriptor of an enormous image costs nothing`() throws {
        try write(
            ["TileGroup0/0-0-0.jpg"], "ImageProperties.xml",
            "<IMAGE_PROPERTIES WIDTH=\"2147483647\" HEIGHT=\"2147483647\" NUMTILES=\"3\" TILESIZE=\"1\"/>")
        let (tiles, _) = try inventory(source())
        #expect(tiles.count == 1)
        #expect(try source().read(TileIndex(level: 31, column: 2_147_483_646, row: 5)) == nil)
    }

    // MARK: IIIF

    @Test func `IIIF of libvips is read: regions instead of full, and coarse scale factors that are not listed`() throws
    {
        try write(
            [
                "0,0,1000,700/500,350/0/default.jpg", "0,0,512,512/512,512/0/default.jpg",
                "0,512,512,188/512,188/0/default.jpg", "512,0,488,512/488,512/0/default.jpg",
                "512,512,488,188/488,188/0/default.jpg", "vips-properties.xml",
            ], "info.json",
            """
            {"@context": "http://iiif.io/api/image/3/context.json", "id": "https://example.com/iiif/iiif3",
             "type": "ImageService3", "profile": "level0", "protocol": "http://iiif.io/api/image",
             "tiles": [{"scaleFactors": [1], "width": 512}], "width": 1000, "height": 700}
            """)
        let source = try source()
        #expect(try open("p/info.json").format == .iiif)
        #expect(source.layout == .iiif)
        #expect(source.pyramid.levels.map(\.size.width) == [500, 1_000])
        #expect(try text(source, 0, 0, 0) == "0,0,1000,700/500,350/0/default.jpg")
        #expect(try text(source, 1, 1, 1) == "512,512,488,188/488,188/0/default.jpg")
        #expect(try inventory(source) == (Dictionary(uniqueKeysWithValues: source.pyramid.indices.map { ($0, 1) }), []))
        #expect(source.properties == [PyramidProperty("id", "https://example.com/iiif/iiif3")])
    }

    @Test func `IIIF 2 with scale factors that are not powers of two is read, and each tile counts once`() throws {
        try write(
            [
                "full/full/0/default.png", "full/300,/0/default.png", "full/300,100/0/default.png",
                "full/100,/0/default.png", "0,0,200,100/200,/0/default.png", "200,0,100,100/100,/0/default.png",
            ], "info.json",
            """
            {"@context":"http://iiif.io/api/image/2/context.json","@id":"x","protocol":"http://iiif.io/api/image",
             "width":300,"height":100,"tiles":[{"width":200,"height":100,"scaleFactors":[3,1]}],
             "profile":["http://iiif.io/api/image/2/level0.json"]}
            """)
        let source = try source()
        #expect(source.layout == .iiif2 && source.format == .png)
        #expect(
            source.pyramid.levels.map(\.size) == [
                PixelSize(width: 100, height: 34), PixelSize(width: 300, height: 100),
            ])
        #expect(try text(source, 0, 0, 0) == "full/100,/0/default.png")
        #expect(try text(source, 1, 1, 0) == "200,0,100,100/100,/0/default.png")
        let (tiles, issues) = try inventory(source)
        #expect(tiles.count == 3 && tiles.values.allSatisfy { $0 == 1 } && issues.isEmpty)
    }

    @Test(arguments: [
        ("\"tiles\":[{\"width\":9,\"scaleFactors\":[2,4]}]", "the scaleFactors do not contain 1"),
        ("\"tiles\":[{\"width\":9,\"scaleFactors\":[1,1]}]", "one occurs twice"),
        ("\"tiles\":[{\"width\":9,\"scaleFactors\":[1,-2]}]", "tiles[0].scaleFactors[1]"),
        ("\"tiles\":[{\"width\":9,\"scaleFactors\":[1,1.5]}]", "scaleFactors[1]"),
        ("\"tiles\":[{\"width\":9,\"scaleFactors\":[1,1e300]}]", "scaleFactors[1]"),
        ("\"tiles\":[{\"width\":0,\"scaleFactors\":[1]}]", "tiles[0].width"),
        ("\"tiles\":[]", "this IIIF image has no \"tiles\""),
        ("\"sizes\":[]", "this IIIF image has \"sizes\" and no \"tiles\""),
        ("\"x\":", "damaged"),
    ])
    func `an IIIF image that is not a pyramid throws an error that says why`(tiles: String, words: String) throws {
        try write(
            [], "info.json",
            "{\"protocol\":\"http://iiif.io/api/image\",\"id\":\"x\",\"width\":30,\"height\":20,\(tiles)}")
        let error = failure()
        #expect(error?.code == .malformed && error?.path == folder.path("p/info.json"))
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    // MARK: All

    @Test(arguments: LayoutStoreTests.layouts)
    func `a written pyramid is read with the same geometry in every layout`(layout: PyramidFormat) throws {
        for (width, height) in [(5, 3), (1, 1), (2, 2), (9, 2)] {
            for rounding in [PyramidShape.Rounding.up, .down]
            where rounding == .up || ![.iiif, .iiif2].contains(layout) {
                var target = PyramidTarget(layout)
                target.rounding = rounding
                let pyramid = Pyramid(
                    size: PixelSize(width: width, height: height), tileSize: 2, shape: target.shape)
                let store = try #require(
                    try target.makeStore(
                        at: folder.path("p"), pyramid: pyramid, format: .jpeg, options: .replacing())
                        as? any LevelImageStore)
                try store.write(pyramid.indices)
                for level in store.wholeLevels {
                    try store.write(wholeLevel: level, [1].span.bytes, format: .jpeg)
                }
                try store.finish()
                let source = try source()
                #expect(source.layout == layout)
                #expect(source.pyramid.levels == pyramid.levels && source.pyramid.padsTiles == pyramid.padsTiles)
                for index in pyramid.indices {
                    #expect(try text(source, index.level, index.column, index.row) != nil)
                    #expect(try source.storedTile(index) != nil)
                }
                let (tiles, issues) = try inventory(source)
                #expect(tiles.count == pyramid.tileCount && tiles.values.allSatisfy { $0 == 1 } && issues.isEmpty)
            }
        }
    }

    @Test func `an image of background only is read as absent tiles`() throws {
        let pyramid = Pyramid(
            size: PixelSize(width: 1_000, height: 700), shape: PyramidFormat.google.shape)
        try PyramidTarget(.google).makeStore(at: folder.path("p"), pyramid: pyramid, format: .png).finish()
        let source = try source()
        #expect(source.pyramid == pyramid && source.format == .png)
        #expect(try inventory(source).tiles.isEmpty)
    }

    @Test func `an image with an origin in its grid keeps it`() throws {
        var shape = PyramidFormat.google.shape
        shape.origin = PixelOffset(x: 12, y: 300)
        let pyramid = Pyramid(size: PixelSize(width: 1_000, height: 400), shape: shape)
        let store = try PyramidTarget(.google).makeStore(at: folder.path("p"), pyramid: pyramid, format: .jpeg)
        try store.write(pyramid.indices)
        try store.finish()
        #expect(try source().pyramid == pyramid)
    }

    @Test(arguments: [PyramidFormat.xyz, .tms, .google])
    func `a georeferenced image is read with its tiles at their places`(layout: PyramidFormat) throws {
        var target = PyramidTarget(layout)
        target.georeference = Georeference(
            zoom: 11, bounds: GeoBounds(west: -122.5, south: 37.25, east: -122, north: 37.75, crs: .wgs84))
        var shape = target.shape
        shape.origin = PixelOffset(x: 327 * 256 + 8, y: 791 * 256)
        // 5×3 tiles from column 327 on, 3×2 from 163, 2×2 from 81.
        let pyramid = Pyramid(size: PixelSize(width: 1_017, height: 700), shape: shape)
        let store = try target.makeStore(at: folder.path("p"), pyramid: pyramid, format: .jpeg)
        try store.write(pyramid.indices)
        try store.finish()
        let source = try source()
        #expect(source.layout == layout && source.isSparse)
        #expect(source.pyramid.levels.count == pyramid.levels.count)
        for (mine, other) in zip(pyramid.levels, source.pyramid.levels) {
            for row in 0..<mine.grid.rows {
                for column in 0..<mine.grid.columns {
                    let index = TileIndex(level: mine.index, column: column, row: row)
                    let x = mine.firstTile.x - other.firstTile.x
                    let y = mine.firstTile.y - other.firstTile.y
                    #expect(try text(source, mine.index, column + x, row + y) == contents(of: index))
                }
            }
        }
        let (tiles, issues) = try inventory(source)
        #expect(tiles.count == pyramid.tileCount && issues.isEmpty)
    }

    @Test func `an unfinished pyramid is not opened`() throws {
        let store = try PyramidTarget(.xyz).makeStore(at: folder.path("p"), pyramid: smallPyramid, format: .jpeg)
        try store.write(smallPyramid.indices)
        try store.suspend()
        #expect(failure("p.partial")?.code == .interrupted)
    }

    @Test func `cyclic links, pipes and other links do no harm`() throws {
        try write(["0/0/0.jpg", "1/0/0.jpg"])
        try FileManager.default.createSymbolicLink(atPath: folder.path("p/1/loop"), withDestinationPath: "../..")
        try FileManager.default.createSymbolicLink(atPath: folder.path("p/1/1"), withDestinationPath: ".")
        #expect(mkfifo(folder.path("p/1/0/1.jpg"), 0o600) == 0)
        let source = try source()
        #expect(try inventory(source).tiles.count == 2)
        #expect(try source.storedTile(TileIndex(level: 1, column: 0, row: 1)) == nil)
        #expect(try source.read(TileIndex(level: 1, column: 0, row: 1))?.bytes == [])
    }

    @Test func `hard-linked tiles have the same blob ID`() throws {
        try write(["0/0/0.jpg", "1/0/0.jpg"])
        try FileManager.default.linkItem(atPath: folder.path("p/1/0/0.jpg"), toPath: folder.path("p/1/0/1.jpg"))
        let source = try source()
        let first = try source.storedTile(TileIndex(level: 1, column: 0, row: 0))
        #expect(first?.sharedBlobID != nil)
        #expect(try source.storedTile(TileIndex(level: 1, column: 0, row: 1)) == first)
        #expect(try source.storedTile(TileIndex(level: 0, column: 0, row: 0)) == StoredTile(byteCount: 9))
    }

    @Test func `a pyramid that disappears and an endless descriptor throw errors`() throws {
        try write(["0/0/0.jpg"])
        let source = try source()
        try folder.move("p", to: "away")
        let error = #expect(throws: StoreError.self) { try source.read(TileIndex(level: 0, column: 0, row: 0)) }
        #expect(error?.message.contains("no longer exists") == true)
        let text = "{\"tilejson\":\"3.0.0\"," + String(repeating: " ", count: LayoutDescription.descriptorByteLimit)
        try write([], "tiles.json", text)
        #expect(failure()?.message.contains("too large") == true)
    }
}
