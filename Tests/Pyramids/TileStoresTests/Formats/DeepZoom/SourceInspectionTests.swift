import FilePyramids
import Foundation
import TestSupport
import TestLimits
import Testing
import TileContainers
import TilePyramid
import TileStores

@Suite(.timeLimited) struct SourceInspectionTests {
    /// The tiles that a source lists; fails if one is listed twice.
    private func tiles(of source: any PyramidSource) throws -> [TileIndex: StoredTile] {
        var tiles: [TileIndex: StoredTile] = [:]
        try source.forEachStoredTile { index, tile in
            #expect(tiles.updateValue(tile, forKey: index) == nil, "\(index) is named once")
        }
        for index in source.pyramid.indices {
            #expect(try source.storedTile(index) == tiles[index])
        }
        return tiles
    }

    private func issues(of source: any PyramidSource) throws -> Set<String> {
        var issues: Set<String> = []
        try source.inspectFiles { issues.insert("\($0.location): \($0.message)") }
        return issues
    }

    @Test func `every tile of a Deep Zoom pyramid is listed once, with its size`() throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        let source = try LayoutSource(opening: fixture.folder.path("big"), as: .deepZoom)
        let tiles = try tiles(of: source)
        #expect(Set(tiles.keys) == Set(smallPyramid.indices))
        #expect(tiles.allSatisfy { $0.value == StoredTile(byteCount: contents(of: $0.key).utf8.count) })
        #expect(try issues(of: source).isEmpty && !source.isSparse && source.properties.isEmpty)
        #expect(try source.storedTile(TileIndex(level: 9, column: 0, row: 0)) == nil)
    }

    @Test func `missing tiles and levels are not listed`() throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        try fixture.folder.remove("big_files/2")
        try fixture.folder.remove("big_files/3/1_1.jpg")
        try FileManager.default.createDirectory(
            atPath: fixture.folder.path("big_files/3/1_1.jpg"), withIntermediateDirectories: true)
        let source = try LayoutSource(opening: fixture.folder.path("big"), as: .deepZoom)
        let missing = smallPyramid.indices.filter { $0.level == 2 || $0 == TileIndex(level: 3, column: 1, row: 1) }
        #expect(try Set(tiles(of: source).keys) == Set(smallPyramid.indices).subtracting(missing))
        #expect(try issues(of: source) == ["big_files/3/1_1.jpg: this is not a tile of level 3."])
    }

    @Test func `files with several names share a blob ID, others have none`() throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        let first = fixture.folder.path("big_files/3/0_0.jpg")
        let second = fixture.folder.path("big_files/3/2_1.jpg")
        try FileManager.default.removeItem(atPath: second)
        try FileManager.default.linkItem(atPath: first, toPath: second)
        let tiles = try tiles(of: LayoutSource(opening: fixture.folder.path("big"), as: .deepZoom))
        let shared = tiles.filter { $0.value.sharedBlobID != nil }
        #expect(Set(shared.keys.map { [$0.column, $0.row] }) == [[0, 0], [2, 1]])
        #expect(Set(shared.values.map(\.sharedBlobID)).count == 1)
    }

    @Test(arguments: [
        ("big_files/readme.txt", "this does not belong to any level of the pyramid."),
        ("big_files/4/0_0.jpg", "this does not belong to any level of the pyramid."),
        ("big_files/03/0_0.jpg", "this does not belong to any level of the pyramid."),
        ("big_files/tilekit-journal", "a run that was replacing the pyramid was interrupted."),
        ("big_files/3/3_0.jpg", "this is not a tile of level 3."),
        ("big_files/3/0_2.jpg", "this is not a tile of level 3."),
        ("big_files/3/00_0.jpg", "this is not a tile of level 3."),
        ("big_files/3/0_0.png", "this is not a tile of level 3."),
        ("big_files/3/+1_0.jpg", "this is not a tile of level 3."),
        ("big_files/2/.0_0.jpg", "this is not a tile of level 2."),
    ])
    func `stray files are issues`(name: String, message: String) throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        try fixture.folder.write(Data([1]), to: name)
        let source = try LayoutSource(opening: fixture.folder.path("big"), as: .deepZoom)
        let first = name.split(separator: "/").prefix(message.contains("any level") ? 2 : 3).joined(separator: "/")
        #expect(try issues(of: source) == ["\(first): \(message)"])
        #expect(try tiles(of: source).count == 10)
    }

    @Test func `the metadata file of libvips is not an issue`() throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        try fixture.folder.write(Data("<image/>".utf8), to: "big_files/vips-properties.xml")
        #expect(try issues(of: LayoutSource(opening: fixture.folder.path("big"), as: .deepZoom)).isEmpty)
    }

    @Test func `a second descriptor is an issue if it differs`() throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        try fixture.folder.write(Data(DeepZoomFixture.descriptor.utf8), to: "big.xml")
        #expect(try issues(of: LayoutSource(opening: fixture.folder.path("big.dzi"), as: .deepZoom)).isEmpty)
        let other = DeepZoomFixture.descriptor.replacing("Width=\"5\"", with: "Width=\"6\"")
        try fixture.folder.write(Data(other.utf8), to: "big.xml")
        #expect(
            try issues(of: LayoutSource(opening: fixture.folder.path("big.dzi"), as: .deepZoom))
                == ["big.xml: this describes a different pyramid than big.dzi."])
    }

    /// Adds display rectangles to the descriptor of a finished pyramid.
    private func describe(_ fixture: DeepZoomFixture, _ parts: String...) throws {
        let rects = parts.map { part in
            let numbers = part.split(separator: " ")
            return "<DisplayRect MinLevel='\(numbers[0])' MaxLevel='\(numbers[1])'><Rect X='\(numbers[2])' "
                + "Y='\(numbers[3])' Width='\(numbers[4])' Height='\(numbers[5])'/></DisplayRect>"
        }
        let end = "<DisplayRects>\(rects.joined())</DisplayRects></Image>"
        try fixture.folder.write(Data(DeepZoomFixture.descriptor.replacing("</Image>", with: end).utf8), to: "big.dzi")
    }

    @Test func `in a sparse image, tiles may only be absent outside of the display rectangles`() throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        // Tiles of 2 pixels: at full size 3×2 of them; this rectangle touches the two in the middle.
        try describe(fixture, "3 3 2 1 2 2", "2 3 4 0 1 1")
        for name in ["3/0_0", "3/2_1", "2/0_0", "1/0_0"] { try fixture.folder.remove("big_files/\(name).jpg") }
        let source = try LayoutSource(opening: fixture.folder.path("big.dzi"), as: .deepZoom)
        #expect(try source.isSparse && issues(of: source).isEmpty)
        for name in ["3/1_0", "3/1_1", "2/1_0"] { try fixture.folder.remove("big_files/\(name).jpg") }
        #expect(
            try issues(of: source).map { $0.prefix(19) }.sorted()
                == ["2/1_0", "3/1_0", "3/1_1"].map { "big_files/\($0).jpg" })
    }

    @Test(arguments: ["0 3 0 0 5 3", "0 3 0 0 9 9"])
    func `with a display rectangle of the whole image, any tile may be absent`(part: String) throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        try describe(fixture, part, "3 3 0 0 1 1")
        try fixture.folder.remove("big_files/3/0_0.jpg")
        let source = try LayoutSource(opening: fixture.folder.path("big.dzi"), as: .deepZoom)
        #expect(try source.isSparse && issues(of: source).isEmpty)
    }

    @Test(arguments: ["3 2 0 0 5 3", "0 3 -1 0 5 3", "0 3 0 0 x 3", "0 99999999999 0 0 5 3"])
    func `an invalid display rectangle throws an error`(part: String) throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        try describe(fixture, part)
        let error = #expect(throws: StoreError.self) {
            try LayoutSource(opening: fixture.folder.path("big.dzi"), as: .deepZoom)
        }
        #expect(error?.code == .malformed && error?.message.contains("the descriptor is damaged") == true)
    }

    @Test func `a sparse image of enormous size is checked up to a limit`() throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        try describe(fixture, "0 31 1 0 2147483640 2147483640")
        let text = String(decoding: try fixture.folder.bytes(of: "big.dzi"), as: UTF8.self)
            .replacing("\"5\"", with: "\"2147483647\"").replacing("\"3\"", with: "\"2147483647\"")
        try fixture.folder.write(Data(text.utf8), to: "big.dzi")
        var (count, others): (Int, [String]) = (0, [])
        try LayoutSource(opening: fixture.folder.path("big.dzi"), as: .deepZoom).inspectFiles { issue in
            if issue.tile != nil { count += 1 } else { others.append(issue.location) }
        }
        #expect(count == 10_000 && others == ["DisplayRects"], "\(others)")
    }

    @Test func `a pyramid that has disappeared throws an error and is not empty`() throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        let source = try LayoutSource(opening: fixture.folder.path("big"), as: .deepZoom)
        try fixture.folder.remove("big_files")
        let index = TileIndex(level: 3, column: 0, row: 0)
        #expect(storeError { _ = try source.storedTile(index) }?.code == .unreadable)
        #expect(storeError { try source.forEachStoredTile { _, _ in } }?.code == .unreadable)
    }

    @Test func `the tiles of a flat set are listed, and stray files with names of tiles are issues`() throws {
        let folder = try TemporaryFolder()
        for name in ["big_00_00.png", "other_00_00.txt", "big_000_00.png", "big_00_00.txt"] {
            try folder.write(Data(smallPNG), to: "tiles/\(name)")
        }
        let source = try LayoutSource(opening: folder.path("tiles/big"), as: .flat)
        let only = TileIndex(level: 0, column: 0, row: 0)
        #expect(try tiles(of: source) == [only: StoredTile(byteCount: smallPNG.count)])
        #expect(
            try issues(of: source) == [
                "big_000_00.png: this has the name of a tile, but is not a tile of the pyramid.",
                "big_00_00.txt: this has the name of a tile, but is not a tile of the pyramid.",
            ])
    }
}

/// A gray pixel: signature, IHDR, IDAT, IEND (https://www.w3.org/TR/png-3/).
private let smallPNG: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 0,
    0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x68, 0, 0, 0, 0x82, 0,
    0x81, 0x77, 0xCD, 0x72, 0xB6, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
]
