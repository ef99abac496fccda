internal import CVips
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited)
struct TileDecoderTests {
    static let sizes = [(1, 1), (1, 40), (40, 1), (17, 33), (300, 200)]

    private func encoded(
        _ format: TileFormat, _ channels: PixelLayout.Channels = .rgb, width: Int = 67, height: Int = 41,
        pattern: TestTile.Pattern = .smooth, profile: [UInt8]? = nil
    ) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = format
        encoding.profile = profile
        let tile = TestTile(pattern, width: width, height: height, layout: PixelLayout(channels))
        return try encoding.makeEncoder(for: tile.layout).encode(tile)
    }

    /// An image with alpha of every value.
    private func fixture(bands: Int, _ width: Int = 67, _ height: Int = 41) -> VipsFixture {
        VipsFixture(width, height, bands: bands) { x, y, channel in
            let isAlpha = channel == bands - 1 && bands % 2 == 0
            return isAlpha ? (x * 4 + y) & 255 : (x * 3 + y * 2 + channel * 40) & 255
        }
    }

    // MARK: Formats

    @Test(arguments: [PixelLayout.Channels.gray, .rgb], sizes)
    func `JPEG pixels are those of another decoder`(channels: PixelLayout.Channels, size: (Int, Int)) throws {
        let bytes = try encoded(.jpeg, channels, width: size.0, height: size.1)
        let tile = try ScreenTile(bytes)
        #expect(tile == (try ScreenTile(expecting: bytes)))
        #expect(tile.isOpaque == (true, true))
    }

    @Test(arguments: [["interlace": "true"], ["subsample-mode": "off"], ["optimize-coding": "true"]])
    func `every JPEG process has the pixels of another decoder`(options: [String: String]) throws {
        let bytes = try fixture(bands: 3).encoded("jpegsave_buffer", options)
        #expect(try ScreenTile(bytes) == ScreenTile(expecting: bytes))
    }

    @Test func `a CMYK JPEG has the same colors as when it is cut`() throws {
        var fixture = VipsFixture(40, 30, bands: 4) { x, y, channel in (x * 6 + y * channel * 3) & 255 }
        fixture.interpretation = VIPS_INTERPRETATION_CMYK
        let bytes = try fixture.encoded("jpegsave_buffer")
        let tile = try ScreenTile(bytes)
        #expect(tile == (try ScreenTile(cutting: bytes)))
        #expect(tile.isOpaque == (true, true))
    }

    @Test(arguments: [PixelLayout.Channels.rgb, .rgba], sizes)
    func `lossy WebP has the pixels of another decoder, premultiplied`(
        channels: PixelLayout.Channels, size: (Int, Int)
    ) throws {
        let bytes = try encoded(.webp, channels, width: size.0, height: size.1, pattern: .noise)
        #expect(try ScreenTile(bytes) == ScreenTile(expecting: bytes))
    }

    @Test func `lossless WebP is decoded exactly`() throws {
        // Fully transparent pixels may lose their color in the file.
        let bytes = try fixture(bands: 4).encoded("webpsave_buffer", ["lossless": "true"])
        let tile = try ScreenTile(bytes)
        #expect(tile == (try ScreenTile(expecting: bytes)))
        #expect(tile.isOpaque == (false, false))
    }

    @Test func `a lossless WebP declared opaque is opaque, whatever its pixels`() throws {
        var bytes = try fixture(bands: 4).encoded("webpsave_buffer", ["lossless": "true"])
        let name = Array("VP8L".utf8)
        let chunk = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
        // After the FourCC, the length and a signature byte come 14 bits each of width and height, and the alpha hint.
        // The flags of an extended file declare it too.
        bytes[chunk + 12] &= ~0x10
        if chunk > 12 {
            bytes[20] &= ~0x10
        }
        let tile = try ScreenTile(bytes)
        #expect(tile.isOpaque == (true, true))
        #expect(tile.pixels.allSatisfy { $0 >> 24 == 255 })
    }

    @Test func `an animation shows its first frame`() throws {
        var animation = VipsFixture(20, 30, bands: 3) { _, y, channel in y < 15 ? [200, 20, 60][channel] : 0 }
        animation.integers = ["page-height": 15]
        for saver in ["webpsave_buffer", "gifsave_buffer"] {
            let tile = try ScreenTile(animation.encoded(saver, saver == "webpsave_buffer" ? ["lossless": "true"] : [:]))
            #expect(tile.size == PixelSize(width: 20, height: 15))
            #expect(Set(tile.pixels) == [0xFFC8_143C])
        }
    }

    @Test(arguments: [
        ("heifsave_buffer", ["compression": "av1", "lossless": "true"]), ("jxlsave_buffer", ["lossless": "true"]),
        ("gifsave_buffer", [:]), ("tiffsave_buffer", ["compression": "deflate"]),
        ("jp2ksave_buffer", ["lossless": "true"]),
    ])
    func `other formats have the same pixels as when they are cut`(saver: String, options: [String: String]) throws {
        for bands in [3, 4] {
            let bytes = try fixture(bands: bands).encoded(saver, options)
            #expect(try ScreenTile(bytes) == ScreenTile(cutting: bytes))
        }
    }

    @Test func `JPEG 2000 tiles of every kind, also in a TIFF, have the same pixels as when they are cut`() throws {
        var fixture = OpenJPEGFixture(width: 67, height: 41, sampling: [(1, 1)]) { x, y, _ in (x + y) % 4 }
        fixture.origin = (3, 5)
        let palette = JP2Fixture.palette(bits: [8, 8, 8], [[255, 0, 0], [0, 255, 0], [0, 0, 255], [9, 9, 9]])
        let colors = JP2Fixture(
            try fixture.encoded(), [palette, JP2Fixture.mapping([(0, 0), (0, 1), (0, 2)]), JP2Fixture.color(16)])
        for bytes in [colors.bytes, JPEG2000TIFFFixture(width: 67, height: 41).file()] {
            let tile = try ScreenTile(bytes)
            #expect(tile == (try ScreenTile(cutting: bytes)))
            #expect(tile.size == PixelSize(width: 67, height: 41))
            #expect(try openTileImage(bytes, name: "tile").info.size == tile.size)
        }
    }

    @Test(arguments: TileFormat.allCases)
    func `formats are recognized by content, and all tile formats are read`(format: TileFormat) throws {
        let decoder = TileDecoder()
        let bytes = try encoded(format)
        #expect(try ScreenTile(bytes, by: decoder).size == PixelSize(width: 67, height: 41))
        #expect(decoder.counts.decodes == 1)
    }

    // MARK: Colors

    @Test(arguments: [TileFormat.jpeg, .png, .webp])
    func `an sRGB profile changes nothing, another one is converted as when cutting`(
        format: TileFormat
    ) throws {
        let plain = try ScreenTile(encoded(format))
        let decoder = TileDecoder()
        for profile in [ProfileFixture.sRGB, .roundedSRGB] {
            let bytes = try encoded(format, profile: profile.bytes)
            // Twice, because the second time the profile is cached.
            #expect(try ScreenTile(bytes, by: decoder) == plain)
            #expect(try ScreenTile(bytes, by: decoder) == plain)
        }
        for _ in 0..<2 {
            let bytes = try encoded(format, profile: ProfileFixture.adobeRGB.bytes)
            let tile = try ScreenTile(bytes, by: decoder)
            #expect(tile == (try ScreenTile(cutting: bytes)))
            #expect(tile.pixels != plain.pixels)
        }
    }

    @Test(arguments: [TileFormat.jpeg, .png])
    func `gray with a gray profile is converted`(format: TileFormat) throws {
        let bytes = try encoded(format, .gray, profile: ProfileFixture.gray.bytes)
        let tile = try ScreenTile(bytes)
        #expect(tile == (try ScreenTile(cutting: bytes)))
        #expect(tile.pixels != (try ScreenTile(encoded(format, .gray))).pixels)
    }

    @Test(arguments: [TileFormat.jpeg, .png, .webp])
    func `an invalid profile is ignored`(format: TileFormat) throws {
        let bytes = try encoded(format, profile: [1, 2, 3, 4, 5])
        #expect(try ScreenTile(bytes) == ScreenTile(encoded(format)))
    }

    // MARK: Limits

    @Test func `a tile above the pixel limit is refused by its header`() throws {
        let decoder = TileDecoder()
        let bytes = try encoded(.png, width: 40, height: 30)
        decoder.pixelLimit = 1200
        #expect(try ScreenTile(bytes, by: decoder).size.area == 1200)
        decoder.pixelLimit = 1199
        for format in [TileFormat.jpeg, .png, .webp, .jxl] {
            let bytes = try encoded(format, width: 40, height: 30)
            let error = #expect(throws: CodecError.self) { try ScreenTile(bytes, by: decoder, name: "tile 3/4_5") }
            #expect(error?.code == .unsupported)
            #expect(
                error?.description
                    == "tile 3/4_5: the tile is too large: it has 40×30 pixels, and up to 1199 are decoded.")
        }
    }

    @Test func `a PNG of a billion pixels in a few bytes is refused before memory is allocated`() throws {
        var parts = try PNGParts(encoded(.png))
        let sides: [UInt8] = [0, 0, 0x1F, 0xFF, 0, 0, 0x1F, 0xFF]
        parts.chunks[0].data.replaceSubrange(0..<8, with: sides)
        let error = #expect(throws: CodecError.self) { try ScreenTile(parts.file) }
        #expect(error?.code == .truncated)
        parts.chunks[0].data.replaceSubrange(0..<8, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        #expect(throws: CodecError.self) { try ScreenTile(parts.file) }
    }

    // MARK: Use

    @Test func `decodes and failures are counted`() throws {
        let decoder = TileDecoder()
        let bytes = try encoded(.jpeg, width: 256, height: 256)
        _ = try ScreenTile(bytes, by: decoder)
        var expected = TileDecoder.Counts()
        expected.decodes = 1
        expected.encodedBytes = bytes.count
        expected.decodedBytes = 262_144
        #expect(decoder.counts == expected)
        _ = try ScreenTile(bytes, by: decoder)
        expected.decodes = 2
        expected.encodedBytes += bytes.count
        expected.decodedBytes += 262_144
        #expect(decoder.counts == expected)
        #expect(throws: CodecError.self) { try ScreenTile([1, 2, 3], by: decoder) }
        #expect(throws: CodecError.self) { try ScreenTile(Array(bytes.dropLast(9)), by: decoder) }
        expected.failures = 2
        #expect(decoder.counts == expected)
        // Opening a tile without writing it is not counted.
        #expect(try decoder.decode(bytes, name: "tile") { $0.size } == PixelSize(width: 256, height: 256))
        #expect(decoder.counts == expected)

        var sum = TileDecoder.Counts()
        sum.add(expected)
        sum.add(expected)
        #expect([sum.decodes, sum.failures, sum.decodesOnMainThread] == [4, 4, 0])
        #expect(sum.encodedBytes == 4 * bytes.count)
        #expect(sum.decodedBytes == 2 * 524_288)
    }

    @Test func `one decoder decodes tiles of all formats and sizes in any order`() throws {
        let decoder = TileDecoder()
        var random = SeededRandom(seed: 3)
        let tiles = try TileFormat.allCases.flatMap { format in
            try [(5, 3), (67, 41), (300, 20)].map { try encoded(format, width: $0.0, height: $0.1) }
        }
        let expected = try tiles.map { try ScreenTile($0) }
        for _ in 0..<60 {
            let place = Int.random(in: 0..<tiles.count, using: &random)
            if Int.random(in: 0..<3, using: &random) == 0 {
                let damaged = Array(tiles[place].prefix(tiles[place].count * 2 / 3))
                #expect(throws: CodecError.self) { try ScreenTile(damaged, by: decoder) }
            }
            #expect(try ScreenTile(tiles[place], by: decoder) == expected[place])
        }
    }

    @Test func `an error of the receiver is rethrown, and the decoder stays usable`() throws {
        struct Stop: Error {}
        let decoder = TileDecoder()
        let bytes = try encoded(.jpeg)
        #expect(throws: Stop.self) { try decoder.decode(bytes, name: "tile") { _ in throw Stop() } }
        #expect(try ScreenTile(bytes, by: decoder) == ScreenTile(bytes))
        #expect(decoder.counts.failures == 0)
    }
}
