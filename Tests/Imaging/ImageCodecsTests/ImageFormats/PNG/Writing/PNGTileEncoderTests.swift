import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite("PNG tile encoder", .timeLimited)
struct PNGTileEncoderTests {
    static let layouts: [PixelLayout] = [PixelLayout.Channels.gray, .grayAlpha, .rgb, .rgba].flatMap {
        [PixelLayout($0, .eight), PixelLayout($0, .sixteen)]
    }

    private func encoder(_ layout: PixelLayout, _ change: (inout TileEncoding) -> Void = { _ in }) throws
        -> any TileEncoder
    {
        var encoding = TileEncoding()
        encoding.format = .png
        change(&encoding)
        return try encoding.makeEncoder(for: layout)
    }

    @Test("is lossless for all small and usual sizes", arguments: layouts)
    func exact(layout: PixelLayout) throws {
        let encoder = try encoder(layout)
        let sides = Array(1...9) + [255, 256, 257]
        for (index, width) in sides.enumerated() {
            for (other, height) in sides.enumerated() {
                let pattern = TestTile.Pattern.allCases[(index + other) % TestTile.Pattern.allCases.count]
                let tile = TestTile(pattern, width: width, height: height, layout: layout)
                let decoded = try DecodedTile(encoder.encode(tile))
                #expect(decoded.width == width && decoded.height == height)
                #expect(decoded.bands == layout.channels.rawValue)
                #expect(decoded.depth == layout.depth.rawValue)
                #expect(decoded.pixels == tile.bytes, "\(pattern) of \(width)×\(height)")
            }
        }
    }

    @Test("is lossless for every pattern", arguments: layouts, TestTile.Pattern.allCases)
    func patterns(layout: PixelLayout, pattern: TestTile.Pattern) throws {
        let tile = TestTile(pattern, width: 67, height: 40, layout: layout)
        #expect(try DecodedTile(encoder(layout).encode(tile)).pixels == tile.bytes)
    }

    @Test("gives the same bytes whatever was encoded before and however rows are spaced", arguments: layouts)
    func deterministic(layout: PixelLayout) throws {
        let tile = TestTile(.smooth, width: 130, height: 70, layout: layout)
        let used = try encoder(layout)
        _ = try used.encode(TestTile(.noise, width: 257, height: 33, layout: layout))
        _ = try used.encode(TestTile(.noise, width: 3, height: 2, layout: layout))
        let expected = try encoder(layout).encode(tile)
        #expect(try used.encode(tile) == expected)
        #expect(try used.encode(tile) == expected)
        #expect(try tile.withPackedTile(used.bytes(of:)) == expected)
    }

    @Test("writes chunks in the standard's order, with correct lengths and checksums")
    func chunks() throws {
        let profile = try TestMetadata.profile()
        let encoder = try encoder(PixelLayout(.rgb)) {
            $0.profile = profile
            $0.exif = TestMetadata.exif
        }
        for height in [5, 64] {
            let file = try encoder.encode(TestTile(.smooth, width: 30, height: height, layout: PixelLayout(.rgb)))
            let chunks = try PNGFile(file).chunks
            #expect(chunks.map(\.type) == ["IHDR", "iCCP", "eXIf", "IDAT", "IEND"])
            #expect(chunks[0].data == [0, 0, 0, 30, 0, 0, 0, UInt8(height), 8, 2, 0, 0, 0])
            #expect(chunks[2].data == TestMetadata.exif)
            #expect(chunks[4].data.isEmpty)
            let decoded = try DecodedTile(file)
            #expect(decoded.profile == profile)
            #expect(decoded.exif == TestMetadata.exif)
        }
    }

    @Test("declares no color space without a profile")
    func bare() throws {
        let file = try encoder(PixelLayout(.gray)).encode(
            TestTile(.solid, width: 4, height: 4, layout: PixelLayout(.gray)))
        #expect(try PNGFile(file).chunks.map(\.type) == ["IHDR", "IDAT", "IEND"])
    }

    @Test("takes little more than one byte per row for a solid tile")
    func solidIsSmall() throws {
        let tile = TestTile(.solid, width: 256, height: 256, layout: PixelLayout(.rgb))
        #expect(try encoder(PixelLayout(.rgb)).encode(tile).count < 800)
    }

    @Test("takes no more than pixels and framing for noise")
    func noiseIsStored() throws {
        let tile = TestTile(.noise, width: 256, height: 256, layout: PixelLayout(.rgb))
        #expect(try encoder(PixelLayout(.rgb)).encode(tile).count < tile.bytes.count + 256 + 200)
    }

    @Test("rethrows the receiver's error")
    func receiverThrows() throws {
        struct Refusal: Error {}
        let encoder = try encoder(PixelLayout(.gray))
        let tile = TestTile(.solid, width: 4, height: 4, layout: PixelLayout(.gray))
        #expect(throws: Refusal.self) { try tile.withTile { try encoder.encode($0) { _ in throw Refusal() } } }
        #expect(try DecodedTile(encoder.encode(tile)).pixels == tile.bytes)
    }
}

/// The chunks of a PNG file, checked while they are read.
private struct PNGFile {
    struct Chunk {
        let type: String
        let data: [UInt8]
    }

    private(set) var chunks: [Chunk] = []

    init(_ file: [UInt8]) throws {
        try #require(file.prefix(8) == [137, 80, 78, 71, 13, 10, 26, 10])
        var rest = file.dropFirst(8)
        while !rest.isEmpty {
            let length = Self.number(rest.prefix(4))
            try #require(rest.count >= length + 12, "a chunk must end within the file")
            let checked = rest.dropFirst(4).prefix(4 + length)
            #expect(Self.number(rest.dropFirst(8 + length).prefix(4)) == Self.checksum(checked))
            chunks.append(
                Chunk(type: String(decoding: checked.prefix(4), as: UTF8.self), data: Array(checked.dropFirst(4))))
            rest = rest.dropFirst(12 + length)
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// The CRC of the specification's annex D, bit by bit.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 {
                value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
            }
        }
        return Int(~value)
    }
}
