import FilePyramids
import Foundation
import ImageCodecs
import ImageSources
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TileContainers
import TilePyramid
import TileStores

@Suite(.timeLimited) struct FlatSourceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A white image as a file.
    private static func encodedImage(_ size: PixelSize, _ format: TileFormat) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = format
        let row = [UInt8](repeating: 255, count: size.width)
        var bytes: [UInt8] = []
        try row.withUnsafeBytes { raw in
            let rows = (0..<size.height).compactMap { _ in raw.baseAddress }
            try rows.withUnsafeBufferPointer { rows in
                let pixels = TilePixels(size: size, layout: PixelLayout(.gray), rows: rows)
                try encoding.makeEncoder(for: pixels.layout).encode(pixels) { bytes = $0.withUnsafeBytes { Array($0) } }
            }
        }
        return bytes
    }

    /// Writes the tiles of a pyramid, except `missing`.
    private func cut(
        _ pyramid: Pyramid, to name: String = "tiles/big", format: TileFormat = .png,
        except missing: Set<TileIndex> = []
    ) throws {
        try folder.write(Data(), to: name + ".txt")
        let store = try PyramidFormat.flat.makeStore(at: folder.path(name), pyramid: pyramid, format: format)
        for index in pyramid.indices {
            let bytes = try Self.encodedImage(pyramid.rect(of: index).size, format)
            try store.write(bytes.span.bytes, format: format, at: index)
        }
        try store.finish()
        for index in missing {
            try folder.remove("\(name)_0\(index.column)_0\(index.row).\(format.fileExtension)")
        }
    }

    @Test(arguments: [
        (5, 3, 2, 0), (7, 5, 2, 1), (2, 2, 2, 0), (2, 9, 4, 0), (9, 3, 4, 0), (300, 130, 64, 3), (1, 1, 256, 0),
    ])
    func `the geometry follows from names and headers`(width: Int, height: Int, tileSize: Int, overlap: Int) throws {
        let size = PixelSize(width: width, height: height)
        let pyramid = Pyramid(size: size, tileSize: tileSize, overlap: overlap, levelCount: 1)
        try cut(pyramid)
        let opened = try #require(try Pyramids.openBlocking(folder.path("tiles")))
        #expect(opened.format == .flat && opened.source.format == .png && opened.name == "big")
        let found = opened.source.pyramid
        #expect(found.size == size && found.levels.count == 1)
        #expect(found.finestLevel.grid == pyramid.finestLevel.grid)
        // Tiles in a single row or column are assumed to be square, as far as the image reaches.
        #expect(found.finestLevel.grid.count == 1 || found.finestLevel.tileSize == pyramid.finestLevel.tileSize)
        for index in pyramid.indices {
            let same = TileIndex(level: 0, column: index.column, row: index.row)
            #expect(found.rect(of: same) == pyramid.rect(of: index))
            #expect(try opened.source.read(same) != nil)
        }
        #expect(try opened.source.read(TileIndex(level: 1, column: 0, row: 0)) == nil)
    }

    @Test func `tiles may be missing, also the first and the last`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 9, height: 7), tileSize: 2, levelCount: 1)
        let finest = pyramid.finestLevel.index
        let grid = pyramid.finestLevel.grid
        let missing = [(0, 0), (grid.columns - 1, grid.rows - 1), (1, 1)].map {
            TileIndex(level: finest, column: $0.0, row: $0.1)
        }
        try cut(pyramid, except: Set(missing))
        let source = try LayoutSource(opening: folder.path("tiles/big"), as: .flat)
        #expect(source.pyramid.size == pyramid.size && source.pyramid.finestLevel.grid == grid)
        for index in pyramid.indices {
            let isMissing = try source.read(TileIndex(level: 0, column: index.column, row: index.row)) == nil
            #expect(isMissing == missing.contains(index))
        }
    }

    @Test(arguments: ["jpg", "JPEG", "webp"], ["map_v1.5_0_0", "map_000_000"])
    func `other numbers of digits and other file extensions are recognized`(fileExtension: String, first: String) throws
    {
        let format: TileFormat = fileExtension == "webp" ? .webp : .jpeg
        let bytes = try Self.encodedImage(PixelSize(width: 8, height: 8), format)
        for name in [first, String(first.dropLast()) + "1"] {
            try folder.write(Data(bytes), to: "\(name).\(fileExtension)")
        }
        let pyramid = try #require(try Pyramids.openBlocking(folder.path))
        #expect(pyramid.source.format == format)
        #expect(pyramid.source.pyramid.size == PixelSize(width: 8, height: 16))
        #expect(try pyramid.source.read(TileIndex(level: 0, column: 0, row: 1))?.bytes == bytes)
    }

    @Test func `photos with dates in their names are not tiles`() throws {
        for name in ["IMG_20230101_120000.jpg", "IMG_2023_01.jpg", "scan_12_31.jpg", "a_00_x.jpg", "00_00.jpg"] {
            try folder.write(Data(), to: name)
        }
        #expect(throws: StoreError.self) { try Pyramids.openBlocking(folder.path) }
    }

    @Test func `two sets, tiles of two formats and damaged tiles throw errors`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 4, height: 4), tileSize: 2, levelCount: 1)
        try cut(pyramid)
        try cut(pyramid, to: "tiles/small")
        let several = #expect(throws: StoreError.self) { try Pyramids.openBlocking(folder.path("tiles")) }
        #expect(several?.message == "this folder holds 2 pyramids (big, small). Open one of them.")
        try cut(pyramid, to: "mixed/big")
        try folder.write(Data(), to: "mixed/big_00_00.jpg")
        let mixed = #expect(throws: StoreError.self) { try Pyramids.openBlocking(folder.path("mixed")) }
        #expect(mixed?.message == "the tiles have different file extensions: jpg and png. Move one kind elsewhere.")
        try cut(pyramid, to: "damaged/big")
        try folder.write(Data("no picture".utf8), to: "damaged/big_00_00.png")
        let damaged = #expect(throws: StoreError.self) { try Pyramids.openBlocking(folder.path("damaged")) }
        #expect(damaged?.code == .malformed && damaged?.path == folder.path("damaged/big_00_00.png"))
    }

    @Test func `flat tiles beside a Deep Zoom pyramid are a second pyramid`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 4, height: 4), tileSize: 2, levelCount: 1)
        try cut(pyramid)
        let store = try PyramidFormat.deepZoom.makeStore(
            at: folder.path("tiles/big.dzi"), pyramid: pyramid, format: .png)
        try store.finish()
        let error = #expect(throws: StoreError.self) { try Pyramids.openBlocking(folder.path("tiles")) }
        #expect(error?.message == "this folder holds 2 pyramids (big, big.dzi). Open one of them.")
    }
}
