import Concurrency
import Foundation
import LayerTree
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// Files, caches and prefetching.
extension LazyImageTests {
    private func file(_ width: Int, _ height: Int) throws -> (folder: TemporaryFolder, path: String) {
        let folder = try TemporaryFolder()
        try folder.write(Data(SolidDecoding.bytes(width, height)), to: "image")
        return (folder, folder.path("image"))
    }

    @Test func `a file is read when its image is shown, and what cannot be read is a failure`() throws {
        let (folder, path) = try file(256, 256)
        let image = LazyImage(file: path, decoder: decoder, queue: queue)
        #expect(image.name == path && image.statistics.decodes == 0)
        layer.image = image
        _ = draw()
        executor.advance()
        #expect(draw() == 0xFF20_4060)
        try folder.remove("image")
        let missing = LazyImage(file: path, decoder: decoder, queue: queue)
        layer.image = missing
        _ = draw()
        executor.advance()
        #expect("\(try #require(missing.failure))".contains("no such file"))
    }

    @Test func `an image whose pixels are cached is shown at once, and decoded again only for a larger size`() throws {
        let (folder, path) = try file(4000, 3000)
        let cache = ImageCache(costLimit: 1 << 20)
        layer.bounds = Rect(x: 0, y: 0, width: 400, height: 300)
        layer.image = LazyImage(file: path, cache: cache, decoder: decoder, queue: queue)
        _ = draw()
        executor.advance()
        #expect(cache.statistics.bytes == 480_000)
        let again = LazyImage(file: path, cache: cache, decoder: decoder, queue: queue)
        layer.image = again
        #expect(draw() == 0xFF20_4060)
        executor.advance()
        #expect(again.statistics.decodes == 0 && again.fullSize == PixelSize(width: 4000, height: 3000))
        layer.bounds = Rect(x: 0, y: 0, width: 500, height: 375)
        #expect(draw() == 0xFF20_4060)
        executor.advance()
        #expect(again.statistics.decodes == 1)
        #expect(decoder.sizes.withLock { $0.count } == 2)
        withExtendedLifetime(folder) {}
    }

    @Test func `images that are prefetched come after those in view, and move up when they are shown`() throws {
        let names = ["a", "b", "c"]
        let queue = ImageQueue(width: 1, executor: executor)
        let order = Locked<[String]>([])
        let queued = names.map { name in
            LazyImage(name: name, decoder: decoder, queue: queue) {
                order.withLock { $0.append(name) }
                return SolidDecoding.bytes(300, 300)
            }
        }
        layer.image = queued[0]
        layer.prefetch()
        #expect(queue.count == 1)
        queued[1].prefetch(for: PixelSize(width: 10, height: 10))
        queued[2].prefetch(for: PixelSize(width: 10, height: 10))
        queued[1].prefetch(for: PixelSize(width: 10, height: 10))
        let shown = ImageLayer(image: queued[1])
        shown.frame = Rect(x: 300, y: 0, width: 10, height: 10)
        scene.root.addSublayer(shown)
        layer.image = nil
        // What no layer shows any more is withdrawn.
        #expect(queue.count == 2)
        _ = draw()
        executor.advance()
        #expect(order.withLock { $0 } == ["b", "c"])
        #expect(queued[1].buffer?.size == PixelSize(width: 10, height: 10))
    }
}
