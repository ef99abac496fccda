import ImageSources
import TestSupport
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite("AVIF and JPEG XL tile encoder", .timeLimited)
struct VipsTileEncoderTests {
    static let formats = [TileFormat.avif, .jxl]
    static let channels: [PixelLayout.Channels] = [.gray, .grayAlpha, .rgb, .rgba]

    private func encoder(
        _ format: TileFormat, _ channels: PixelLayout.Channels, _ change: (inout TileEncoding) -> Void = { _ in }
    ) throws -> any TileEncoder {
        var encoding = TileEncoding()
        encoding.format = format
        change(&encoding)
        return try encoding.makeEncoder(for: PixelLayout(channels))
    }

    @Test("writes the requested format")
    func signatures() throws {
        let tile = TestTile(.smooth, width: 16, height: 16, layout: PixelLayout(.rgb))
        #expect(try encoder(.avif, .rgb).encode(tile)[4..<12].elementsEqual("ftypavif".utf8))
        let jxl = try encoder(.jxl, .rgb).encode(tile)
        #expect(jxl.starts(with: [0xFF, 0x0A]) || jxl[4..<8].elementsEqual("JXL ".utf8))
    }

    @Test("is close to images of every size", arguments: formats, channels)
    func sizes(format: TileFormat, channels: PixelLayout.Channels) throws {
        let encoder = try encoder(format, channels)
        for (width, height) in [(1, 1), (1, 9), (7, 2), (65, 63), (128, 128)] {
            let tile = TestTile(.smooth, width: width, height: height, layout: PixelLayout(channels))
            let decoded = try DecodedTile(encoder.encode(tile))
            #expect(decoded.width == width && decoded.height == height)
            // A gray AVIF is decoded as RGB.
            let gray = decoded.bands == channels.rawValue
            #expect(gray || (format == .avif && decoded.bands == channels.rawValue + 2))
            #expect(decoded.decibels(from: gray ? tile.bytes : inColor(tile)) > 30, "\(width)×\(height)")
        }
    }

    @Test("keeps a solid color", arguments: formats, [TileEncoding.ChromaSubsampling.halved, .full])
    func solid(format: TileFormat, chroma: TileEncoding.ChromaSubsampling) throws {
        // JPEG XL optimizes perceived quality: a difference of 5 in red is invisible beside much blue.
        let tolerance = format == .jxl ? 5 : 3
        let encoder = try encoder(format, .rgb) { $0.chroma = chroma }
        var tile = TestTile(.solid, width: 64, height: 64, layout: PixelLayout(.rgb))
        for color: [UInt8] in [[0, 0, 0], [255, 255, 255], [200, 30, 40], [20, 90, 200], [90, 160, 60]] {
            tile.bytes = (0..<64 * 64).flatMap { _ in color }
            let difference = try DecodedTile(encoder.encode(tile)).greatestDifference(from: tile.bytes)
            #expect(difference <= tolerance, "\(color)")
        }
    }

    @Test("keeps chroma at full resolution with 4:4:4")
    func chroma() throws {
        // Alternating red and blue columns: in 4:2:0 both become purple.
        var tile = TestTile(.solid, width: 64, height: 64, layout: PixelLayout(.rgb))
        tile.bytes = (0..<64 * 32).flatMap { _ in [220, 30, 30, 30, 30, 220] as [UInt8] }
        let full = try DecodedTile(encoder(.avif, .rgb) { $0.chroma = .full }.encode(tile))
        let halved = try DecodedTile(encoder(.avif, .rgb).encode(tile))
        #expect(full.decibels(from: tile.bytes) > 25)
        #expect(halved.decibels(from: tile.bytes) < 15)
    }

    @Test("gives the same bytes, whatever was encoded before and however rows are spaced", arguments: formats)
    func deterministic(format: TileFormat) throws {
        let layout = PixelLayout(.rgb)
        let tile = TestTile(.blocks, width: 256, height: 256, layout: layout)
        let used = try encoder(format, .rgb)
        _ = try used.encode(TestTile(.noise, width: 65, height: 33, layout: layout))
        let expected = try encoder(format, .rgb).encode(tile)
        for _ in 0..<3 {
            #expect(try used.encode(tile) == expected)
        }
        #expect(try tile.withPackedTile(used.bytes(of:)) == expected)
    }

    @Test("writes a profile and EXIF if there are any", arguments: formats)
    func metadata(format: TileFormat) throws {
        let profile = try TestMetadata.profile()
        let tile = TestTile(.smooth, width: 32, height: 32, layout: PixelLayout(.rgb))
        let plain = try encoder(format, .rgb).encode(tile)
        #expect(try DecodedTile(plain).exif == nil)

        let withProfile = try encoder(format, .rgb) { $0.profile = profile }.encode(tile)
        // JPEG XL stores the meaning of a profile, and readers get an equivalent one.
        #expect(try DecodedTile(withProfile).profile?.isEmpty == false)
        if format == .avif {
            #expect(try DecodedTile(withProfile).profile == profile)
        }

        let withEXIF = try encoder(format, .rgb) { $0.exif = TestMetadata.exif }.encode(tile)
        let decoded = try DecodedTile(withEXIF)
        #expect(try decoded.pixels == DecodedTile(plain).pixels)
        if format == .avif {
            // libvips adds its own tags; the first is still orientation 1.
            #expect(decoded.exif?.starts(with: [0x49, 0x49, 0x2A, 0]) == true)
            #expect(decoded.exif?.dropFirst(10).starts(with: TestMetadata.exif[10..<22]) == true)
        } else {
            // libvips does not read EXIF from JPEG XL, so the box is compared.
            #expect(withEXIF.suffix(TestMetadata.exif.count + 8).elementsEqual("Exif\0\0\0\0".utf8 + TestMetadata.exif))
        }
    }

    @Test("writes a wide-gamut profile so that the pixels keep their meaning", arguments: formats)
    func wideProfile(format: TileFormat) throws {
        let profile = try TestMetadata.profile("p3")
        let tile = TestTile(.smooth, width: 32, height: 32, layout: PixelLayout(.rgb))
        let plain = try DecodedTile(encoder(format, .rgb).encode(tile))
        let decoded = try DecodedTile(encoder(format, .rgb) { $0.profile = profile }.encode(tile))
        #expect(decoded.profile?.isEmpty == false)
        #expect(decoded.profile != plain.profile)
        #expect(decoded.decibels(from: tile.bytes) > 30)
    }

    @Test("gives more bytes at higher quality", arguments: formats)
    func quality(format: TileFormat) throws {
        let tile = TestTile(.smooth, width: 128, height: 128, layout: PixelLayout(.rgb))
        let sizes = try [1, 40, 70, 85, 95, 100].map { quality in
            try encoder(format, .rgb) { $0.quality = quality }.encode(tile).count
        }
        #expect(sizes == sizes.sorted())
    }

    @Test("maps JPEG quality monotonically to lower AVIF quality")
    func avifQuality() {
        let mapped = (1...100).map(VipsSaver.avifQuality)
        #expect(mapped == mapped.sorted())
        #expect(mapped[0] == 1 && mapped[84] == 75 && mapped[89] == 80 && mapped[99] == 100)
    }

    private func inColor(_ tile: TestTile) -> [UInt8] {
        let alpha = tile.layout.channels.hasAlpha
        return stride(from: 0, to: tile.bytes.count, by: alpha ? 2 : 1).flatMap { index in
            [UInt8](repeating: tile.bytes[index], count: 3) + (alpha ? [tile.bytes[index + 1]] : [])
        }
    }
}
