import ChannelImages
import Compositing
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// A tiled layer of an image of many channels, 256×256 pixels in tiles of 128, seen through a window of 64×64.
@MainActor
@Suite(.timeLimited) struct ChannelLayerTests {
    private func stage(_ image: PatternChannelImage, background: Color = .black) -> LayerStage {
        let stage = LayerStage(TiledImage(channels: image, name: "channels"), background: background)
        stage.look(x: 128, y: 128)
        return stage
    }

    /// Channels with different samples in all pixels.
    private func pattern(
        type: SampleType = .uint16, channels: Int = 2, sections: Int = 1, times: Int = 1, damaged: Set<Int> = []
    ) -> PatternChannelImage {
        PatternChannelImage(type: type, channels: channels, sections: sections, times: times, damaged: damaged) {
            ($1 * 7 + $2 * 3 + $0.channel * 50 + $0.section * 20 + $0.time * 9) & 255
        }
    }

    /// The pixel of channels in the colors of ``ChannelRendering/components(_:)``.
    private func pixel(_ x: Int, _ y: Int, _ channels: [Int] = [0, 1], section: Int = 0, time: Int = 0) -> UInt32 {
        channels.reduce(0xFF00_0000) { sum, channel in
            let sample = (x * 7 + y * 3 + channel * 50 + section * 20 + time * 9) & 255
            return sum | UInt32(sample) << UInt32(16 - 8 * channel)
        }
    }

    private func expect(
        _ snapshot: PixelBuffer, _ channels: [Int] = [0, 1], section: Int = 0, time: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let wrong = (0..<64 * 64).count {
            snapshot[$0 % 64, $0 / 64] != pixel(96 + $0 % 64, 96 + $0 / 64, channels, section: section, time: time)
        }
        #expect(wrong == 0, sourceLocation: sourceLocation)
    }

    @Test(arguments: [SampleType.uint8, .uint16, .uint32])
    func `the layer shows the mixed samples pixel for pixel, and the cache has their exact cost`(type: SampleType) {
        let image = pattern(type: type)
        let stage = stage(image)
        stage.layer.channels = .components(0, 1)
        expect(stage.settledSnapshot())
        #expect(stage.layer.isFullySharp)
        let pixels = image.takeReadings().reduce(0) { $0 + $1.rect.size.area }
        #expect(pixels >= 2 * 4 * 128 * 128)
        #expect(stage.loader.cache.statistics.bytes == pixels * type.byteCount)
        #expect(stage.loader.cache.statistics.reservedBytes == 0)
        #expect(stage.layer.visibleCost == 2 * 4 * 128 * 128 * type.byteCount)
        #expect(stage.loader.statistics.duplicates == 0)
    }

    @Test func `ranges, gammas, colors and visibility show in the next frame, and nothing is read`() {
        let image = pattern(channels: 3)
        let stage = stage(image)
        stage.layer.channels = .components(0, 1, 2)
        expect(stage.settledSnapshot(), [0, 1, 2])
        _ = image.takeReadings()
        let decodes = stage.loader.statistics.decodes
        stage.layer.channels = .components(0, 2)
        #expect(stage.scene.needsFrame)
        expect(stage.snapshot(), [0, 2])
        stage.layer.channels = .components(0, 1, 2)
        expect(stage.snapshot(), [0, 1, 2])

        var white = ChannelRendering.Layer(channel: 0, range: 0...1, color: .white)
        stage.layer.channels = ChannelRendering(.composite([white]))
        #expect(stage.snapshot().colors == [0xFFFF_FFFF, 0xFF00_0000])
        white.gamma = 0.5
        white.range = 0...255
        stage.layer.channels = ChannelRendering(.composite([white]))
        // The sample is 192, and the square root of its position is 221.3 / 255.
        #expect(stage.snapshot()[0, 0] == 0xFFDD_DDDD)
        stage.layer.channels = ChannelRendering(.composite([]))
        #expect(stage.snapshot().colors == [0xFF00_0000])
        #expect(image.takeReadings().isEmpty && stage.loader.statistics.decodes == decodes)
    }

    @Test func `a channel that is switched on is read alone, and the others stay until it arrives`() {
        let image = pattern()
        let stage = stage(image)
        stage.layer.channels = .components(0)
        expect(stage.settledSnapshot(), [0])
        let before = image.takeReadings()
        #expect(!before.isEmpty && before.allSatisfy { $0.plane.channel == 0 })
        stage.layer.channels = .components(0, 1)
        expect(stage.snapshot(), [0])
        #expect(!stage.layer.isFullySharp)
        stage.executor.advance()
        expect(stage.snapshot(), [0, 1])
        #expect(stage.layer.isFullySharp)
        let after = image.takeReadings()
        #expect(after.count == before.count && after.allSatisfy { $0.plane.channel == 1 })
    }

    @Test func `tiles that change at their source are read again in all channels, and the old ones stay until then`() {
        let image = pattern()
        let stage = stage(image)
        stage.layer.channels = .components(0, 1)
        expect(stage.settledSnapshot())
        let before = image.takeReadings()
        let tiles = stage.layer.image.pyramid
        stage.layer.image.reloadTiles(tiles.levels[tiles.finestLevel.index].indices.map(\.self))
        expect(stage.snapshot())
        stage.executor.advance()
        expect(stage.settledSnapshot())
        #expect(stage.layer.isFullySharp)
        let finest = before.filter { $0.plane.level == 0 }
        let after = image.takeReadings()
        #expect(!after.isEmpty && Set(after.map(\.plane)) == Set(finest.map(\.plane)))
    }

    @Test func `a channel in place of another one replaces it when it arrives`() {
        let stage = stage(pattern(sections: 4), background: Color(red: 1, green: 1, blue: 1))
        stage.layer.channels = .components(0)
        expect(stage.settledSnapshot(), [0])
        stage.layer.channels = .components(1)
        expect(stage.snapshot(), [0])
        expect(stage.snapshot(), [0])
        stage.executor.advance()
        expect(stage.snapshot(), [1])
        // From no channels to those of another section.
        stage.layer.channels = .components()
        #expect(stage.snapshot().colors == [0xFF00_0000])
        stage.layer.channels = .components(0, 1)
        stage.layer.channels?.section = 3
        #expect(stage.snapshot().colors == [0xFF00_0000])
        stage.executor.advance()
        expect(stage.snapshot(), section: 3)
    }

    @Test func `another section replaces the tiles without a blank, in the frame after it has arrived`() {
        let image = pattern(sections: 5)
        let stage = stage(image, background: Color(red: 1, green: 1, blue: 1))
        stage.layer.channels = .components(0, 1)
        expect(stage.settledSnapshot())
        stage.layer.channels?.section = 4
        expect(stage.snapshot())
        // Ranges change while the former section is shown.
        stage.layer.channels = .components(1)
        stage.layer.channels?.section = 4
        expect(stage.snapshot(), [1])
        stage.layer.channels = .components(0, 1)
        stage.layer.channels?.section = 4
        expect(stage.snapshot(), [1])
        stage.executor.advance()
        expect(stage.snapshot(), section: 4)
        #expect(stage.layer.isFullySharp)
    }

    @Test func `the neighboring sections and times are read after all that is in view, and shown at once`() throws {
        let image = pattern(sections: 5, times: 3)
        let stage = stage(image)
        stage.layer.channels = .components(0)
        stage.layer.channels?.section = 2
        stage.layer.channels?.time = 1
        expect(stage.settledSnapshot(), [0], section: 2, time: 1)
        stage.executor.advance()
        let readings = image.takeReadings()
        let places = readings.map { [$0.plane.section, $0.plane.time] }
        let first = try #require(places.firstIndex { $0 != [2, 1] })
        #expect(places[first...].allSatisfy { $0 != [2, 1] })
        #expect(Set(places) == [[2, 1], [1, 1], [3, 1], [2, 0], [2, 2]])
        #expect(places.count == 5 * first)
        stage.layer.channels?.section = 3
        expect(stage.snapshot(), [0], section: 3, time: 1)
        stage.executor.advance()
        #expect(Set(image.takeReadings().map { [$0.plane.section, $0.plane.time] }) == [[4, 1], [3, 0], [3, 2]])
    }

    @Test func `sections and channels that the image lacks are the nearest ones, or left out`() {
        let stage = stage(pattern(sections: 2))
        stage.layer.channels = .components(0, 1)
        stage.layer.channels?.section = 7
        stage.layer.channels?.time = -1
        expect(stage.settledSnapshot(), section: 1)
        stage.layer.channels = .components(0, 1, 2)
        expect(stage.settledSnapshot())
    }

    @Test func `the other channels are shown where one cannot be read`() {
        let stage = stage(pattern(damaged: [1]))
        stage.layer.channels = .components(0, 1)
        expect(stage.settledSnapshot(), [0])
        #expect(stage.layer.isSettled && !stage.layer.isFullySharp)
    }

    @Test func `the alpha of the file makes pixels transparent, and costs a byte for each`() {
        let image = PatternChannelImage(alpha: { x, _ in x < 128 ? 255 : 0 }) { _, _, _ in 0x40 }
        let stage = stage(image, background: Color(red: 1, green: 1, blue: 1))
        stage.layer.channels = .components(0, 1)
        let snapshot = stage.settledSnapshot()
        #expect(snapshot[31, 10] == 0xFF40_4000 && snapshot[32, 10] == 0xFFFF_FFFF)
        #expect(stage.layer.visibleCost == 4 * 128 * 128 * (2 + 2 + 1))
        let pixels = image.takeReadings().reduce(0) { $0 + $1.rect.size.area }
        #expect(stage.loader.cache.statistics.bytes == pixels / 2 * (2 + 2 + 1))
        stage.layer.channels = .components(1)
        #expect(stage.snapshot()[31, 10] == 0xFF00_4000)
        stage.layer.channels = .components()
        #expect(stage.snapshot().colors == [0xFF00_0000])
    }

    @Test func `an upload budget delays a change of colors, and leaves no blank`() {
        let stage = stage(PatternChannelImage { _, _, _ in 0x40 }, background: Color(red: 1, green: 1, blue: 1))
        let uploader = LimitedUploader()
        stage.scene.presenterLink.uploader = uploader
        stage.layer.fadeDuration = 0
        stage.layer.channels = .components(0, 1)
        uploader.allowance = .max
        #expect(stage.settledSnapshot().colors == [0xFF40_4000])
        uploader.allowance = 0
        stage.layer.channels = .components(0)
        #expect(stage.snapshot().colors.isSubset(of: [0xFF40_4000, 0xFF40_0000]))
        var frames = 0
        while !stage.layer.isFullySharp || stage.scene.needsFrame, frames < 20 {
            uploader.allowance = 1
            #expect(stage.snapshot().colors.isSubset(of: [0xFF40_4000, 0xFF40_0000]))
            frames += 1
        }
        #expect(stage.snapshot().colors == [0xFF40_0000])
    }

    @Test func `nothing is shown and read without channels`() {
        let image = pattern()
        let stage = stage(image, background: Color(red: 1, green: 1, blue: 1))
        #expect(stage.settledSnapshot().colors == [0xFFFF_FFFF])
        #expect(image.takeReadings().isEmpty && stage.layer.isSettled)
        stage.layer.channels = .components(0)
        expect(stage.settledSnapshot(), [0])
        stage.layer.channels = nil
        #expect(stage.snapshot().colors == [0xFFFF_FFFF])
        #expect(stage.layer.mixedTiles?.count == 0)
    }

    @Test func `the adjustment follows the mixing, and the window has its tiles again after a frame for a file`() {
        let stage = stage(PatternChannelImage { plane, _, _ in plane.channel == 0 ? 0x20 : 0x60 })
        stage.layer.channels = .components(0, 1)
        #expect(stage.settledSnapshot().colors == [0xFF20_6000])
        stage.layer.colorAdjustment.isInverted = true
        #expect(stage.snapshot().colors == [0xFFDF_9FFF])
        let shown = stage.layer.mixedTiles?.pixels(of: tile(1, 0, 0))
        let buffers = stage.layer.beginStoredColors()
        #expect(stage.snapshot().colors == [0xFFDF_9FFF])
        stage.layer.endStoredColors(buffers)
        #expect(stage.snapshot().colors == [0xFFDF_9FFF])
        #expect(shown != nil && stage.layer.mixedTiles?.pixels(of: tile(1, 0, 0)) === shown)
    }

    @Test func `tiles out of view are not kept beside the cache`() {
        let image = PatternChannelImage(levels: [1024, 512, 256, 128]) { _, x, _ in x & 255 }
        let stage = stage(image)
        stage.layer.channels = .components(0)
        _ = stage.settledSnapshot()
        let count = stage.layer.mixedTiles?.count ?? 0
        stage.look(x: 896, y: 896)
        _ = stage.settledSnapshot()
        _ = stage.snapshot()
        #expect((stage.layer.mixedTiles?.count ?? 0) <= count)
        #expect(stage.layer.mixedTiles?.indices.contains(tile(3, 0, 0)) == false)
    }
}
