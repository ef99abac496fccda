import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

/// Malicious headers, for any decoder.
@Suite(.timeLimited) struct OpenImageTests {
    private func jpeg(exif: [UInt8]) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.exif = exif
        let tile = TestTile(.smooth, width: 20, height: 10, layout: PixelLayout(.rgb))
        return try encoding.makeEncoder(for: tile.layout).encode(tile)
    }

    /// A TIFF of one directory; its values have 64 bits in a BigTIFF, else 32.
    private func tiff(big: Bool, _ tags: [(tag: Int, type: Int, count: Int, value: UInt64)]) -> [UInt8] {
        func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let wide = big ? 8 : 4
        var file: [UInt8] = big ? [0x49, 0x49, 43, 0, 8, 0, 0, 0] : [0x49, 0x49, 42, 0]
        file += bytes(big ? 16 : 8, wide) + bytes(UInt64(tags.count), big ? 8 : 2)
        for tag in tags {
            file += bytes(UInt64(tag.tag), 2) + bytes(UInt64(tag.type), 2) + bytes(UInt64(tag.count), wide)
            file += bytes(tag.value, wide)
        }
        return file + bytes(0, wide)
    }

    @Test(arguments: [3, 4, 12, 16], [1, 9, 100, Int(UInt32.max)])
    func `EXIF with value offsets that overflow declares no orientation`(type: Int, count: Int) throws {
        for offset in [UInt64(Int.max), UInt64(Int.max) - 8, UInt64.max, 1 << 62] {
            let exif = tiff(big: true, [(tag: 274, type: type, count: count, value: offset)])
            let source = try openImage(.bytes(jpeg(exif: exif), name: "test"))
            #expect(source.info.size == PixelSize(width: 20, height: 10))
        }
    }

    @Test(arguments: [(1 << 31 - 8, 1 << 32 - 1), (10_000_001, 1), (1, 10_000_001), (1 << 27, 1 << 32 - 1)])
    func `a side of more than ten million pixels is refused`(width: Int, height: Int) throws {
        let file = tiff(
            big: false,
            [
                (256, 4, 1, UInt64(width)), (257, 4, 1, UInt64(height)), (258, 3, 1, 1), (259, 3, 1, 1),
                (262, 3, 1, 1), (273, 4, 1, 8), (277, 3, 1, 1), (278, 4, 1, UInt64(height)), (279, 4, 1, 100),
            ])
        let error = try #require(throws: CodecError.self) {
            try openImage(.bytes(file + [UInt8](repeating: 0, count: 200), name: "large"))
        }
        #expect(error == CodecError.tooLarge("large"))
    }

    @Test func `a side of ten million pixels is accepted`() throws {
        let file = tiff(
            big: false,
            [
                (256, 4, 1, 1), (257, 4, 1, 10_000_000), (258, 3, 1, 1), (259, 3, 1, 1), (262, 3, 1, 1),
                (273, 4, 1, 8), (277, 3, 1, 1), (278, 4, 1, 10_000_000), (279, 4, 1, 100),
            ])
        let source = try openImage(.bytes(file + [UInt8](repeating: 0, count: 200), name: "tall"))
        #expect(source.info.size == PixelSize(width: 1, height: 10_000_000))
    }
}
