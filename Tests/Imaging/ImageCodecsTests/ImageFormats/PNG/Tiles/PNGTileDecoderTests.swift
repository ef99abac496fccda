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
struct PNGTileDecoderTests {
    /// Every color type and bit depth of PNG.
    static let kinds = [
        (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (4, 16),
        (6, 8), (6, 16),
    ]
    static let sizes = [(1, 1), (1, 9), (9, 1), (37, 19)]

    /// Samples of any value that differ from all their neighbors.
    private func sample(_ x: Int, _ y: Int, _ channel: Int, bits: Int) -> Int {
        (x * 7919 + y * 104_729 + channel * 31_337 + x * y) % (1 << bits)
    }

    private func palette(_ count: Int) -> [UInt8] { (0..<3 * count).map { UInt8($0 * 37 % 256) } }

    private func fixture(_ kind: (color: Int, bits: Int), _ size: (width: Int, height: Int)) -> PNGFixture {
        var png = PNGFixture(width: size.width, height: size.height) { sample($0, $1, $2, bits: kind.bits) }
        png.colorType = kind.color
        png.bits = kind.bits
        if kind.color == 3 {
            png.chunks = [("PLTE", palette(1 << kind.bits))]
        }
        return png
    }

    /// The pixels of a fixture, from its definition alone; `transparent` selects the transparent ones.
    private func expected(
        _ png: PNGFixture, alphas: [UInt8] = [], transparent: (_ samples: [Int]) -> Bool = { _ in false }
    ) -> [UInt32] {
        let highest = Double(1 << png.bits - 1)
        func eight(_ value: Int) -> UInt8 { UInt8((Double(value) * 255 / highest).rounded()) }
        return (0..<png.height).flatMap { y in
            (0..<png.width).map { x -> UInt32 in
                let count = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][png.colorType] ?? 1
                let samples = (0..<count).map { png.sample(x, y, $0) }
                if transparent(samples) { return 0 }
                switch png.colorType {
                case 3:
                    let colors = palette(1 << png.bits)
                    let place = samples[0]
                    return PremultipliedPixels.pixel(
                        red: colors[3 * place], green: colors[3 * place + 1], blue: colors[3 * place + 2],
                        place < alphas.count ? alphas[place] : 255)
                case 0, 4:
                    let gray = eight(samples[0])
                    return PremultipliedPixels.pixel(
                        red: gray, green: gray, blue: gray, count == 2 ? eight(samples[1]) : 255)
                default:
                    return PremultipliedPixels.pixel(
                        red: eight(samples[0]), green: eight(samples[1]), blue: eight(samples[2]),
                        count == 4 ? eight(samples[3]) : 255)
                }
            }
        }
    }

    @Test(arguments: kinds, sizes)
    func `every color type and depth is decoded, rounded to nearest`(kind: (Int, Int), size: (Int, Int)) throws {
        let png = fixture(kind, size)
        let tile = try ScreenTile(png.encoded())
        #expect(tile.size == PixelSize(width: size.0, height: size.1))
        #expect(tile.pixels == expected(png))
        #expect(tile.isOpaque.before == ![4, 6].contains(kind.0))
        #expect(tile.isOpaque.after == tile.pixels.allSatisfy { $0 >> 24 == 255 })
    }

    @Test(arguments: [1, 2, 4, 8])
    func `a palette's first colors have the alpha of tRNS`(bits: Int) throws {
        var png = fixture((3, bits), (37, 19))
        let alphas = (0..<min(5, 1 << bits)).map { UInt8($0 * 60) }
        png.chunks.append(("tRNS", alphas))
        let tile = try ScreenTile(png.encoded())
        #expect(tile.pixels == expected(png, alphas: alphas))
        #expect(tile.isOpaque == (false, false))
    }

    @Test func `a palette is opaque when all its alphas or all those in use are 255`()
        throws
    {
        var png = fixture((3, 4), (37, 19))
        png.chunks.append(("tRNS", [255, 255]))
        #expect(try ScreenTile(png.encoded()).isOpaque == (true, true))
        png.chunks[1].data = [255, 0]
        #expect(try ScreenTile(png.encoded()).isOpaque == (false, false))
        png.sample = { x, _, _ in 2 + x % 8 }
        #expect(try ScreenTile(png.encoded()).isOpaque == (false, true))
    }

    @Test func `an index beyond the palette is black`() throws {
        var png = fixture((3, 8), (37, 19))
        png.chunks = [("PLTE", [1, 2, 3])]
        let tile = try ScreenTile(png.encoded())
        #expect(Set(tile.pixels) == [0xFF00_0000, 0xFF01_0203])
    }

    @Test(arguments: [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16)])
    func `pixels of the transparent color are transparent`(kind: (color: Int, bits: Int)) throws {
        var png = fixture(kind, (37, 19))
        let channels = kind.color == 0 ? 1 : 3
        let key = (0..<channels).map { png.sample(3, 5, $0) }
        png.chunks = [("tRNS", key.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })]
        let tile = try ScreenTile(png.encoded())
        #expect(tile.pixels == expected(png) { $0 == key })
        #expect(tile.pixels[5 * 37 + 3] == 0)
        #expect(tile.isOpaque == (false, false))
    }

    @Test(arguments: [1, 2, 3, 4], ["none", "sub", "up", "avg", "paeth", "all"])
    func `with every filter the pixels are those of another decoder`(bands: Int, filter: String) throws {
        let fixture = VipsFixture(67, 41, bands: bands) { x, y, channel in
            (x * x * 3 + y * (channel + 2) * 11 + (x ^ y) * 5) & 255
        }
        let bytes = try fixture.encoded("pngsave_buffer", ["filter": filter, "compression": "6"])
        #expect(try ScreenTile(bytes) == ScreenTile(expecting: bytes))
    }

    @Test(arguments: ["none", "sub", "up", "avg", "paeth", "all"])
    func `filtered rows of 16 bits have the pixels of another decoder`(filter: String) throws {
        var fixture = VipsFixture(67, 41, bands: 3) { x, y, channel in
            (x * x * 311 + y * (channel + 2) * 1101 + (x ^ y) * 57) & 0xFFFF
        }
        fixture.format = VIPS_FORMAT_USHORT
        fixture.interpretation = VIPS_INTERPRETATION_RGB16
        let bytes = try fixture.encoded("pngsave_buffer", ["filter": filter, "compression": "6"])
        #expect(try ScreenTile(bytes) == ScreenTile(cutting: bytes))
    }

    @Test(arguments: [PixelLayout.Channels.gray, .grayAlpha, .rgb, .rgba], TestTile.Pattern.allCases)
    func `tiles of our own encoder are decoded exactly`(
        channels: PixelLayout.Channels, pattern: TestTile.Pattern
    ) throws {
        let tile = TestTile(pattern, width: 83, height: 61, layout: PixelLayout(channels), seed: 4)
        var encoding = TileEncoding()
        encoding.format = .png
        let bytes = try encoding.makeEncoder(for: tile.layout).encode(tile)
        let found = try ScreenTile(bytes)
        #expect(found == ScreenTile(width: 83, height: 61, channels: channels, samples: tile.bytes))
    }

    @Test func `an interlaced tile gives the same pixels`() throws {
        let fixture = VipsFixture(67, 41, bands: 4) { x, y, channel in (x * 3 + y * 5 + channel * 60) & 255 }
        let plain = try ScreenTile(fixture.encoded("pngsave_buffer"))
        #expect(try ScreenTile(fixture.encoded("pngsave_buffer", ["interlace": "true"])) == plain)
    }

    @Test func `data in many IDAT chunks is read as one`() throws {
        let whole = fixture((2, 8), (37, 19)).encoded()
        let parts = try PNGParts(whole)
        for length in [1, 2, 7, 1000] {
            #expect(try ScreenTile(parts.file(splittingDataInto: length)) == ScreenTile(whole))
        }
    }

    @Test func `ancillary chunks of sRGB are ignored, and unknown critical ones are refused`() throws {
        let whole = fixture((2, 8), (37, 19))
        var png = whole
        png.chunks = [("tEXt", Array("Title\0none".utf8)), ("gAMA", [0, 0, 0xB1, 0x8F]), ("quUx", [1, 2, 3])]
        #expect(try ScreenTile(png.encoded()) == ScreenTile(whole.encoded()))
        png.chunks = [("QUUX", [1])]
        #expect(#expect(throws: CodecError.self) { try ScreenTile(png.encoded()) }?.code == .unsupported)
        var parts = try PNGParts(whole.encoded())
        parts.chunks.insert(("CgBI", [0x50, 0, 0x20, 2]), at: 0)
        #expect(#expect(throws: CodecError.self) { try ScreenTile(parts.file) }?.code == .damaged)
    }
}
