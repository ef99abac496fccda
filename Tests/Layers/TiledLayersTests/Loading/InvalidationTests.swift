import Concurrency
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// Reads and decodes take a second each.
///
/// A tile shows a number that changes.
@Suite(.timeLimited) struct InvalidationTests {
    private let version = Locked<UInt8>(1)
    private let request = TileRequest(tile(11, 2, 2), .view)

    private func makeScene(costLimit: Int = 256 << 20) -> LoadingScene {
        let version = version
        return LoadingScene(costLimit: costLimit, reads: 2, decodes: 2, readTime: 1, decodeTime: 1) { _ in
            EncodedTile(bytes: [255, 0, 0, version.withLock { $0 }], format: .png)
        }
    }

    private func shown(_ scene: LoadingScene) -> UInt8? {
        scene.feed.tile(request.index).map { UInt8(truncatingIfNeeded: $0.buffer[0, 0]) }
    }

    /// Changes the tile.
    private func change(_ scene: LoadingScene) {
        version.withLock { $0 += 1 }
        scene.feed.invalidate(Rect(x: 600, y: 600, width: 10, height: 10))
    }

    @Test(arguments: [0.5, 1.5])
    func `a tile whose loading began before a change is never shown`(moment: Double) {
        let scene = makeScene()
        scene.setDemand([request])
        scene.executor.advance(by: moment)
        change(scene)
        // The job in flight ends at 1 or 2 s; loading again takes 2 s.
        let doneWith = moment.rounded(.up)
        scene.executor.advance(by: doneWith + 1.99 - moment)
        #expect(shown(scene) == nil)
        scene.executor.advance(by: 0.01)
        #expect(shown(scene) == 2)
        #expect(scene.feed.tile(request.index)?.generation == 1)
        let statistics = scene.loader.statistics
        #expect(statistics.reads == 2 && statistics.delivered == 1)
        #expect(statistics.droppedBeforeDecode == (moment < 1 ? 1 : 0))
        #expect(statistics.droppedBeforeDelivery == (moment < 1 ? 0 : 1))
    }

    @Test func `a tile that changes between its read and its decode is read again`() {
        let scene = makeScene()
        scene.setDemand([TileRequest(tile(11, 0, 0), .view), TileRequest(tile(11, 1, 0), .view), request])
        scene.executor.advance(by: 2.5)
        #expect(scene.feed.state(of: request.index) == .decoding || scene.feed.state(of: request.index) == .reading)
        change(scene)
        scene.executor.advance(by: 10)
        #expect(shown(scene) == 2)
    }

    @Test func `the old pixels stay until the new ones arrive`() {
        let scene = makeScene()
        scene.setDemand([request])
        scene.executor.advance(by: 2)
        #expect(shown(scene) == 1)
        change(scene)
        for _ in 0..<19 {
            #expect(shown(scene) == 1)
            #expect(scene.feed.tile(request.index)?.isOutdated == true)
            scene.executor.advance(by: 0.1)
        }
        scene.executor.advance(by: 0.11)
        #expect(shown(scene) == 2 && scene.feed.tile(request.index)?.isOutdated == false)
        #expect(scene.loader.statistics.duplicates == 0)
    }

    @Test func `a tile that changes all the time is still updated now and then`() {
        let scene = makeScene()
        scene.setDemand([request])
        for _ in 0..<10 {
            scene.executor.advance(by: 2)
            #expect(shown(scene) != nil)
            change(scene)
        }
        #expect(scene.loader.statistics.delivered == 10)
    }

    @Test func `only tiles that show a part of the change are reloaded, on all requested levels`() {
        let scene = makeScene()
        let requests = [TileRequest(tile(8, 0, 0), .base), request, TileRequest(tile(11, 3, 2), .view)]
        scene.setDemand(requests)
        scene.executor.advance(by: 10)
        _ = scene.source.takeReads()
        change(scene)
        scene.executor.advance(by: 10)
        #expect(scene.source.takeReads() == [tile(8, 0, 0), request.index])
        scene.feed.invalidate()
        scene.executor.advance(by: 10)
        #expect(scene.source.takeReads() == requests.map(\.index))
    }

    @Test func `a cached tile that is not requested is reloaded once it is`() {
        let scene = makeScene()
        scene.setDemand([request])
        scene.executor.advance(by: 10)
        scene.setDemand([])
        change(scene)
        scene.executor.advance(by: 10)
        #expect(scene.source.reads.count == 1)
        scene.setDemand([request])
        scene.executor.advance(by: 10)
        #expect(shown(scene) == 2)
    }

    @Test func `changes are loaded even when visible tiles fill the limit, which still holds`() {
        let scene = makeScene(costLimit: 4 * 262_144)
        scene.setDemand([request] + (0..<3).map { TileRequest(tile(11, $0, 7), .view) })
        scene.executor.advance(by: 20)
        change(scene)
        scene.feed.invalidate()
        scene.executor.advance(by: 20)
        #expect(shown(scene) == 2)
        #expect(scene.loader.statistics.delivered == 8)
        #expect(scene.loader.cache.statistics.highWaterMark == 4 * 262_144)
    }
}
