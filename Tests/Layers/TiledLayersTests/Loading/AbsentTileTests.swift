import LayerTree
import Concurrency
import TestLimits
import Testing
import TilePyramid

@testable import TiledLayers

/// Tiles that a pyramid does not have, or not yet.
@Suite(.timeLimited) struct AbsentTileTests {
    /// The finest level that has tiles; it rises as more of the image exists.
    private let finest = Locked(8)

    private func scene(reads: Int = 1) -> LoadingScene {
        let finest = finest
        return LoadingScene(reads: reads) { index in
            index.level <= finest.withLock { $0 } ? RecordedSource.tile(index) : nil
        }
    }

    @Test func `an absent tile is replaced by the finest coarser tile that exists`() {
        let scene = scene()
        scene.setDemand([TileRequest(tile(11, 5, 2), .view)])
        scene.executor.advance()
        #expect(scene.source.takeReads() == [tile(11, 5, 2), tile(10, 2, 1), tile(9, 1, 0), tile(8, 0, 0)])
        #expect(
            [tile(11, 5, 2), tile(10, 2, 1), tile(9, 1, 0), tile(8, 0, 0)].map(scene.feed.state)
                == [.absent, .absent, .absent, .loaded])
        #expect(scene.arrivals.value == 4)
        #expect(scene.feed.tile(tile(8, 0, 0)) != nil)
    }

    @Test func `a fallback tile for many tiles is loaded once, and the next plan requests it at once`() {
        let scene = scene()
        finest.withLock { $0 = 10 }
        let four = [tile(11, 4, 2), tile(11, 5, 2), tile(11, 4, 3), tile(11, 5, 3)].map { TileRequest($0, .view) }
        scene.setDemand(four)
        scene.executor.advance()
        #expect(scene.source.takeReads().sorted { $0.level > $1.level } == four.map(\.index) + [tile(10, 2, 1)])
        scene.loader.cache.handleMemoryWarning()
        scene.setDemand([])
        scene.loader.cache.handleMemoryWarning()
        scene.setDemand(Array(four.reversed()))
        scene.executor.advance()
        #expect(scene.source.takeReads() == [tile(10, 2, 1)])
    }

    @Test func `the next coarser tile is loaded after a tile has failed for good, and not before`() {
        let scene = LoadingScene { index in
            guard index.level < 11 else { throw TestError("damaged") }
            return RecordedSource.tile(index)
        }
        scene.setDemand([TileRequest(tile(11, 5, 2), .view)])
        scene.executor.advance(by: 10.25)
        #expect(Set(scene.source.takeReads()) == [tile(11, 5, 2)])
        scene.executor.advance(by: 0.25)
        #expect(scene.source.takeReads() == [tile(11, 5, 2), tile(10, 2, 1)])
        #expect(
            [tile(11, 5, 2), tile(10, 2, 1)].map(scene.feed.state)
                == [.failed(reason: "damaged", tries: 4, retryTime: nil), .loaded])
        #expect(scene.arrivals.value == 2)
        scene.loader.retryFailures()
        scene.executor.advance()
        #expect(scene.source.takeReads() == [tile(11, 5, 2)])
    }

    @Test func `there is no fallback tile if no level shows the area`() {
        finest.withLock { $0 = -1 }
        let scene = scene()
        scene.setDemand([TileRequest(tile(2, 0, 0), .view)])
        scene.executor.advance()
        #expect(scene.source.takeReads() == [tile(2, 0, 0), tile(1, 0, 0), tile(0, 0, 0)])
        #expect(scene.loader.statistics.absent == 3 && scene.loader.queueDescription.hasPrefix("0 requests"))
    }

    @Test func `tiles that appear are loaded if they are requested, and others are not`() {
        let scene = scene()
        scene.setDemand([TileRequest(tile(11, 5, 2), .view), TileRequest(tile(11, 6, 2), .view)])
        scene.executor.advance()
        _ = scene.source.takeReads()
        let arrivals = scene.arrivals.value
        finest.withLock { $0 = 11 }
        scene.executor.advance()
        #expect(scene.source.takeReads() == [])
        scene.image.retryAbsentTiles([tile(11, 5, 2), tile(11, 7, 7), tile(8, 0, 0)])
        scene.executor.advance()
        #expect(scene.source.takeReads() == [tile(11, 5, 2)])
        #expect(scene.feed.state(of: tile(11, 5, 2)) == .loaded && scene.arrivals.value == arrivals + 1)
        #expect(scene.feed.tile(tile(8, 0, 0)).map { !$0.isOutdated } == true)
        #expect(scene.loader.statistics.duplicates == 0)
    }

    @Test func `fallback tiles may appear after a plan without any`() {
        finest.withLock { $0 = -1 }
        let scene = scene()
        scene.setDemand([TileRequest(tile(2, 0, 0), .view)])
        scene.executor.advance()
        scene.setDemand([TileRequest(tile(2, 0, 0), .fallback)])
        let arrivals = scene.arrivals.value
        finest.withLock { $0 = 1 }
        scene.image.retryAbsentTiles([tile(1, 0, 0)])
        scene.executor.advance()
        #expect(scene.feed.state(of: tile(1, 0, 0)) == .loaded && scene.arrivals.value == arrivals + 1)
        finest.withLock { $0 = 2 }
        scene.image.retryAbsentTiles()
        scene.executor.advance()
        #expect(scene.feed.state(of: tile(2, 0, 0)) == .loaded && scene.arrivals.value == arrivals + 2)
    }

    @Test func `a tile that appears while it is being read is read again`() {
        let finest = finest
        let image = Locked<TiledImage?>(nil)
        let scene = LoadingScene { index in
            // The tile appears just after the read did not find it.
            guard index.level == 11, finest.withLock({ $0 }) < 11 else { return RecordedSource.tile(index) }
            finest.withLock { $0 = 11 }
            image.withLock { $0 }?.retryAbsentTiles([index])
            return nil
        }
        image.withLock { $0 = scene.image }
        scene.setDemand([TileRequest(tile(11, 5, 2), .view)])
        scene.executor.advance()
        #expect(scene.source.takeReads() == [tile(11, 5, 2), tile(11, 5, 2)])
        #expect(scene.feed.state(of: tile(11, 5, 2)) == .loaded && scene.arrivals.value == 1)
        #expect(scene.loader.statistics.absent == 0)
        image.withLock { $0 = nil }
    }
}
