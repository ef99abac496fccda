import Foundation
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited)
struct JPEG2000TileEncoderTests {
    private static let channels: [PixelLayout.Channels] = [.gray, .grayAlpha, .rgb, .rgba]

    private func encoded(
        _ tile: TestTile, quality: Int = 85, _ change: (inout TileEncoding) -> Void = { _ in }
    ) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = .jp2
        encoding.quality = quality
        change(&encoding)
        return try encoding.makeEncoder(for: tile.layout).encode(tile)
    }

    @Test(arguments: channels, [(1, 1), (1, 40), (17, 33), (256, 256)])
    func `quality 100 is lossless`(channels: PixelLayout.Channels, size: (Int, Int)) throws {
        let tile = TestTile(.noise, width: size.0, height: size.1, layout: PixelLayout(channels))
        let image = try DecodedImage(openTileImage(encoded(tile, quality: 100), name: "tile"))
        // The single pixel of noise may be opaque.
        try #require(image.info.layout == tile.layout)
        #expect(image.samples.map { UInt8($0) } == tile.bytes)
    }

    @Test func `the file is that of JP2, in sRGB`() throws {
        let bytes = try encoded(TestTile(.smooth, width: 64, height: 64, layout: PixelLayout(.rgb)))
        #expect(bytes.starts(with: [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]))
        let decoded = try DecodedImage(openTileImage(bytes, name: "tile"))
        #expect(decoded.info.container == "JPEG 2000" && decoded.warnings.isEmpty)
    }

    @Test(arguments: [50, 75, 85, 95])
    func `the signal-to-noise ratio is at least that of the quality`(quality: Int) throws {
        let tile = FormatChoiceTests.noisy(PixelLayout(.rgb), index: 0)
        let image = try DecodedImage(openTileImage(encoded(tile, quality: quality), name: "tile"))
        let squares = zip(tile.bytes, image.samples).reduce(0) { $0 + (Int($1.0) - $1.1) * (Int($1.0) - $1.1) }
        let decibels = 10 * log10(65_025 * Double(tile.bytes.count) / Double(max(1, squares)))
        let expected = try #require(JPEG2000TileEncoder.decibels(quality))
        #expect(abs(decibels - expected) < 1.5)
    }

    @Test func `more quality is more bytes, and the ratio rises to lossless`() throws {
        let tile = FormatChoiceTests.noisy(PixelLayout(.rgb), index: 1)
        let sizes = try [1, 30, 60, 85, 99, 100].map { try encoded(tile, quality: $0).count }
        #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count)
        #expect(JPEG2000TileEncoder.decibels(50) == 32)
        #expect(JPEG2000TileEncoder.decibels(100) == nil)
        let ratios = (1...99).compactMap(JPEG2000TileEncoder.decibels)
        #expect(ratios == ratios.sorted())
    }

    @Test func `a tile with transparent pixels is lossless, and an opaque one has no alpha`() throws {
        var tile = TestTile(.noise, width: 40, height: 30, layout: PixelLayout(.rgba))
        let transparent = try DecodedImage(openTileImage(encoded(tile), name: "tile"))
        #expect(transparent.samples.map { UInt8($0) } == tile.bytes)
        tile.makeOpaque()
        #expect(try openTileImage(encoded(tile), name: "tile").info.layout == PixelLayout(.rgb))
        #expect(try ScreenTile(encoded(tile)).isOpaque == (true, true))
    }

    @Test func `a profile and EXIF are in their boxes`() throws {
        let tile = TestTile(.smooth, width: 40, height: 30, layout: PixelLayout(.rgb))
        let profile = try TestMetadata.profile("p3")
        let bytes = try encoded(tile, quality: 100) {
            $0.profile = profile
            $0.exif = TestMetadata.exif
        }
        var options = DecodeOptions()
        options.keepProfile = true
        let image = try DecodedImage(openImage(.bytes(bytes, name: "tile"), options: options))
        #expect(image.info.profile == profile)
        #expect(image.samples.map { UInt8($0) } == tile.bytes)
        let box = Array("JpgTiffExif->JP2".utf8) + TestMetadata.exif
        #expect(bytes.indices.contains { bytes[$0...].starts(with: box) })
    }

    @Test func `encoders give the same bytes whatever they encoded before`() throws {
        var encoding = TileEncoding()
        encoding.format = .jp2
        let tile = TestTile(.blocks, width: 50, height: 60, layout: PixelLayout(.rgb))
        let used = try encoding.makeEncoder(for: tile.layout)
        _ = try used.encode(TestTile(.noise, width: 20, height: 90, layout: tile.layout))
        #expect(try used.encode(tile) == encoded(tile))
    }
}
