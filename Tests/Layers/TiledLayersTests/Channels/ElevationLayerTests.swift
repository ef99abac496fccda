import ChannelImages
import ImageSources
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// A tiled layer of elevations, 256×256 in tiles of 128, seen through a window of 64×64 around the middle of four tiles.
@MainActor
@Suite(.timeLimited) struct `Elevations in a tiled layer` {
    private let image = PatternChannelImage(channels: 1) { _, x, y in (x * 7 + y * 3 + x * y / 16) & 255 }

    private func stage(_ image: PatternChannelImage, background: Color = .black) -> LayerStage {
        let stage = LayerStage(TiledImage(channels: image, name: "elevations"), background: background)
        stage.look(x: 128, y: 128)
        return stage
    }

    private func hillshade() -> ChannelRendering {
        var light = Hillshade()
        light.azimuth = 200
        light.pixelWidth = 30
        light.pixelHeight = 20
        return ChannelRendering(.hillshade(channel: 0, light))
    }

    /// The shades of a level, made of the image as a whole.
    private func shades(_ rendering: ChannelRendering, level: Int) throws -> [UInt8] {
        let source = try ChannelImageSource(image, rendering, file: "elevations", container: "pattern", level: level)
        var shades: [UInt8] = []
        try source.readBands { band in
            for y in band.rows {
                shades += UnsafeRawBufferPointer(start: band.row(y), count: source.info.size.width)
            }
        }
        return shades
    }

    @Test(arguments: [(level: 0, scale: 1.0), (level: 1, scale: 0.5)])
    func `shades of a relief are those of the whole image, also over the borders of tiles`(
        level: Int, scale: Double
    ) throws {
        let stage = stage(image)
        stage.look(x: 128, y: 128, scale: scale)
        stage.layer.channels = hillshade()
        let snapshot = stage.settledSnapshot()
        let expected = try shades(hillshade(), level: level)
        let side = 256 >> level
        let first = side / 2 - 32
        let wrong = (0..<64 * 64).count { index in
            let shade = UInt32(expected[(first + index / 64) * side + first + index % 64])
            return snapshot[index % 64, index / 64] != 0xFF00_0000 | shade * 0x01_0101
        }
        #expect(wrong == 0)
        #expect(Set(expected).count > 50)
    }

    @Test func `the light changes in the next frame, and nothing is read`() {
        let stage = stage(PatternChannelImage(channels: 1) { _, _, _ in 0x40 })
        stage.layer.channels = ChannelRendering(.hillshade(channel: 0, Hillshade()))
        // 1 + 254 · sin 45° = 180.6
        #expect(stage.settledSnapshot().colors == [0xFFB5_B5B5])
        let decodes = stage.loader.statistics.decodes
        var light = Hillshade()
        light.altitude = 90
        stage.layer.channels = ChannelRendering(.hillshade(channel: 0, light))
        #expect(stage.snapshot().colors == [0xFFFF_FFFF])
        #expect(stage.loader.statistics.decodes == decodes)
    }

    @Test(arguments: TerrainEncoding.allCases)
    func `elevations as numbers have the colors of their bytes`(encoding: TerrainEncoding) {
        let stage = stage(image)
        stage.layer.channels = ChannelRendering(.terrain(channel: 0, encoding))
        let snapshot = stage.settledSnapshot()
        for (x, y) in [(0, 0), (31, 31), (32, 31), (63, 63)] {
            let elevation = ((96 + x) * 7 + (96 + y) * 3 + (96 + x) * (96 + y) / 16) & 255
            let code = encoding == .mapbox ? 100_000 + 10 * elevation : 256 * (32_768 + elevation)
            #expect(snapshot[x, y] == 0xFF00_0000 | UInt32(code))
        }
    }

    @Test func `the alpha of the file makes shades transparent, and a channel that is missing shows nothing`() {
        let image = PatternChannelImage(channels: 1, alpha: { x, _ in x < 128 ? 255 : 0 }) { _, _, _ in 0x40 }
        let stage = stage(image, background: Color(red: 1, green: 1, blue: 1))
        stage.layer.channels = ChannelRendering(.hillshade(channel: 0, Hillshade()))
        let snapshot = stage.settledSnapshot()
        #expect(snapshot[31, 10] == 0xFFB5_B5B5 && snapshot[32, 10] == 0xFFFF_FFFF)
        stage.layer.channels = ChannelRendering(.hillshade(channel: 3, Hillshade()))
        #expect(stage.settledSnapshot().colors == [0xFF00_0000])
    }
}
