import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

@Suite(.timeLimited) struct TileRateTests {
    @Test func `the slower one of reading and decoding decides, and views that move share the rate`() {
        let concurrency = TileLoaderConcurrency(reads: 32, decodes: 2)
        var latency = LoadLatency()
        #expect(latency.tileRate(concurrency, movingViews: 1) == nil)
        latency.decode.record(0.25)
        #expect(latency.tileRate(concurrency, movingViews: 0) == TileRate(tilesPerSecond: 8, latency: 0.25))
        latency.read.record(0.5)
        #expect(latency.tileRate(concurrency, movingViews: 1) == TileRate(tilesPerSecond: 8, latency: 0.75))
        latency.read.record(60.5)
        #expect(latency.read.seconds == 8)
        #expect(latency.tileRate(concurrency, movingViews: 1) == TileRate(tilesPerSecond: 4, latency: 8.25))
        #expect(latency.tileRate(concurrency, movingViews: 2) == TileRate(tilesPerSecond: 2, latency: 8.25))
    }

    @Test func `a loader measures its rate on its clock, and keeps it while nothing is requested`() {
        let scene = LoadingScene(readTime: 0.5, decodeTime: 0.25)
        #expect(scene.loader.tileRate == nil)
        scene.show(Viewport(x: 0, y: 0, width: 100, height: 100))
        scene.executor.advance(by: 100)
        #expect(scene.loader.tileRate == TileRate(tilesPerSecond: 2, latency: 0.75))
        scene.executor.advance(by: 100)
        #expect(scene.loader.tileRate == TileRate(tilesPerSecond: 2, latency: 0.75))
    }
}
