import ChannelImages
import Concurrency
import ImageMetadata
import TestLimits
import Testing
import TilePyramid

@testable import TiledLayers

@Suite(.timeLimited) struct ChannelTileSourceTests {
    private func source(_ levels: [Int], block: Int = 128) -> ChannelTileSource {
        ChannelTileSource(PatternChannelImage(levels: levels, block: block) { _, _, _ in 0 })
    }

    @Test func `levels are those of the image, halves of odd sizes and other ratios alike`() {
        let halves = source([301, 151, 76, 38]).pyramid
        #expect(halves.levels.map(\.size.width) == [38, 76, 151, 301])
        #expect(halves.levels.map(\.downsample) == [8, 4, 2, 1])
        let rounded = source([301, 150, 75]).pyramid
        #expect(rounded.levels.map(\.downsample) == [4, 2, 1])
        let others = source([300, 100]).pyramid
        #expect(others.levels.map(\.downsample) == [3, 1])
    }

    @Test func `levels that are not smaller than the last one are left out`() throws {
        let image = PatternChannelImage(levels: [300, 300, 400, 150, 150, 75]) { plane, _, _ in plane.level }
        let source = ChannelTileSource(image)
        #expect(source.pyramid.levels.map(\.size.width) == [75, 150, 300])
        let samples = try source.read(tile(1, 0, 0), of: ChannelPlane(level: 9, channel: 1))
        #expect(samples.firstSample?.load(as: UInt16.self) == 3)
        #expect(image.takeReadings().map(\.plane) == [ChannelPlane(level: 3, channel: 1)])
    }

    @Test(arguments: [(1, 256), (100, 300), (127, 381), (128, 128), (512, 512), (1024, 1024), (4096, 512), (0, 512)])
    func `tiles are blocks, several small ones, or parts of huge ones`(block: Int, side: Int) {
        #expect(source([5000], block: block).pyramid.finestLevel.tileSize == PixelSize(width: side, height: side))
    }

    @Test func `planes have identities of their own, which are the same each time`() throws {
        let image = TiledImage(channels: PatternChannelImage(sections: 3) { _, _, _ in 0 }, name: "planes")
        let first = try #require(image.image(of: ChannelPlane(channel: 1, section: 2)))
        let again = try #require(image.image(of: ChannelPlane(level: 1, channel: 1, section: 2)))
        let other = try #require(image.image(of: ChannelPlane(channel: 1, section: 1)))
        #expect(first.id == again.id && first.id != other.id && other.id < first.id)
        #expect(image.channels != nil && image.id == image.image(of: ChannelPlane())?.id)
    }

    @Test func `several workers read samples, none of them on the main thread`() throws {
        let image = PatternChannelImage(levels: [1024, 512]) { plane, x, y in x + 3 * y + plane.channel }
        let tiled = TiledImage(channels: image, name: "threads")
        let arrivals = Locked(0)
        let loader = TileLoader(concurrency: TileLoaderConcurrency(decodes: 4))
        let feeds = try (0..<2).map { channel in
            TileFeed(of: try #require(tiled.image(of: ChannelPlane(channel: channel))), from: loader) {
                arrivals.withLockAndNotify { $0 += 1 }
            }
        }
        let requests = tiled.pyramid.levels[1].indices.map { TileRequest($0, .view) }
        loader.setDemands(feeds.map { ($0, TilePlan(level: 1, sharpLevel: 1, requests: requests)) })
        _ = arrivals.wait { $0 >= 128 ? true : nil }
        for (channel, feed) in feeds.enumerated() {
            for request in requests {
                let samples = try #require(feed.tile(request.index)?.samples)
                let rect = tiled.pyramid.rect(of: request.index)
                let last = try #require(samples.firstSample) + samples.byteCount - 2
                #expect(Int(last.load(as: UInt16.self)) == rect.x + 127 + 3 * (rect.y + 127) + channel)
            }
        }
        let statistics = loader.statistics
        #expect(statistics.decodes == 128 && statistics.reads == 0 && statistics.mainThreadDecodes == 0)
        #expect(loader.cache.statistics.bytes == 2 * 1024 * 1024 * 2)
    }
}
