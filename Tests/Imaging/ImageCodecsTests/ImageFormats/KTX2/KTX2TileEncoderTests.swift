import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited)
struct KTX2TileEncoderTests {
    private static let channels: [PixelLayout.Channels] = [.gray, .grayAlpha, .rgb, .rgba]

    private func encoded(_ tile: TestTile) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = .ktx2
        return try encoding.makeEncoder(for: tile.layout).encode(tile)
    }

    @Test(arguments: channels, [(1, 1), (17, 33), (256, 256)])
    func `a tile is a page and its premultiplied pixels`(channels: PixelLayout.Channels, size: (Int, Int)) throws {
        let tile = TestTile(.noise, width: size.0, height: size.1, layout: PixelLayout(channels))
        let bytes = try encoded(tile)
        #expect(bytes.count == 4096 + 4 * size.0 * size.1)
        let expected = ScreenTile(width: size.0, height: size.1, channels: channels, samples: tile.bytes)
        let pixels = bytes[4096...].withUnsafeBytes { raw in
            (0..<size.0 * size.1).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
        }
        #expect(pixels == expected.pixels)
        let decoded = try ScreenTile(bytes)
        #expect(decoded.pixels == expected.pixels)
        #expect(decoded.isOpaque.after == expected.isOpaque.after)
    }

    @Test func `the header is that of the KTX 2.0 specification`() throws {
        let bytes = try encoded(TestTile(.smooth, width: 5, height: 3, layout: PixelLayout(.rgba)))
        func word(_ offset: Int) -> Int { bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) } }
        #expect(bytes.prefix(12) == [0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A])
        // VK_FORMAT_B8G8R8A8_SRGB, bytes of one; 5×3 without depth or layers, one face and level, no supercompression.
        let fields = [12, 16, 20, 24, 28, 32, 36, 40, 44].map(word)
        #expect(fields == [50, 1, 5, 3, 0, 0, 1, 1, 0])
        // The data format descriptor follows the level index, the metadata follows it and ends before the pixels.
        let places = [48, 52, 56, 60, 80, 88, 96].map(word)
        #expect(places == [104, 92, 196, 3900, 4096, 60, 60])
        // The descriptor: its length, Khronos' basic one, version 2 and 88 bytes, RGB, BT.709, sRGB, premultiplied.
        let descriptor = [104, 108, 112].map(word)
        #expect(descriptor == [92, 0, 88 * 65_536 + 2])
        #expect(bytes[116..<120] == [1, 1, 2, 1])
        // Blue, green, red and alpha, the last one linear.
        let channels: [UInt8] = [bytes[135], bytes[151], bytes[167], bytes[183]]
        #expect(channels == [2, 1, 0, 31])
        // Each key and value has its length before it, and keys are sorted.
        var (offset, keys): (Int, [String]) = (word(56), [])
        while offset < 4096 {
            keys.append(String(decoding: bytes[(offset + 4)...].prefix { $0 != 0 }, as: UTF8.self))
            offset += 4 + (word(offset) + 3) / 4 * 4
        }
        #expect(keys == ["KTXorientation", "KTXwriter", "TileKit:opaque", "TileKit:padding"])
        #expect(offset == 4096)
    }

    @Test(arguments: channels)
    func `opaque pixels come back exactly when they are cut`(channels: PixelLayout.Channels) throws {
        var tile = TestTile(.noise, width: 33, height: 21, layout: PixelLayout(channels))
        if channels.hasAlpha { tile.makeOpaque() }
        let image = try DecodedImage(openTileImage(encoded(tile), name: "tile"))
        #expect(image.info.layout == PixelLayout(.rgb))
        let expected = ScreenTile(width: 33, height: 21, channels: channels, samples: tile.bytes)
        let decoded = ScreenTile(width: 33, height: 21, channels: .rgb, samples: image.samples.map { UInt8($0) })
        #expect(decoded.pixels == expected.pixels)
    }

    @Test func `transparency is kept when it is cut`() throws {
        let tile = TestTile(.noise, width: 33, height: 21, layout: PixelLayout(.rgba))
        let image = try DecodedImage(openImage(.bytes(encoded(tile), name: "tile")))
        #expect(image.info.layout == PixelLayout(.rgba))
        for pixel in stride(from: 3, to: tile.bytes.count, by: 4) {
            #expect(image.samples[pixel] == Int(tile.bytes[pixel]))
        }
    }

    @Test func `a tile that ends early, or is a texture of another kind, is an error`() throws {
        let bytes = try encoded(TestTile(.smooth, width: 5, height: 3, layout: PixelLayout(.rgba)))
        for (damaged, code) in [
            (Array(bytes.dropLast()), CodecError.Code.truncated), (Array(bytes.prefix(90)), .truncated),
            (replacing(12, by: 37, in: bytes), .unsupported), (replacing(40, by: 2, in: bytes), .unsupported),
            (replacing(20, by: 6, in: bytes), .damaged), (replacing(87, by: 255, in: bytes), .truncated),
        ] {
            let error = #expect(throws: CodecError.self) { try ScreenTile(damaged) }
            #expect(error?.code == code)
        }
    }

    private func replacing(_ offset: Int, by value: UInt8, in bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes[offset] = value
        return bytes
    }

    @Test func `a profile is refused`() {
        var encoding = TileEncoding()
        encoding.format = .ktx2
        encoding.profile = [1]
        #expect(throws: CodecError.self) { try encoding.makeEncoder(for: PixelLayout(.rgb)) }
    }
}
