import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite("WebP tile encoder", .timeLimited)
struct WebPTileEncoderTests {
    static let channels: [PixelLayout.Channels] = [.gray, .grayAlpha, .rgb, .rgba]

    private func encoder(_ channels: PixelLayout.Channels, _ change: (inout TileEncoding) -> Void = { _ in }) throws
        -> any TileEncoder
    {
        var encoding = TileEncoding()
        encoding.format = .webp
        change(&encoding)
        return try encoding.makeEncoder(for: PixelLayout(channels))
    }

    /// The pixels as WebP stores them: gray as RGB.
    private func inColor(_ tile: TestTile) -> [UInt8] {
        guard tile.layout.channels.opaque == .gray else { return tile.bytes }
        let alpha = tile.layout.channels.hasAlpha
        return stride(from: 0, to: tile.bytes.count, by: alpha ? 2 : 1).flatMap { index in
            [UInt8](repeating: tile.bytes[index], count: 3) + (alpha ? [tile.bytes[index + 1]] : [])
        }
    }

    @Test("is close to images of every size", arguments: channels)
    func sizes(channels: PixelLayout.Channels) throws {
        let encoder = try encoder(channels)
        for (width, height) in [(1, 1), (1, 9), (7, 1), (2, 3), (255, 257), (256, 256)] {
            // Smooth gradients: 4:2:0 loses nothing, and no value wraps around at small sizes.
            var tile = TestTile(.smooth, width: width, height: height, layout: PixelLayout(channels))
            tile.makeOpaque()
            let original = inColor(tile)
            let decoded = try DecodedTile(encoder.encode(tile))
            #expect(decoded.width == width && decoded.height == height)
            // Fully opaque alpha is not stored.
            #expect(decoded.bands == 3)
            let opaque = original.enumerated().filter { !channels.hasAlpha || $0.offset % 4 != 3 }.map(\.element)
            #expect(decoded.decibels(from: opaque) > 30, "\(width)×\(height)")
        }
    }

    @Test("is lossless for alpha", arguments: [PixelLayout.Channels.grayAlpha, .rgba])
    func alpha(channels: PixelLayout.Channels) throws {
        let tile = TestTile(.noise, width: 40, height: 30, layout: PixelLayout(channels))
        let decoded = try DecodedTile(encoder(channels).encode(tile))
        try #require(decoded.bands == 4)
        let expected = inColor(tile)
        for index in stride(from: 3, to: expected.count, by: 4) {
            #expect(decoded.pixels[index] == expected[index])
        }
    }

    @Test("keeps a solid color to within 3", arguments: [TileEncoding.ChromaSubsampling.halved, .full])
    func solid(chroma: TileEncoding.ChromaSubsampling) throws {
        let encoder = try encoder(.rgb) { $0.chroma = chroma }
        var tile = TestTile(.solid, width: 64, height: 64, layout: PixelLayout(.rgb))
        for color: [UInt8] in [[0, 0, 0], [255, 255, 255], [200, 30, 40], [20, 90, 200], [90, 160, 60]] {
            tile.bytes = (0..<64 * 64).flatMap { _ in color }
            #expect(try DecodedTile(encoder.encode(tile)).greatestDifference(from: tile.bytes) <= 3, "\(color)")
        }
    }

    @Test("gives more bytes at higher quality")
    func quality() throws {
        let tile = TestTile(.blocks, width: 128, height: 128, layout: PixelLayout(.rgb))
        let sizes = try [1, 30, 60, 85, 100].map { quality in
            try encoder(.rgb) { $0.quality = quality }.encode(tile).count
        }
        #expect(sizes == sizes.sorted())
        #expect(sizes[0] < sizes[4])
    }

    @Test("gives the same bytes whatever was encoded before and however rows are spaced", arguments: channels)
    func deterministic(channels: PixelLayout.Channels) throws {
        let layout = PixelLayout(channels)
        let tile = TestTile(.smooth, width: 100, height: 70, layout: layout)
        let used = try encoder(channels)
        _ = try used.encode(TestTile(.noise, width: 257, height: 33, layout: layout))
        let expected = try encoder(channels).encode(tile)
        #expect(try used.encode(tile) == expected)
        #expect(try tile.withPackedTile(used.bytes(of:)) == expected)
    }

    @Test("writes a profile and EXIF, with and without alpha", arguments: channels)
    func metadata(channels: PixelLayout.Channels) throws {
        let profile = try TestMetadata.profile()
        let tile = TestTile(.noise, width: 21, height: 13, layout: PixelLayout(channels))
        let plain = try encoder(channels).encode(tile)
        for (wantsProfile, wantsEXIF) in [(true, false), (false, true), (true, true)] {
            let encoder = try encoder(channels) {
                $0.profile = wantsProfile ? profile : nil
                $0.exif = wantsEXIF ? TestMetadata.exif : nil
            }
            for _ in 0..<2 {
                let file = try encoder.encode(tile)
                let decoded = try DecodedTile(file)
                #expect(decoded.profile == (wantsProfile ? profile : nil))
                #expect(decoded.exif == (wantsEXIF ? TestMetadata.exif : nil))
                #expect(try decoded.pixels == DecodedTile(plain).pixels)
                // The RIFF length is that of the file without the FourCC and the length itself.
                let length = (0..<4).reduce(0) { $0 | Int(file[4 + $1]) << (8 * $1) }
                #expect(length == file.count - 8)
            }
        }
    }

    @Test("refuses 16 bits per sample", arguments: [TileFormat.jpeg, .webp, .avif, .jxl, .jp2, .jpng, .ktx2])
    func depth(format: TileFormat) {
        var encoding = TileEncoding()
        encoding.format = format
        #expect(
            throws: CodecError(
                .encoding, file: "tile", "only PNG stores 16 bits per sample. Choose PNG, or a depth of 8.")
        ) {
            _ = try encoding.makeEncoder(for: PixelLayout(.rgb, .sixteen))
        }
    }

    @Test("refuses tiles larger than the format allows")
    func tooWide() throws {
        let encoder = try encoder(.gray)
        let tile = TestTile(.solid, width: 16_384, height: 1, layout: PixelLayout(.gray))
        let error = #expect(throws: CodecError.self) { _ = try encoder.encode(tile) }
        #expect(error?.code == .encoding)
    }
}
