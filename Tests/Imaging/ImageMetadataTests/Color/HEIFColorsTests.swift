import TestLimits
import Testing
import TilePyramid

@testable import ImageMetadata

@Suite(.timeLimited) struct `Colors of HEIF and AVIF` {
    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(8 + content.count)] + Array(type.utf8) + content
    }

    private static func nclx(_ primaries: UInt8, _ transfer: UInt8, _ matrix: UInt8) -> [UInt8] {
        box("colr", Array("nclx".utf8) + [0, primaries, 0, transfer, 0, matrix, 0x80])
    }

    private static func properties(_ boxes: [[UInt8]]) -> [HEIFItems.Property] {
        boxes.flatMap { ISOBox.boxes(in: $0[...]) }.map { HEIFItems.Property(box: $0, isEssential: false) }
    }

    private static func colors(_ boxes: [[UInt8]], ofTiles tile: [[UInt8]] = []) throws -> HEIFColors {
        let file = HEIFPartFile(
            tileType: "av01", tiles: [HEIFPartFile.Tile(properties: properties(tile), data: [1])], columns: 1,
            size: PixelSize(width: 64, height: 64), properties: properties(boxes))
        let bytes = try #require(file.bytes())
        return try #require(HEIFColors(ImageBytes(bytes), page: 1))
    }

    @Test func `Code points are read where there is no profile`() throws {
        let p3 = try Self.colors([Self.nclx(12, 13, 1)])
        #expect(p3.encoding?.name == "Display P3" && p3.warnings.isEmpty && !p3.hasGainMap)
        #expect(try Self.colors([Self.nclx(1, 13, 6)]).encoding == nil)
        #expect(try Self.colors([]).encoding == nil)
        let profile = Self.box("colr", Array("prof".utf8) + [1, 2, 3])
        #expect(try Self.colors([Self.nclx(12, 13, 1), profile]).encoding == nil)
    }

    @Test func `Code points of tiles are those of the grid`() throws {
        #expect(try Self.colors([], ofTiles: [Self.nclx(9, 18, 9)]).encoding?.transfer == .hlg)
    }

    @Test func `The peak is that of the content, or else of the display`() throws {
        let display = Self.box("mdcv", [UInt8](repeating: 0, count: 16) + [0x02, 0x62, 0x5A, 0x00, 0, 0, 0, 1])
        let pq = Self.nclx(9, 16, 9)
        #expect(try Self.colors([pq]).encoding?.peak == nil)
        #expect(try Self.colors([pq, display]).encoding?.peak == 4000)
        #expect(try Self.colors([pq, display, Self.box("clli", [2, 0x58, 0, 100])]).encoding?.peak == 600)
        #expect(try Self.colors([pq, display, Self.box("clli", [0, 0, 0, 0])]).encoding?.peak == 4000)
    }

    private static let matrices: [(UInt8, Int?)] = [(1, nil), (0, nil), (9, nil), (10, 10), (14, 14), (99, 99)]

    @Test(arguments: matrices)
    func `A matrix that decoders do not know is named`(matrix: UInt8, unknown: Int?) throws {
        #expect(try Self.colors([Self.nclx(9, 16, matrix)]).unknownMatrix == unknown)
    }

    @Test func `Damaged boxes state nothing`() throws {
        #expect(try Self.colors([Self.box("colr", Array("nclx".utf8) + [0, 9])]).encoding == nil)
        #expect(try Self.colors([Self.box("colr", [])]).encoding == nil)
        #expect(
            try Self.colors([Self.nclx(9, 16, 9), Self.box("clli", [1]), Self.box("mdcv", [])]).encoding?.peak == nil)
    }
}
