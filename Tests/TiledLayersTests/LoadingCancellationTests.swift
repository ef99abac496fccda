import LayerTree
import Testing
import TilePyramid

@testable import TiledLayers

/// Reads and decodes take a second each; the view leaves a tile at every moment of that.
@Suite struct LoadingCancellationTests {
    private let scene = LoadingScene(readTime: 1, decodeTime: 1)
    private let first = TileWish(tile(11, 0, 0), .view)
    private let other = TileWish(tile(11, 7, 7), .view)

    @Test func `a tile that is left before it is read is not read`() {
        scene.want([other, first])
        scene.executor.advance(by: 0.5)
        scene.want([other])
        scene.executor.advance(by: 10)
        #expect(scene.source.reads == [other.index])
        #expect(scene.loader.statistics.droppedBeforeRead == 1)
    }

    @Test func `a tile that is left while it is read is not decoded, and the newer one is shown`() {
        scene.want([first])
        scene.executor.advance(by: 0.5)
        scene.want([other])
        scene.executor.advance(by: 10)
        let statistics = scene.loader.statistics
        #expect(statistics.droppedBeforeDecode == 1 && statistics.decodes == 1 && statistics.reads == 2)
        #expect(scene.feed.takeArrivals() == [TileArrival(index: other.index, outcome: .loaded)])
        #expect(scene.feed.tile(first.index) == nil)
    }

    @Test func `a tile that is left between reading and decoding is not decoded`() {
        let scene = LoadingScene(reads: 2, decodes: 1, readTime: 1, decodeTime: 1)
        scene.want([first, other])
        scene.executor.advance(by: 1.5)
        #expect(scene.feed.state(of: first.index) == .decoding && scene.feed.state(of: other.index) == .read)
        scene.want([first])
        #expect(scene.feed.state(of: other.index) == .idle)
        scene.executor.advance(by: 10)
        #expect(scene.loader.statistics.decodes == 1 && scene.loader.statistics.droppedBeforeDecode == 1)
    }

    @Test func `a tile that is left while it is decoded is kept, but nobody is woken for it`() {
        scene.want([first])
        scene.executor.advance(by: 1.5)
        scene.want([])
        scene.executor.advance(by: 10)
        #expect(scene.feed.takeArrivals().isEmpty)
        #expect(scene.loader.statistics.droppedBeforeDelivery == 1 && scene.loader.statistics.delivered == 0)
        #expect(scene.feed.tile(first.index) != nil)
        scene.want([first])
        scene.executor.advance(by: 10)
        #expect(scene.loader.statistics.requested == 1)
    }

    @Test(arguments: [0.5, 1.5])
    func `a tile that is wanted again before its next step goes on as if it had always been`(moment: Double) {
        scene.want([first])
        scene.executor.advance(by: moment)
        scene.want([other])
        scene.want([first, other])
        scene.executor.advance(by: 2 - moment)
        #expect(scene.feed.takeArrivals().map(\.index) == [first.index])
        scene.executor.advance(by: 10)
        #expect(scene.loader.statistics.reads == 2 && scene.loader.statistics.requested == 2)
    }

    @Test func `a layer that is gone wants nothing`() {
        var feed: TileFeed? = TileFeed(of: scene.image, from: scene.loader)
        feed?.want(TilePlan(level: 0, sharpLevel: 0, wishes: [first, other]))
        scene.executor.advance(by: 0.5)
        feed = nil
        scene.executor.advance(by: 10)
        #expect(scene.source.reads == [first.index] && scene.loader.statistics.decodes == 0)
        #expect(scene.executor.workInHand.isEmpty)
    }

    @Test func `whoever waits is woken once, and again only after taking the news`() {
        let scene = LoadingScene()
        let signals = Counter()
        let feed = TileFeed(of: scene.image, from: scene.loader) { signals.increment() }
        func want(_ wishes: [TileWish]) {
            feed.want(TilePlan(level: 0, sharpLevel: 0, wishes: wishes))
            scene.executor.advance()
        }
        want([first, other])
        #expect(signals.value == 1)
        want([first, other, TileWish(tile(11, 3, 3), .view)])
        #expect(signals.value == 1)
        #expect(feed.takeArrivals().count == 3 && feed.takeArrivals().isEmpty)
        want([TileWish(tile(11, 4, 4), .view)])
        #expect(signals.value == 2)
    }

    @Test func `news about tiles that are no longer wanted is not kept`() {
        let scene = LoadingScene()
        scene.want([first, other])
        scene.executor.advance()
        scene.want([other])
        #expect(scene.feed.takeArrivals().map(\.index) == [other.index])
    }
}
