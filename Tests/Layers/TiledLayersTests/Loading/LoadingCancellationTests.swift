import LayerTree
import TestLimits
import Testing
import TilePyramid

@testable import TiledLayers

/// Reads and decodes take a second each.
///
/// The view leaves a tile at each stage of its loading.
@Suite(.timeLimited) struct LoadingCancellationTests {
    private let scene = LoadingScene(readTime: 1, decodeTime: 1)
    private let first = TileRequest(tile(11, 0, 0), .view)
    private let other = TileRequest(tile(11, 7, 7), .view)

    @Test func `a tile that goes out of view before it is read is not read`() {
        scene.setDemand([other, first])
        scene.executor.advance(by: 0.5)
        scene.setDemand([other])
        scene.executor.advance(by: 10)
        #expect(scene.source.reads == [other.index])
        #expect(scene.loader.statistics.droppedBeforeRead == 1)
    }

    @Test func `a tile that goes out of view while it is read is not decoded, and the newer one is shown`() {
        scene.setDemand([first])
        scene.executor.advance(by: 0.5)
        scene.setDemand([other])
        scene.executor.advance(by: 10)
        let statistics = scene.loader.statistics
        #expect(statistics.droppedBeforeDecode == 1 && statistics.decodes == 1 && statistics.reads == 2)
        #expect(scene.feed.state(of: other.index) == .loaded && scene.arrivals.value == 1)
        #expect(scene.feed.tile(first.index) == nil)
    }

    @Test func `a tile that goes out of view between read and decode is not decoded`() {
        let scene = LoadingScene(reads: 2, decodes: 1, readTime: 1, decodeTime: 1)
        scene.setDemand([first, other])
        scene.executor.advance(by: 1.5)
        #expect(scene.feed.state(of: first.index) == .decoding && scene.feed.state(of: other.index) == .read)
        scene.setDemand([first])
        #expect(scene.feed.state(of: other.index) == .idle)
        scene.executor.advance(by: 10)
        #expect(scene.loader.statistics.decodes == 1 && scene.loader.statistics.droppedBeforeDecode == 1)
    }

    @Test func `a tile that goes out of view while it is decoded is cached without a notification`() {
        scene.setDemand([first])
        scene.executor.advance(by: 1.5)
        scene.setDemand([])
        scene.executor.advance(by: 10)
        #expect(scene.arrivals.value == 0)
        #expect(scene.loader.statistics.droppedBeforeDelivery == 1 && scene.loader.statistics.delivered == 0)
        #expect(scene.feed.tile(first.index) != nil)
        scene.setDemand([first])
        scene.executor.advance(by: 10)
        #expect(scene.loader.statistics.requested == 1)
    }

    @Test(arguments: [0.5, 1.5])
    func `a tile that is requested again before its next step goes on as if it had always been`(moment: Double) {
        scene.setDemand([first])
        scene.executor.advance(by: moment)
        scene.setDemand([other])
        scene.setDemand([first, other])
        scene.executor.advance(by: 2 - moment)
        #expect(scene.feed.state(of: first.index) == .loaded && scene.arrivals.value == 1)
        scene.executor.advance(by: 10)
        #expect(scene.loader.statistics.reads == 2 && scene.loader.statistics.requested == 2)
    }

    @Test func `a deallocated feed requests nothing`() {
        var feed: TileFeed? = TileFeed(of: scene.image, from: scene.loader)
        feed?.setDemand(TilePlan(level: 0, sharpLevel: 0, requests: [first, other]))
        scene.executor.advance(by: 0.5)
        feed = nil
        scene.executor.advance(by: 10)
        #expect(scene.source.reads == [first.index] && scene.loader.statistics.decodes == 0)
        #expect(scene.executor.jobsInFlight.isEmpty)
    }

    @Test func `a feed is notified of each tile that it requests`() {
        let scene = LoadingScene()
        func notifications(_ requests: [TileRequest]) -> Int {
            scene.setDemand(requests)
            scene.executor.advance()
            return scene.arrivals.value
        }
        #expect(notifications([first, other]) == 2)
        #expect(notifications([first, other, TileRequest(tile(11, 3, 3), .view)]) == 3)
        #expect(notifications([first]) == 3)
        #expect(notifications([TileRequest(tile(11, 4, 4), .view)]) == 4)
    }

    @Test func `a feed is not notified of a tile that another feed requests`() {
        let arrivals = Counter()
        let feed = TileFeed(of: scene.image, from: scene.loader) { arrivals.increment() }
        feed.setDemand(TilePlan(level: 0, sharpLevel: 0, requests: [other]))
        scene.setDemand([first])
        scene.executor.advance(by: 10)
        #expect(scene.feed.state(of: first.index) == .loaded && feed.state(of: other.index) == .loaded)
        #expect(scene.arrivals.value == 1 && arrivals.value == 1)
    }
}
