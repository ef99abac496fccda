import TestLimits
import Testing

@testable import ImageMetadata

@Suite(.timeLimited) struct TIFFDirectoryTests {
    private struct Damaged: Error, Equatable {
        var reason: String
    }

    private static func reader(_ bytes: [UInt8]) throws -> TIFFByteReader {
        try TIFFByteReader(#require(TIFFHeader(bytes)), size: bytes.count) { offset, count in
            Array(bytes.dropFirst(offset).prefix(count))
        } failure: {
            Damaged(reason: $0)
        }
    }

    private static func file(_ directory: TIFFDirectoryBuilder, isBigTIFF: Bool, next: Int = 0) -> [UInt8] {
        let header = TIFFHeader.bytes(firstDirectory: 16, isBigTIFF: isBigTIFF)
        return header + Array(repeating: 0, count: 16 - header.count)
            + directory.bytes(at: 16, next: next, isBigTIFF: isBigTIFF)
    }

    private static var everything: TIFFDirectoryBuilder {
        var directory = TIFFDirectoryBuilder()
        directory[.imageWidth] = .longs([70_000])
        directory[.bitsPerSample] = .shorts([8, 8, 8])
        directory[.software] = .text("TileKit")
        directory[.xResolution] = .rationals([(300, 4)])
        directory[.tileOffsets] = .offsets(Array(1...5000))
        directory[.tileByteCounts] = .computedLongs(count: 5000) { 2 * $0 }
        directory[.modelPixelScale] = .doubles([0.5, 0.25, 0])
        directory[.iccProfile] = .bytes(Array(0..<100))
        return directory
    }

    @Test(arguments: [false, true]) func `what is written is read`(isBigTIFF: Bool) throws {
        let bytes = Self.file(Self.everything, isBigTIFF: isBigTIFF, next: 1234)
        let reader = try Self.reader(bytes)
        #expect(try reader.firstDirectory() == 16)
        let directory = try TIFFDirectory(at: 16, of: reader)
        #expect(directory.next == 1234)
        #expect(directory.entryCount == 8)
        #expect(try directory.number(.imageWidth) == 70_000)
        #expect(try directory.numbers(.bitsPerSample) == [8, 8, 8])
        #expect(try directory.text(.software) == "TileKit")
        #expect(try directory.rational(.xResolution) == 75)
        let offsets = try #require(directory.table(.tileOffsets))
        #expect(reader.holds(offsets))
        #expect(try reader.numbers(of: offsets, 4998..<5000) == [4999, 5000])
        let lengths = try #require(directory.table(.tileByteCounts))
        #expect(try reader.numbers(of: lengths, 4095..<4098) == [8190, 8192, 8194])
        #expect(directory.values(.modelPixelScale) == [0.5, 0.25, 0])
        #expect(try directory.bytes(.iccProfile, limit: 100) == Array(0..<100))
        #expect(try directory.bytes(.iccProfile, limit: 99) == nil)
        #expect(directory.length(of: .iccProfile) == 100)
        #expect(!directory.has(.make))
    }

    @Test(arguments: [false, true]) func `pieces that are written are the whole`(isBigTIFF: Bool) {
        var pieces: [[UInt8]] = []
        Self.everything.write(at: 16, next: 7, isBigTIFF: isBigTIFF) { pieces.append($0) }
        #expect(pieces.count > 2)
        #expect(Array(pieces.joined()) == Self.everything.bytes(at: 16, next: 7, isBigTIFF: isBigTIFF))
        #expect(pieces.joined().count == Self.everything.size(isBigTIFF: isBigTIFF))
    }

    @Test func `a file that ends inside its directory is damaged, but its whole entries can be had`() throws {
        let bytes = Array(Self.file(Self.everything, isBigTIFF: false).prefix(16 + 2 + 12 + 5))
        #expect(throws: Damaged(reason: "an offset points beyond its end")) {
            try TIFFDirectory(at: 16, of: Self.reader(bytes))
        }
        let rest = TIFFDirectory(page: 0) { Array(bytes.dropFirst($0).prefix($1)) }
        #expect(rest?.integer(.imageWidth) == 70_000)
        #expect(rest?.values(.bitsPerSample) == [])
    }

    @Test func `the first of duplicate tags counts`() throws {
        let file = Self.file(Self.everything, isBigTIFF: false)
        // The second entry, BitsPerSample, becomes another ImageWidth.
        let second = 16 + 2 + 12
        let bytes = Array(file[..<second]) + [0, 1] + file[(second + 2)...]
        #expect(try TIFFDirectory(at: 16, of: Self.reader(bytes)).number(.imageWidth) == 70_000)
        #expect(TIFFDirectory(page: 0) { Array(bytes.dropFirst($0).prefix($1)) }?.integer(.imageWidth) == 70_000)
    }

    @Test func `directories are found by the number of their page`() {
        var first = TIFFDirectoryBuilder()
        first[.imageWidth] = .longs([1])
        var second = TIFFDirectoryBuilder()
        second[.imageWidth] = .longs([2])
        let start = 16 + first.size(isBigTIFF: false)
        let bytes =
            Self.file(first, isBigTIFF: false, next: start) + second.bytes(at: start, next: 0, isBigTIFF: false)
        let widths = (0..<3).map { page in
            TIFFDirectory(page: page) { Array(bytes.dropFirst($0).prefix($1)) }?.integer(.imageWidth)
        }
        #expect(widths == [1, 2, nil])
    }
}
