import ImageMetadata
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// Tiles that do not arrive, or arrive with wrong content.
///
/// The delays are 0.5, 2 and 8 s.
@Suite(.timeLimited) struct LoadingFailureTests {
    private let bad = tile(11, 0, 0)
    private let good = tile(11, 5, 5)

    private func requests(_ indices: TileIndex...) -> [TileRequest] { indices.map { TileRequest($0, .view) } }

    @Test func `a tile that fails is tried 4 times, after 0.5, 2 and 8 s, and then marked with the reason`() {
        let scene = LoadingScene { index in
            guard index.level < 11 else { throw TestError("the disk is gone") }
            return nil
        }
        scene.setDemand(requests(bad))
        var tries: [Double] = []
        for _ in 0..<200 {
            scene.executor.advance()
            if scene.source.takeReads().contains(bad) { tries.append(scene.clock.now) }
            scene.executor.advance(by: 0.125)
        }
        #expect(tries == [0, 0.5, 2.5, 10.5])
        #expect(scene.feed.state(of: bad) == .failed(reason: "the disk is gone", tries: 4, retryTime: nil))
        // The tile, and those of the coarser levels in its place, which are absent.
        #expect(scene.arrivals.value == 1 + 11)
        #expect(scene.loader.statistics.failures == 4 && scene.loader.statistics.retries == 3)
    }

    @Test func `the state of a tile that waits for its retry says when that is, and others are loaded`() {
        let bad = bad
        let scene = LoadingScene { index in
            guard index != bad else { throw TestError("busy") }
            return RecordedSource.tile(index)
        }
        scene.setDemand(requests(bad, good))
        scene.executor.advance(by: 0.25)
        #expect(scene.feed.state(of: bad) == .failed(reason: "busy", tries: 1, retryTime: 0.5))
        #expect(scene.feed.state(of: good) == .loaded)
        scene.executor.advance(by: 1)
        #expect(scene.feed.state(of: bad) == .failed(reason: "busy", tries: 2, retryTime: 2.5))
    }

    @Test func `a tile that arrives at the second attempt is an ordinary one`() {
        let tries = Counter()
        let scene = LoadingScene { index in
            guard tries.increment() > 1 else { throw TestError("busy") }
            return RecordedSource.tile(index)
        }
        scene.setDemand(requests(bad))
        scene.executor.advance(by: 0.5)
        #expect(scene.feed.state(of: bad) == .loaded)
        #expect(scene.arrivals.value == 1)
    }

    @Test func `a tile that failed for good is not retried while it is visible, but when it becomes visible again`() {
        let scene = LoadingScene { _ in throw TestError("damaged") }
        scene.setDemand(requests(bad))
        scene.executor.advance(by: 100)
        #expect(scene.source.takeReads().count { $0 == bad } == 4)
        scene.setDemand(requests(bad, good))
        scene.executor.advance(by: 100)
        #expect(!scene.source.takeReads().contains(bad))
        scene.setDemand(requests(good))
        scene.setDemand(requests(bad, good))
        scene.executor.advance()
        #expect(scene.source.takeReads().contains(bad))
        guard case .failed(_, tries: 1, _) = scene.feed.state(of: bad) else {
            Issue.record("the attempts are counted from the start")
            return
        }
    }

    @Test func `leaving and coming back does not make a retry earlier`() {
        let scene = LoadingScene { _ in throw TestError("busy") }
        scene.setDemand(requests(bad))
        scene.executor.advance(by: 0.25)
        for _ in 0..<5 {
            scene.setDemand([])
            scene.setDemand(requests(bad))
            scene.executor.advance()
        }
        #expect(scene.source.takeReads().count == 1)
        scene.executor.advance(by: 0.25)
        #expect(scene.source.takeReads().count == 1)
    }

    @Test func `an app can retry all failed tiles`() {
        let scene = LoadingScene { _ in throw TestError("no network") }
        scene.setDemand(requests(bad))
        scene.executor.advance(by: 100)
        scene.setDemand(requests(bad, good))
        scene.executor.advance()
        _ = scene.source.takeReads()
        scene.loader.retryFailures()
        scene.executor.advance()
        #expect(scene.source.takeReads() == [bad, good])
    }

    @Test func `an absent tile is not a failure, is read once, and is remembered`() {
        let scene = LoadingScene(Pyramid(size: PixelSize(width: 2048, height: 2048), levelCount: 1)) { _ in nil }
        scene.setDemand(requests(bad))
        scene.executor.advance(by: 100)
        #expect(scene.feed.state(of: bad) == .absent)
        #expect(scene.arrivals.value == 1)
        scene.setDemand([])
        scene.setDemand(requests(bad))
        scene.executor.advance(by: 100)
        #expect(scene.source.reads.count == 1)
        #expect(scene.loader.statistics.absent == 1 && scene.loader.statistics.failures == 0)
        scene.feed.invalidate()
        scene.executor.advance()
        #expect(scene.source.reads.count == 2)
    }

    @Test func `garbage is a failure with the decoder's reason, and final at once`() {
        let scene = LoadingScene { _ in EncodedTile(bytes: [1, 2, 3], format: .png) }
        scene.setDemand(requests(bad))
        scene.executor.advance()
        #expect(scene.feed.state(of: bad) == .failed(reason: "these are not pixels", tries: 1, retryTime: nil))
        scene.executor.advance(by: 100)
        #expect(scene.source.takeReads().count { $0 == bad } == 1 && scene.loader.statistics.retries == 0)
        #expect(scene.loader.cache.statistics.bytes == 0)
    }

    @Test func `a tile for which memory was short is retried`() {
        let tries = Counter()
        let scene = LoadingScene(
            decoder: ClosureDecoder { _, _ in
                guard tries.increment() > 1 else { throw CodecError(.inputOutput, file: "a.dzi", "memory is short.") }
                return PixelBuffer(size: PixelSize(width: 256, height: 256)) { _ in }
            })
        scene.setDemand(requests(bad))
        scene.executor.advance(by: 1)
        #expect(scene.feed.state(of: bad) == .loaded && scene.loader.statistics.retries == 1)
    }

    @Test func `a tile of the wrong size is a failure that states both sizes`() {
        let scene = LoadingScene(
            decoder: ClosureDecoder { _, _ in PixelBuffer(size: PixelSize(width: 200, height: 256)) { _ in } })
        scene.setDemand(requests(bad))
        scene.executor.advance(by: 100)
        let reason = "the tile is 200×256 pixels, not 256×256 as the pyramid says"
        #expect(scene.feed.state(of: bad) == .failed(reason: reason, tries: 1, retryTime: nil))
        #expect(scene.loader.cache.statistics.bytes == 0 && scene.feed.tile(bad) == nil)
    }

    @Test func `a read that hangs costs one of the reads and blocks nothing else`() {
        let clock = ManualClock()
        let bad = bad
        let executor = ManualTileExecutor(clock: clock) { job in
            if case .read = job.kind, job.index == bad { .infinity } else { 0.01 }
        }
        let loader = TileLoader(
            concurrency: TileLoaderConcurrency(reads: 2, decodes: 1), clock: clock, executor: executor)
        let image = TiledImage(
            RecordedSource(Pyramid(size: PixelSize(width: 2048, height: 2048))), name: "image",
            decoder: FillDecoder())
        let feed = TileFeed(of: image, from: loader)
        feed.setDemand(
            TilePlan(level: 11, sharpLevel: 11, requests: (0..<64).map { TileRequest(tile(11, $0 % 8, $0 / 8), .view) })
        )
        executor.advance(by: 10)
        #expect(loader.statistics.delivered == 63)
        #expect(feed.state(of: bad) == .reading)
    }

    @Test func `absent tiles take no room from others`() {
        let scene = LoadingScene(costLimit: 2 * 262_144) { $0.column < 6 ? nil : RecordedSource.tile($0) }
        scene.setDemand((0..<8).map { TileRequest(tile(11, $0, 0), .view) })
        scene.executor.advance()
        #expect(scene.feed.state(of: tile(11, 6, 0)) == .loaded)
        #expect(scene.feed.state(of: tile(11, 7, 0)) == .loaded)
    }
}
