import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite("Format choice", .timeLimited)
struct FormatChoiceTests {
    /// Flat areas, sharp lines, a gradient and text-like strokes, which suit PNG.
    static func friendly(_ layout: PixelLayout, index: Int) -> TestTile {
        drawn(layout) { x, y in
            switch (x / 64 + y / 64 + index) % 4 {
            case 0: [230, 235, 240]
            case 1: (x + y) % 17 == 0 || x % 31 == 0 ? [20, 20, 20] : [255, 250, 200]
            case 2: [UInt8(x % 64 * 4), UInt8(y % 64 * 4), 128]
            default: x % 7 < 2 && (x / 7 * 5 + y / 9 * 3) % 4 != 0 && y % 9 < 7 ? [0, 0, 0] : [255, 255, 255]
            }
        }
    }

    /// Smooth gradients under strong noise, which suit JPEG.
    static func noisy(_ layout: PixelLayout, index: Int) -> TestTile {
        var state = UInt64(index + 1)
        return drawn(layout) { x, y in
            (0..<3).map { channel in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8((x + y * 2 + channel * 30) / 8 + 60 + Int(state >> 58))
            }
        }
    }

    private static func drawn(_ layout: PixelLayout, _ color: (Int, Int) -> [UInt8]) -> TestTile {
        let side = 128
        var tile = TestTile(.solid, width: side, height: side, layout: layout)
        tile.bytes = []
        for y in 0..<side {
            for x in 0..<side {
                tile.bytes += color(x, y).prefix(layout.channels.opaque.rawValue)
                if layout.channels.hasAlpha {
                    tile.bytes.append(255)
                }
            }
        }
        return tile
    }

    private func choice(_ tiles: [TestTile], _ layout: PixelLayout) throws -> FormatChoice {
        var choice = try FormatChoice(layout: layout)
        for tile in tiles {
            try tile.withTile { try choice.add($0) }
        }
        return choice
    }

    @Test("is PNG for flat color, lines, gradients and text", arguments: WebPTileEncoderTests.channels)
    func friendlyPicture(channels: PixelLayout.Channels) throws {
        let layout = PixelLayout(channels)
        let choice = try choice((0..<3).map { Self.friendly(layout, index: $0) }, layout)
        #expect(choice.format == .png)
        #expect(choice.reason.hasPrefix("PNG is lossless and takes "))
        #expect(choice.sampleCount == 3)
        #expect(!choice.isSettled)
    }

    @Test("is JPEG for a noisy image", arguments: WebPTileEncoderTests.channels)
    func noisyPicture(channels: PixelLayout.Channels) throws {
        let layout = PixelLayout(channels)
        let choice = try choice((0..<3).map { Self.noisy(layout, index: $0) }, layout)
        #expect(choice.format == .jpeg)
        #expect(choice.reason.hasPrefix("PNG would take "))
    }

    @Test("takes less than half the bytes of PNG for a noisy image, and fewer than JPEG for a drawn one")
    func bytes() throws {
        let layout = PixelLayout(.rgb)
        func size(_ tile: TestTile, _ format: TileFormat) throws -> Int {
            var encoding = TileEncoding()
            encoding.format = format
            encoding.quality = 90
            return try tile.withTile { try encoding.makeEncoder(for: layout).bytes(of: $0).count }
        }
        let noisy = Self.noisy(layout, index: 0)
        let drawn = Self.friendly(layout, index: 0)
        #expect(try size(noisy, .jpeg) * 2 < size(noisy, .png))
        #expect(try size(drawn, .png) < size(drawn, .jpeg))
    }

    @Test("does not depend on the order of the tiles")
    func order() throws {
        let layout = PixelLayout(.rgb)
        let tiles = (0..<2).map { Self.friendly(layout, index: $0) } + [Self.noisy(layout, index: 0)]
        let forward = try choice(tiles, layout)
        let backward = try choice(tiles.reversed(), layout)
        #expect(forward.format == backward.format)
        #expect(forward.reason == backward.reason)
    }

    @Test("is PNG as soon as one pixel is not opaque", arguments: [PixelLayout.Channels.grayAlpha, .rgba])
    func transparency(channels: PixelLayout.Channels) throws {
        let layout = PixelLayout(channels)
        var tile = Self.noisy(layout, index: 1)
        tile.bytes[tile.bytes.count - 1] = 254
        let choice = try choice([Self.noisy(layout, index: 0), tile], layout)
        #expect(choice.format == .png)
        #expect(choice.reason == "The image has transparent pixels, which JPEG cannot store.")
        #expect(choice.isSettled)
    }

    @Test("is PNG for a transparent pixel outside the sample too")
    func transparencyOutside() throws {
        let layout = PixelLayout(.rgba)
        var tile = Self.noisy(layout, index: 1)
        var choice = try choice([tile], layout)
        tile.withTile { choice.lookForTransparency(in: $0) }
        #expect(choice.format == .jpeg)
        tile.bytes[3] = 254
        tile.withTile { choice.lookForTransparency(in: $0) }
        #expect(choice.format == .png)
        #expect(choice.sampleCount == 1)
    }

    @Test("is PNG for 16 bits per sample, without a sample")
    func sixteenBits() throws {
        let layout = PixelLayout(.rgba, .sixteen)
        let choice = try choice([TestTile(.noise, width: 4, height: 4, layout: layout)], layout)
        #expect(choice.format == .png)
        #expect(choice.reason == "Only PNG tiles keep 16 bits per sample.")
        #expect(choice.isSettled)
        #expect(choice.sampleCount == 0)
    }

    @Test("is JPEG without any tile")
    func nothing() throws {
        let choice = try FormatChoice(layout: PixelLayout(.rgb))
        #expect(choice.format == .jpeg)
        #expect(choice.reason == "There were no tiles to compare.")
    }

    @Test("encodes a limited number of tiles, and checks further ones for transparency only")
    func limit() throws {
        let layout = PixelLayout(.rgba)
        var tile = Self.noisy(layout, index: 0)
        var choice = try choice([TestTile](repeating: tile, count: FormatChoice.sampleLimit + 5), layout)
        #expect(choice.sampleCount == FormatChoice.sampleLimit)
        #expect(choice.format == .jpeg)
        #expect(!choice.isSettled)
        tile.bytes[3] = 0
        try tile.withTile { try choice.add($0) }
        #expect(choice.format == .png)

        let opaque = TestTile(.noise, width: 16, height: 16, layout: PixelLayout(.rgb))
        let settled = try self.choice(
            [TestTile](repeating: opaque, count: FormatChoice.sampleLimit), PixelLayout(.rgb))
        #expect(settled.isSettled)
    }
}
