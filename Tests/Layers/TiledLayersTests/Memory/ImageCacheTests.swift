import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

@Suite(.timeLimited) struct ImageCacheTests {
    /// An icon of 16×16 pixels, 1,024 bytes.
    private func icon() -> PixelBuffer { PixelBuffer(size: PixelSize(width: 16, height: 16)) { $0[0] = 1 } }

    @Test func `tiles that fill their cache evict no image of the user interface`() {
        let cache = ImageCache(costLimit: 32 << 10)
        let icons = (0..<32).map { ("icon \($0)", icon()) }
        for (name, icon) in icons { cache[name] = icon }
        #expect(cache.statistics.bytes == cache.costLimit)
        // A tile is 256 KiB; the cache of tiles holds 4.
        let scene = LoadingScene(costLimit: 4 << 18)
        for x in stride(from: 0.0, to: 2048, by: 256) {
            _ = scene.load(Viewport(x: x, y: 0, width: 256, height: 512))
        }
        #expect(scene.loader.cache.statistics.evictions > 0)
        #expect(scene.loader.cache.statistics.bytes == 4 << 18)
        #expect(cache.statistics.evictions == 0 && cache.statistics.images == 32)
        #expect(icons.allSatisfy { cache[$0.0] == $0.1 })
    }

    @Test func `images are found, counted, replaced and removed by name`() {
        let cache = ImageCache()
        let first = icon()
        let second = icon()
        #expect(cache["a"] == nil && !cache.contains("a"))
        cache["a"] = first
        #expect(cache["a"] == first && cache.contains("a"))
        cache["a"] = second
        cache["b"] = first
        #expect(cache["a"] == second)
        let expected = ImageCacheStatistics(costLimit: 32 << 20, bytes: 2048, images: 2, hits: 2, misses: 1)
        #expect(cache.statistics == expected)
        cache.remove("a")
        cache["b"] = nil
        #expect(cache.statistics.bytes == 0 && cache.statistics.images == 0)
        cache["c"] = first
        cache.removeAll()
        #expect(!cache.contains("c") && cache.statistics.bytes == 0)
    }

    @Test func `beyond the limit the image that was used least recently is evicted`() {
        let cache = ImageCache(costLimit: 3 * 1024)
        for name in ["a", "b", "c"] { cache[name] = icon() }
        _ = cache["a"]
        cache["d"] = icon()
        #expect(["a", "b", "c", "d"].map(cache.contains) == [true, false, true, true])
        cache.costLimit = 1024
        #expect(["a", "c", "d"].map(cache.contains) == [false, false, true])
        #expect(cache.statistics.evictions == 3)
        cache["large"] = PixelBuffer(size: PixelSize(width: 64, height: 64)) { $0[0] = 1 }
        #expect(!cache.contains("large") && cache.contains("d"))
    }

    @Test func `an image is made once for its name`() throws {
        let cache = ImageCache()
        var made = 0
        func make() throws -> PixelBuffer {
            made += 1
            return icon()
        }
        let first = try cache.image(named: "a", decode: make)
        #expect(try cache.image(named: "a", decode: make) == first)
        #expect(made == 1)
        #expect(throws: TestError.self) {
            try cache.image(named: "b") { throw TestError("no such icon") }
        }
        #expect(!cache.contains("b"))
    }

    @Test func `a memory warning reaches everything that registered and is still there`() {
        let warnings = MemoryWarnings()
        let cache = ImageCache()
        let scene = LoadingScene()
        _ = scene.load(Viewport(x: 0, y: 0, width: 512, height: 512))
        let visible = scene.loader.cache.statistics.tiles
        scene.show(Viewport(x: 1024, y: 1024, width: 256, height: 256))
        cache["a"] = icon()
        for _ in 0..<200 { warnings.register(ImageCache()) }
        warnings.register(cache)
        warnings.register(scene.loader)
        warnings.post()
        #expect(!cache.contains("a") && cache.statistics.evictions == 1)
        #expect(scene.loader.cache.statistics.tiles < visible)
    }
}
