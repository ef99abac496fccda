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
struct JPNGTileEncoderTests {
    private static let channels: [PixelLayout.Channels] = [.gray, .grayAlpha, .rgb, .rgba]

    private func encoded(_ tile: TestTile, quality: Int = 85) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = .jpng
        encoding.quality = quality
        return try encoding.makeEncoder(for: tile.layout).encode(tile)
    }

    private func samples(_ bytes: [UInt8]) throws -> (layout: PixelLayout, samples: [UInt8]) {
        let image = try DecodedImage(openTileImage(bytes, name: "tile"))
        return (image.info.layout, image.samples.map { UInt8($0) })
    }

    /// A photograph with a transparent surrounding and a soft edge: gradients under noise in a disk.
    private static func photograph(width: Int, height: Int) -> TestTile {
        var tile = TestTile(.solid, width: width, height: height, layout: PixelLayout(.rgba))
        var state: UInt64 = 1
        tile.bytes = [UInt8](unsafeUninitializedCapacity: 4 * width * height) { bytes, count in
            for y in 0..<height {
                for x in 0..<width {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    let noise = Int(state >> 59) - 16
                    let across = Double(2 * x - width)
                    let down = Double(2 * y - height)
                    let radius = (across * across + down * down).squareRoot() / Double(min(width, height))
                    let pixel = 4 * (y * width + x)
                    bytes[pixel] = UInt8(60 + x * 120 / width + noise)
                    bytes[pixel + 1] = UInt8(70 + y * 120 / height + noise)
                    bytes[pixel + 2] = UInt8(180 - x * 100 / width + noise)
                    bytes[pixel + 3] = UInt8(max(0, min(255, (1.2 - radius) * 2000)))
                }
            }
            count = bytes.count
        }
        return tile
    }

    @Test func `a photograph keeps its alpha exactly, its colors closely, in less than half the bytes of PNG`() throws {
        let tile = Self.photograph(width: 2048, height: 1536)
        let bytes = try encoded(tile, quality: 90)
        let decoded = try samples(bytes)
        #expect(decoded.layout == PixelLayout(.rgba))
        var squares = 0
        var visible = 0
        var hasSameAlpha = true
        for pixel in stride(from: 0, to: tile.bytes.count, by: 4) {
            hasSameAlpha = hasSameAlpha && tile.bytes[pixel + 3] == decoded.samples[pixel + 3]
            guard tile.bytes[pixel + 3] > 0 else { continue }
            visible += 3
            for sample in pixel..<pixel + 3 {
                let difference = Int(tile.bytes[sample]) - Int(decoded.samples[sample])
                squares += difference * difference
            }
        }
        #expect(hasSameAlpha)
        #expect(10 * log10(65_025 * Double(visible) / Double(max(1, squares))) >= 35)
        var png = TileEncoding()
        png.format = .png
        #expect(2 * bytes.count < (try png.makeEncoder(for: tile.layout).encode(tile)).count)
    }

    @Test(arguments: channels, [(1, 1), (17, 33), (256, 256)])
    func `the decoder for the screen multiplies what the decoder for cutting delivers`(
        channels: PixelLayout.Channels, size: (Int, Int)
    ) throws {
        let bytes = try encoded(TestTile(.noise, width: size.0, height: size.1, layout: PixelLayout(channels)))
        let decoded = try samples(bytes)
        #expect(decoded.layout == PixelLayout(channels.withAlpha))
        let screen = try ScreenTile(bytes)
        let expected = ScreenTile(
            width: size.0, height: size.1, channels: channels.withAlpha, samples: decoded.samples)
        #expect(screen.pixels == expected.pixels)
        #expect(screen.isOpaque.after == !channels.hasAlpha)
    }

    @Test func `a program that does not know the format shows the JPEG`() throws {
        let tile = TestTile(.smooth, width: 64, height: 48, layout: PixelLayout(.rgba))
        #expect(try DecodedTile(encoded(tile)).bands == 3)
    }

    @Test func `colors under transparency are not encoded`() throws {
        var tile = TestTile(.noise, width: 64, height: 64, layout: PixelLayout(.rgba))
        for pixel in 0..<64 * 64 {
            tile.bytes[4 * pixel + 3] = 0
        }
        #expect(try encoded(tile).count < 1200)
    }

    @Test func `a tile without alpha is opaque, counted, and has a warning`() throws {
        let tile = TestTile(.smooth, width: 40, height: 30, layout: PixelLayout(.rgba))
        let bytes = try encoded(tile)
        let footer = try #require(JPNGFooter(endOf: bytes))
        let decoder = TileDecoder()
        let jpeg = Array(bytes.prefix(footer.colorBytes))
        let (isOpaque, warning) = try decoder.decode(jpeg, name: "tile 3/4_5", format: .jpng) {
            ($0.isOpaque, $0.warning)
        }
        #expect(isOpaque)
        #expect(warning == "tile 3/4_5: the alpha is missing; the tile is shown opaque.")
        #expect(decoder.counts.missingAlpha == 1)
        #expect(try decoder.decode(bytes, name: "tile", format: .jpng) { $0.warning } == nil)
        #expect(decoder.counts.missingAlpha == 1)
    }

    @Test func `a file of version 2, with a JPEG as alpha, is read`() throws {
        var gray = TileEncoding()
        gray.quality = 100
        let size = (width: 32, height: 16)
        let alpha = try gray.makeEncoder(for: PixelLayout(.gray)).encode(
            TestTile(.solid, width: size.width, height: size.height, layout: PixelLayout(.gray)))
        let colors = try gray.makeEncoder(for: PixelLayout(.rgb)).encode(
            TestTile(.solid, width: size.width, height: size.height, layout: PixelLayout(.rgb)))
        var bytes = colors + alpha + JPNGFooter(colorBytes: colors.count, alphaBytes: alpha.count).bytes
        bytes[bytes.count - 6] = 2
        // The solid color's first sample is 51400 ÷ 257.
        #expect(try ScreenTile(bytes).pixels.allSatisfy { $0 >> 24 == 200 })
    }

    @Test func `an alpha of another size is damage, and a footer that does not fit the file, too`() throws {
        let tile = TestTile(.smooth, width: 40, height: 30, layout: PixelLayout(.rgba))
        let other = try encoded(TestTile(.smooth, width: 30, height: 40, layout: PixelLayout(.rgba)))
        let bytes = try encoded(tile)
        let (footer, otherFooter) = try (#require(JPNGFooter(endOf: bytes)), #require(JPNGFooter(endOf: other)))
        let mixed =
            bytes.prefix(footer.colorBytes) + other[otherFooter.colorBytes...].prefix(otherFooter.alphaBytes)
            + JPNGFooter(colorBytes: footer.colorBytes, alphaBytes: otherFooter.alphaBytes).bytes
        for damaged in [Array(mixed), [0xFF, 0xD8, 0xFF] + bytes.dropFirst(20)] {
            let error = #expect(throws: CodecError.self) { try ScreenTile(damaged) }
            #expect(error?.code == .damaged)
        }
    }
}
