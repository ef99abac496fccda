import LayerTree
import TestLimits
import Testing
import TilePyramid

@testable import TiledLayers

@Suite(.timeLimited) struct TileEventTests {
    private let first = tile(11, 0, 0)
    private let second = tile(11, 1, 0)

    @Test func `all events of a tile are reported in order, with their times`() async {
        var kinds: [TileEvent.Kind] = []
        var times: [Double] = []
        for await event in story() {
            kinds.append(event.kind)
            times.append(event.time)
        }
        #expect(
            kinds == [
                .requested(.view), .requested(.ring), .started, .cancelled, .loaded, .evicted, .requested(.view),
                .started, .failed(reason: "damaged", retryDelay: 0.5), .cancelled,
            ])
        #expect(times == [0, 0, 0, 0.5, 2, 3, 3, 3, 4, 4])
    }

    /// Loads one tile, leaves another, evicts the first, and fails with a third until the layer is deallocated.
    private func story() -> AsyncStream<TileEvent> {
        let second = second
        let scene = LoadingScene(readTime: 1, decodeTime: 1) { index in
            guard index != second else { throw TestError("damaged") }
            return RecordedSource.tile(index)
        }
        let events = scene.loader.events()
        scene.setDemand([TileRequest(first, .view), TileRequest(tile(11, 2, 0), .ring)])
        scene.executor.advance(by: 0.5)
        scene.setDemand([TileRequest(first, .view)])
        scene.executor.advance(by: 2.5)
        scene.setDemand([])
        scene.loader.cache.handleMemoryWarning()
        scene.setDemand([TileRequest(second, .view)])
        scene.executor.advance(by: 1)
        return events
    }

    @Test func `a listener that takes nothing keeps only the newest events, up to its limit`() async {
        let events = manyEvents()
        var count = 0
        for await _ in events { count += 1 }
        #expect(count == 10)
    }

    private func manyEvents() -> AsyncStream<TileEvent> {
        let scene = LoadingScene()
        let events = scene.loader.events(limit: 10)
        scene.setDemand((0..<64).map { TileRequest(tile(11, $0 % 8, $0 / 8), .view) })
        scene.executor.advance()
        return events
    }

    @Test func `a tile's state reports its progress`() {
        let scene = LoadingScene(readTime: 1, decodeTime: 1)
        func state() -> TileState { scene.feed.state(of: second) }
        #expect(state() == .idle)
        scene.setDemand([TileRequest(first, .view), TileRequest(second, .view)])
        scene.executor.advance(by: 0.5)
        #expect(state() == .queued)
        scene.executor.advance(by: 1)
        #expect(state() == .reading)
        scene.executor.advance(by: 1)
        #expect(state() == .decoding)
        scene.executor.advance(by: 1.5)
        #expect(state() == .loaded)
    }

    @Test func `the queue is described as text`() {
        let second = second
        let scene = LoadingScene(reads: 2, readTime: 0.25, decodeTime: 1) { index in
            guard index != second else { throw TestError("damaged") }
            return RecordedSource.tile(index)
        }
        scene.setDemand([
            TileRequest(tile(8, 0, 0), .base), TileRequest(first, .view), TileRequest(second, .view),
            TileRequest(tile(11, 5, 5), .ring),
        ])
        scene.executor.advance(by: 0.4)
        #expect(
            scene.loader.queueDescription == """
                4 requests: 1 reading, 1 read, 1 decoding; 2 workers
                image 8/0_0: base 0, decoding for 150 ms
                image 11/0_0: view 1, read 150 ms ago
                image 11/1_0: view 2, reading for 150 ms
                image 11/5_5: ring 3, queued for 400 ms
                """)
        scene.setDemand([TileRequest(second, .view)])
        scene.executor.advance(by: 0.2)
        #expect(
            scene.loader.queueDescription == """
                2 requests: 0 reading, 0 read, 1 decoding; 1 workers
                image 11/1_0: view 0, try 2 in 400 ms: damaged
                image 8/0_0: not requested, decoding for 350 ms
                """)
    }

    @Test func `jobs on the main thread are counted`() throws {
        let scene = LoadingScene()
        scene.setDemand([TileRequest(first, .view)])
        let worker = TileWorker(loader: scene.loader)
        for _ in 0..<2 {
            let job = try #require(worker.pick())
            var result = job.perform()
            #expect(!result.isFromMainThread)
            result.isFromMainThread = true
            worker.finish(job, result)
        }
        #expect(worker.pick() == nil)
        #expect(scene.loader.statistics.mainThreadReads == 1 && scene.loader.statistics.mainThreadDecodes == 1)
    }
}
