import Foundation
import PixelKernels
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimit(.minutes(60)))
struct SingleImageSourceTests {
    private func encoded(
        _ format: TileFormat, width: Int = 100, height: Int = 61, exif: [UInt8]? = nil
    ) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = format
        encoding.exif = exif
        let tile = TestTile(.smooth, width: width, height: height, layout: PixelLayout(.rgb))
        return try encoding.makeEncoder(for: tile.layout).encode(tile)
    }

    private func open(_ bytes: [UInt8]) throws -> SingleImageSource {
        try SingleImageSource(.bytes(bytes, name: "picture"))
    }

    @Test func `the levels are the scales at which a tile can be decoded`() throws {
        let source = try open(encoded(.jpeg))
        #expect(source.pyramid.levels.map(\.size.description) == ["13×8", "25×16", "50×31", "100×61"])
        #expect(source.pyramid.levels.map(\.downsample) == [8, 4, 2, 1])
        #expect(source.pyramid.levels.allSatisfy { $0.grid == TileGrid(columns: 1, rows: 1) })
        #expect(source.warnings.isEmpty)
    }

    @Test(arguments: [(1, 1, 1), (2, 1, 2), (3, 3, 3), (4, 1, 3), (5, 2, 4), (8, 8, 4)])
    func `a small image has as many levels as sizes`(width: Int, height: Int, levels: Int) throws {
        let source = try open(encoded(.png, width: width, height: height))
        #expect(source.pyramid.levels.count == levels)
        #expect(Set(source.pyramid.levels.map(\.size)).count == levels)
        #expect(source.pyramid.size == PixelSize(width: width, height: height))
    }

    @Test(arguments: TileFormat.allCases)
    func `an upright image is kept as stored, and every level is decoded from it`(format: TileFormat) throws {
        let bytes = try encoded(format)
        let source = try open(bytes)
        let decoder = TileDecoder()
        for level in source.pyramid.levels {
            let tile = try #require(source.read(TileIndex(level: level.index, column: 0, row: 0)))
            let scale = DecodeScale.covering(level.size, from: source.pyramid.size)
            #expect(tile == EncodedTile(bytes: bytes, format: format, reduction: scale.rawValue))
            #expect(try ScreenTile(tile.bytes, by: decoder, scale: scale).pixels.count == level.size.area)
        }
        #expect(source.read(TileIndex(level: 4, column: 0, row: 0)) == nil)
        #expect(source.read(TileIndex(level: 3, column: 1, row: 0)) == nil)
    }

    @Test func `a file is read once, when it is opened`() throws {
        let folder = try TemporaryFolder()
        let bytes = try encoded(.jpeg)
        try folder.write(Data(bytes), to: "a.jpg")
        let source = try SingleImageSource(.file(folder.path("a.jpg")))
        try folder.remove("a.jpg")
        #expect(source.read(TileIndex(level: 0, column: 0, row: 0))?.bytes == bytes)
    }

    @Test func `a rotated image is made upright and kept as PNG`() throws {
        var exif = TestMetadata.exif
        exif[18] = 6
        let bytes = try encoded(.jpeg, exif: exif)
        let source = try open(bytes)
        #expect(source.pyramid.size == PixelSize(width: 61, height: 100))
        let tile = try #require(source.read(TileIndex(level: 3, column: 0, row: 0)))
        #expect(tile.format == .png)
        #expect(try ScreenTile(tile.bytes) == ScreenTile(cutting: bytes))
    }

    @Test func `an image in another format than tiles is kept as PNG`() throws {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='6'><rect width='9' height='6'/></svg>"
        for bytes in [try VipsFixture.quadrants(9, 6).encoded("tiffsave_buffer"), Array(svg.utf8)] {
            let source = try open(bytes)
            let finest = TileIndex(level: source.pyramid.finestLevel.index, column: 0, row: 0)
            let tile = try #require(source.read(finest))
            #expect(tile.format == .png)
            #expect(try ScreenTile(tile.bytes) == ScreenTile(cutting: bytes))
        }
    }

    @Test func `an image above the pixel limit is refused`() throws {
        let bytes = try encoded(.png)
        #expect(throws: Never.self) { try SingleImageSource(.bytes(bytes, name: "picture"), pixelLimit: 6100) }
        let error = #expect(throws: CodecError.self) {
            try SingleImageSource(.bytes(bytes, name: "picture"), pixelLimit: 6099)
        }
        #expect(error?.code == .unsupported)
        #expect(error?.file == "picture")
        #expect(error?.isWellWorded == true)
        #expect(throws: CodecError.self) { try open([1, 2, 3]) }
    }
}
