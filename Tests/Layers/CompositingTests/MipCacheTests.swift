import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import Compositing

@Suite(.timeLimited) struct MipCacheTests {
    private let area = PixelRect(x: 0, y: 0, width: 100, height: 100)

    private func item(_ buffer: PixelBuffer, _ size: Double, _ filter: ContentsFilter = .trilinear) -> RenderItem {
        .image(buffer, Rect(x: 0, y: 0, width: size, height: size), filter: filter)
    }

    @Test func `each level is half of the one before, rounded up, down to one pixel`() {
        let buffer = PixelBuffer.random(13, 4, seed: 1)
        let levels = MipLevels(buffer, part: PixelRect(x: 0, y: 0, width: 13, height: 4))
        #expect(levels.halved.map(\.size.description) == ["7×2", "4×1", "2×1", "1×1"])
        #expect(levels.byteCount == 4 * (14 + 4 + 2 + 1))
        #expect(MipLevels(buffer, part: PixelRect(x: 3, y: 3, width: 1, height: 1)).halved.isEmpty)
    }

    @Test func `pixels are the means of the part alone`() {
        let buffer = PixelBuffer(6, 6) { x, y in x == 1 || x == 4 || y == 1 || y == 4 ? 0xFFFF_FFFF : 0x4020_1000 }
        let levels = MipLevels(buffer, part: PixelRect(x: 2, y: 2, width: 2, height: 2))
        #expect(levels.halved.map(\.pixels) == [[0x4020_1000]])
    }

    @Test func `only minified contents with the trilinear filter get mipmaps, once for all frames`() {
        let cache = MipCache(limit: 1 << 20)
        let buffer = PixelBuffer.random(64, 64, seed: 1)
        let workers = 2
        let beside = RenderItem.image(buffer, Rect(x: 500, y: 0, width: 9, height: 9), filter: .trilinear)
        for items in [[], [item(buffer, 64)], [item(buffer, 90)], [item(buffer, 9, .linear)], [beside]] {
            #expect(cache.levels(for: items, in: area, workers: workers).isEmpty)
        }
        let first = cache.levels(for: [item(buffer, 9), item(buffer, 20)], in: area, workers: workers)
        let group = RenderItem.group([item(buffer, 30)], bounds: area)
        let second = cache.levels(for: [group], in: area, workers: workers)
        #expect(first.count == 1)
        #expect(first.values.map(\.halved) == second.values.map(\.halved))
        #expect(cache.byteCount == 4 * (1024 + 256 + 64 + 16 + 4 + 1))
    }

    @Test func `the least recently used mipmap is evicted first, and the limit is held`() {
        let bytes = 4 * (64 + 16 + 4 + 1)
        let cache = MipCache(limit: 2 * bytes)
        let buffers = (0..<3).map { PixelBuffer.random(16, 16, seed: UInt64($0)) }
        func levels(_ index: Int) -> [PixelBuffer]? {
            cache.levels(for: [item(buffers[index], 5)], in: area, workers: 1).values.first?.halved
        }
        let first = [levels(0), levels(1)]
        #expect(levels(0) == first[0])
        #expect(cache.byteCount == 2 * bytes)
        #expect(levels(2)?.count == 4)
        #expect(cache.byteCount == 2 * bytes)
        #expect(levels(0) == first[0])
        #expect(levels(1) != first[1])
        // A mipmap beyond the limit is computed for one frame and not kept.
        let large = PixelBuffer.random(64, 64, seed: 9)
        #expect(cache.levels(for: [item(large, 5)], in: area, workers: 1).count == 1)
        #expect(cache.byteCount <= 2 * bytes)
    }

    @Test func `the mipmap of a deallocated buffer is removed with the next frame`() {
        let cache = MipCache(limit: 1 << 20)
        do {
            let buffer = PixelBuffer.random(16, 16, seed: 1)
            _ = cache.levels(for: [item(buffer, 5)], in: area, workers: 1)
            #expect(cache.byteCount > 0)
        }
        _ = cache.levels(for: [], in: area, workers: 1)
        #expect(cache.byteCount == 0)
    }

    @Test func `a frame is the same with and without a cache`() {
        let buffer = PixelBuffer.random(200, 100, seed: 3)
        let tree = RenderTree(60, 60, [item(buffer, 50)])
        let none = Compositor(mipCacheLimit: 0)
        let some = Compositor()
        let expected = none.draw(tree).pixels
        #expect(none.draw(tree).pixels == expected)
        #expect(some.draw(tree).pixels == expected)
        #expect(some.draw(tree).pixels == expected)
    }
}
