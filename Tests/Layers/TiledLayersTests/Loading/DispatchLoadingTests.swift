import Concurrency
import Dispatch
import ImageCodecs
import ImageSources
import LayerTree
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// Loading on real Dispatch queues.
@Suite(.timeLimited) struct DispatchLoadingTests {
    /// Waits until everything requested has arrived, is absent or has failed for good.
    private func wait(for count: Int, _ arrivals: Locked<Int>) {
        _ = arrivals.wait { $0 >= count ? true : nil }
    }

    private func requests(_ range: Range<Int>) -> TilePlan {
        TilePlan(
            level: 11, sharpLevel: 11,
            requests: range.map { TileRequest(tile(11, $0 % 8, $0 / 8), .view) })
    }

    @Test func `tiles are drawn on as many workers at once as the limit allows, and none on the main thread`() {
        let pyramid = Pyramid(size: PixelSize(width: 2048, height: 2048))
        struct Inside {
            var now = 0, most = 0
        }
        let inside = Locked(Inside())
        let drawing = ClosureTileDrawing(pyramid: pyramid) { index in
            inside.withLockAndNotify { inside in
                inside.now += 1
                inside.most = max(inside.most, inside.now)
            }
            // No worker goes on before two have been in here together.
            _ = inside.wait { $0.most >= 2 ? true : nil }
            inside.withLock { $0.now -= 1 }
            return PixelBuffer(size: pyramid.rect(of: index).size) { $0[0] = 1 }
        }
        let arrivals = Locked(0)
        let loader = TileLoader(concurrency: TileLoaderConcurrency(decodes: 3))
        let feed = TileFeed(of: TiledImage(drawing, name: "drawn"), from: loader) {
            arrivals.withLockAndNotify { $0 += 1 }
        }
        feed.setDemand(requests(0..<16))
        wait(for: 16, arrivals)
        let most = inside.withLock { $0.most }
        #expect(most >= 2 && most <= 3)
        let statistics = loader.statistics
        #expect(statistics.decodes == 16 && statistics.delivered == 16)
        #expect(statistics.mainThreadReads == 0 && statistics.mainThreadDecodes == 0)
    }

    @Test func `loading has a lower priority than what a user waits for, unless the app wants another`() {
        #expect(DispatchTileExecutor().qualityOfService == .utility)
        #expect(DispatchTileExecutor(qualityOfService: .background).qualityOfService == .background)
    }

    @MainActor
    @Test func `JPEG 2000 tiles are decoded while the main thread goes on, of whose 60 ticks none is late`() throws {
        let size = PixelSize(width: 256, height: 256)
        let bytes = try encoded(size, .jp2)
        let source = RecordedSource(Pyramid(size: PixelSize(width: 2048, height: 2048))) { _ in
            EncodedTile(bytes: bytes, format: .jp2)
        }
        let ticks = Locked(0)
        let arrivals = Locked(0)
        let decoder = ClosureDecoder { tile, size in
            // If the main thread waited for tiles, this would wait for ever.
            _ = ticks.wait { $0 >= 60 ? true : nil }
            return try PooledTileDecoder.shared.decode(tile, size: size, name: "tile")
        }
        let loader = TileLoader()
        let feed = TileFeed(of: TiledImage(source, name: "slow", decoder: decoder), from: loader) {
            arrivals.withLockAndNotify { $0 += 1 }
        }
        let clock = ManualClock()
        var late = 0
        let link = DisplayLink(clock: clock) { frame in
            if frame.step > 1.5 / 60 { late += 1 }
            ticks.withLockAndNotify { $0 += 1 }
        }
        feed.setDemand(requests(0..<16))
        for _ in 0..<60 {
            link.tick()
            clock.advance(by: 1.0 / 60)
        }
        wait(for: 16, arrivals)
        #expect(late == 0)
        #expect((0..<16).allSatisfy { feed.tile(tile(11, $0 % 8, $0 / 8))?.buffer.size == size })
        let statistics = loader.statistics
        #expect(statistics.decodes == 16 && statistics.mainThreadReads == 0 && statistics.mainThreadDecodes == 0)
    }

    /// A tile of noise.
    private func encoded(_ size: PixelSize, _ format: TileFormat) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = format
        var random = SeededRandom(seed: 5)
        let row = (0..<3 * size.width).map { _ in UInt8.random(in: 0...255, using: &random) }
        var bytes: [UInt8] = []
        try row.withUnsafeBytes { raw in
            let rows = (0..<size.height).compactMap { _ in raw.baseAddress }
            try rows.withUnsafeBufferPointer { rows in
                let layout = PixelLayout(.rgb)
                try encoding.makeEncoder(for: layout).encode(TilePixels(size: size, layout: layout, rows: rows)) {
                    bytes = $0.withUnsafeBytes { Array($0) }
                }
            }
        }
        return bytes
    }

    @Test func `16 reads that wait for each other run at once`() {
        let waiting = Locked(0)
        let source = RecordedSource(Pyramid(size: PixelSize(width: 2048, height: 2048))) { index in
            waiting.withLockAndNotify { $0 += 1 }
            _ = waiting.wait { $0 >= 16 ? true : nil }
            return RecordedSource.tile(index)
        }
        let arrivals = Locked(0)
        let feed = TileFeed(of: TiledImage(source, name: "slow", decoder: FillDecoder()), from: TileLoader()) {
            arrivals.withLockAndNotify { $0 += 1 }
        }
        feed.setDemand(requests(0..<16))
        wait(for: 16, arrivals)
        #expect(source.reads.count == 16)
    }

    @Test func `a failed tile is retried by the system clock`() {
        let tries = Counter()
        let source = RecordedSource(Pyramid(size: PixelSize(width: 2048, height: 2048))) { index in
            guard tries.increment() == 3 else { throw TestError("busy") }
            return RecordedSource.tile(index)
        }
        let arrivals = Locked(0)
        let loader = TileLoader(retry: TileRetryPolicy(delays: [0.01, 0.01]))
        let feed = TileFeed(of: TiledImage(source, name: "busy", decoder: FillDecoder()), from: loader) {
            arrivals.withLockAndNotify { $0 += 1 }
        }
        feed.setDemand(requests(0..<1))
        wait(for: 1, arrivals)
        #expect(feed.state(of: tile(11, 0, 0)) == .loaded && loader.statistics.retries == 2)
    }

    @Test
    func `two layers load everything despite demand changes, invalidations, warnings and failures on 4 threads`() {
        let tries = Counter()
        let source = RecordedSource(Pyramid(size: PixelSize(width: 8192, height: 8192), tileSize: 32)) { index in
            if (index.column + index.row).isMultiple(of: 17) { return nil }
            guard !tries.increment().isMultiple(of: 40) else { throw TestError("now and then") }
            return RecordedSource.tile(index)
        }
        let loader = TileLoader(
            costLimit: 600 * 32 * 32 * 4, concurrency: TileLoaderConcurrency(reads: 8, decodes: 3),
            retry: TileRetryPolicy(delays: Array(repeating: 0.001, count: 20)))
        let image = TiledImage(source, name: "shared", decoder: FillDecoder())
        let isReady = Locked(false)
        let feeds = (0..<2).map { _ in TileFeed(of: image, from: loader) { isReady.withLockAndNotify { $0 = true } } }
        let events = loader.events(limit: 100)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            var random = SeededRandom(seed: UInt64(thread))
            var planner = TilePlanner()
            for step in 0..<200 {
                switch thread {
                case 0, 1:
                    let view = Viewport(
                        x: .random(in: 0...8000, using: &random), y: .random(in: 0...8000, using: &random), width: 256,
                        height: 256, scale: .random(in: 0.1...1, using: &random))
                    let plan = planner.plan(view, of: image.pyramid)
                    feeds[thread].setDemand(plan)
                    for request in plan.requests { _ = feeds[thread].tile(request.index) }
                case 2:
                    feeds[0].invalidate(Rect(x: .random(in: 0...8000, using: &random), y: 0, width: 99, height: 8192))
                    if step.isMultiple(of: 20) { loader.cache.handleMemoryWarning() }
                    if step.isMultiple(of: 50) { loader.costLimit = (500 + step) * 32 * 32 * 4 }
                default:
                    _ = loader.statistics
                    _ = loader.queueDescription
                    let extra = TileFeed(of: image, from: loader)
                    extra.setDemand(requests(step..<(step + 20)))
                }
                let cache = loader.cache.statistics
                #expect(cache.bytes <= 700 * 32 * 32 * 4)
            }
        }
        var planner = TilePlanner()
        let plan = planner.plan(Viewport(x: 4000, y: 4000, width: 256, height: 256), of: image.pyramid)
        feeds[1].setDemand(TilePlan(level: 0, sharpLevel: 0, requests: []))
        feeds[0].setDemand(plan)
        func isThere(_ request: TileRequest) -> Bool {
            switch feeds[0].state(of: request.index) {
            case .loaded, .absent: true
            default: false
            }
        }
        while !plan.requests.allSatisfy(isThere) {
            _ = isReady.wait { isThere in
                defer { isThere = false }
                return isThere ? true : nil
            }
        }
        #expect(loader.statistics.duplicates == 0 && loader.statistics.mainThreadReads == 0)
        _ = events
    }
}
