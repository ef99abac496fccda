import LayerTree
import TestLimits
import Testing
import TilePyramid

@testable import TiledLayers

/// Two layers that share a loader.
@Suite(.timeLimited) struct SharedLoadingTests {
    private func plan(_ requests: [TileRequest]) -> TilePlan { TilePlan(level: 11, sharpLevel: 11, requests: requests) }

    private func row(_ row: Int, _ reason: TileReason = .view) -> [TileRequest] {
        (0..<4).map { TileRequest(tile(11, $0, row), reason) }
    }

    @Test func `two layers that show one image load each tile once, and both are notified`() {
        let scene = LoadingScene()
        let arrivals = Counter()
        let second = TileFeed(of: scene.image, from: scene.loader) { arrivals.increment() }
        scene.feed.setDemand(plan(row(0) + row(1)))
        second.setDemand(plan(row(1) + row(2)))
        scene.executor.advance()
        #expect(scene.source.reads.count == 12 && Set(scene.source.reads).count == 12)
        #expect(scene.arrivals.value == 8 && arrivals.value == 8)
        #expect(scene.loader.statistics.delivered == 12 && scene.loader.statistics.duplicates == 0)
    }

    @Test func `a tile that one layer no longer requests goes on loading for the other`() {
        let scene = LoadingScene(readTime: 1)
        let arrivals = Counter()
        let second = TileFeed(of: scene.image, from: scene.loader) { arrivals.increment() }
        scene.feed.setDemand(plan(row(0)))
        second.setDemand(plan(row(0)))
        scene.executor.advance(by: 0.5)
        scene.feed.setDemand(plan([]))
        scene.executor.advance(by: 10)
        #expect(scene.loader.statistics.delivered == 4)
        #expect(scene.arrivals.value == 0 && arrivals.value == 4)
    }

    @Test func `visible tiles of either image come before look-ahead tiles of the other`() {
        let scene = LoadingScene()
        let other = RecordedSource(scene.pyramid)
        let image = TiledImage(other, name: "other", decoder: FillDecoder())
        let second = TileFeed(of: image, from: scene.loader)
        scene.feed.setDemand(plan(row(0) + row(1, .ring)))
        second.setDemand(plan(row(0) + row(1, .ring)))
        var order: [(image: String, row: Int)] = []
        while scene.loader.statistics.reads < 16 {
            let work = TileWorker(loader: scene.loader)
            guard let piece = work.pick() else { break }
            if case .read = piece.kind { order.append((piece.image.name, piece.index.row)) }
            work.finish(piece, piece.perform())
        }
        #expect(order.map(\.row) == Array(repeating: 0, count: 8) + Array(repeating: 1, count: 8))
        #expect(order.prefix(4).map(\.image) == ["image", "other", "image", "other"])
    }

    @Test func `the limit holds for both, and neither loses visible tiles to the other's look-ahead`() {
        let scene = LoadingScene(costLimit: 10 * 262_144)
        let image = TiledImage(RecordedSource(scene.pyramid), name: "other", decoder: FillDecoder())
        let second = TileFeed(of: image, from: scene.loader)
        scene.feed.setDemand(plan(row(0) + row(1, .ring)))
        scene.executor.advance()
        second.setDemand(plan(row(0) + row(1, .ring)))
        scene.executor.advance()
        #expect(row(0).allSatisfy { scene.feed.tile($0.index) != nil && second.tile($0.index) != nil })
        #expect(scene.loader.cache.statistics.highWaterMark == 10 * 262_144)
        #expect(scene.loader.cache.statistics.tiles == 10)
    }

    @Test func `an image that is shown again is still cached`() {
        let scene = LoadingScene()
        do {
            let first = TileFeed(of: scene.image, from: scene.loader)
            first.setDemand(plan(row(0)))
            scene.executor.advance()
        }
        scene.feed.setDemand(plan(row(0)))
        scene.executor.advance()
        #expect(scene.source.reads.count == 4)
        #expect(scene.loader.cache.statistics.hits == 4)
    }

    @Test func `tiles of images that are no longer shown are evicted first`() {
        let scene = LoadingScene(costLimit: 9 * 262_144)
        let image = TiledImage(RecordedSource(scene.pyramid), name: "other", decoder: FillDecoder())
        do {
            let gone = TileFeed(of: image, from: scene.loader)
            gone.setDemand(plan(row(0)))
            scene.executor.advance()
        }
        let view = { (x: Double) in Viewport(x: x, y: 0, width: 512, height: 512) }
        _ = scene.load(view(0))
        #expect(scene.loader.cache.statistics.evictions == 0)
        _ = scene.load(view(1024))
        #expect(scene.loader.cache.statistics.evictions == 4)
        #expect(row(0).allSatisfy { scene.loader.cache.tile(TileKey(image: image.id, index: $0.index)) == nil })
    }
}
