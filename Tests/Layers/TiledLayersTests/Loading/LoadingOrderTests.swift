import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// The order in which tiles are read for a moving view of 512×512 pixels of an image of 2048×2048.
@Suite(.timeLimited) struct LoadingOrderTests {
    private let scene = LoadingScene()

    private func view(
        _ x: Double, _ y: Double, width: Double = 512, height: Double = 512, scale: Double = 1, velocity: Double = 0
    ) -> Viewport {
        Viewport(
            x: x, y: y, width: width, height: height, scale: scale, velocity: Point(x: velocity, y: 0),
            isMoving: velocity != 0)
    }

    @Test func `opening reads the base and exactly the 2×2 tiles of the view`() {
        #expect(
            scene.load(view(0, 0)) == [
                tile(8, 0, 0), tile(11, 0, 0), tile(11, 1, 0), tile(11, 0, 1), tile(11, 1, 1),
            ])
        #expect(scene.loader.statistics.delivered == 5)
        #expect(scene.arrivals.value == 5)
    }

    @Test func `a view of 1280×800 reads at most 30 tiles, and two coarse ones, whatever its position`() {
        for (x, y) in [(0.0, 0.0), (130, 230), (255, 255), (1, 255), (700, 300)] {
            let scene = LoadingScene(Pyramid(size: PixelSize(width: 4096, height: 2048)))
            let reads = scene.load(view(x, y, width: 1280, height: 800))
            let coarser = reads.filter { $0.level < 12 }
            #expect(reads.count - coarser.count <= 30 && coarser == [tile(8, 0, 0), tile(9, 0, 0)])
            // Nothing but tiles is read: 4 bytes of each.
            #expect(scene.loader.statistics.readBytes == 4 * reads.count)
        }
        #expect(scene.load(view(130, 230, width: 1280, height: 800)).count { $0.level == 11 } == 30)
    }

    @Test func `panning reads exactly the tiles that come into view, the nearest to its center first`() {
        _ = scene.load(view(0, 0))
        #expect(scene.load(view(250, 0)) == [tile(11, 2, 0), tile(11, 2, 1)])
        // From 300 on, the view extends to 812, 44 pixels into column 3.
        #expect(scene.load(view(300, 0)) == [tile(11, 3, 0), tile(11, 3, 1)])
        #expect(scene.load(view(0, 0)).isEmpty)
    }

    @Test func `zooming in reads 4 tiles of each level on the way, and zooming out again none`() {
        #expect(
            scene.load(view(0, 0, scale: 0.25)) == [
                tile(8, 0, 0), tile(9, 0, 0), tile(9, 1, 0), tile(9, 0, 1), tile(9, 1, 1),
            ])
        #expect(
            scene.load(view(512, 512, scale: 0.5)) == [
                tile(10, 1, 1), tile(10, 2, 1), tile(10, 1, 2), tile(10, 2, 2),
            ])
        #expect(
            scene.load(view(768, 768)) == [
                tile(11, 3, 3), tile(11, 4, 3), tile(11, 3, 4), tile(11, 4, 4),
            ])
        #expect(scene.load(view(512, 512, scale: 0.5)).isEmpty)
        #expect(scene.load(view(0, 0, scale: 0.25)).isEmpty)
        #expect(scene.load(view(0, 0, width: 256, height: 256, scale: 0.125)).isEmpty)
    }

    @Test func `a fling reads only the next coarser level, and the right one when it ends`() {
        _ = scene.load(view(0, 768))
        var reads: [TileIndex] = []
        // 4 viewports per second for half a second.
        for frame in 1...30 {
            reads += scene.load(view(Double(frame) * 2048 / 60, 768, velocity: 2048))
            scene.executor.advance(by: 1.0 / 60)
        }
        #expect(Set(reads.map(\.level)) == [10])
        #expect(Set(reads) == Set((0...3).flatMap { [tile(10, $0, 1), tile(10, $0, 2)] }))
        #expect(
            scene.load(view(1024, 768)) == [
                tile(11, 4, 3), tile(11, 5, 3), tile(11, 4, 4), tile(11, 5, 4),
            ])
    }

    @Test func `a jump reads nothing in between`() {
        _ = scene.load(view(0, 0))
        #expect(
            scene.load(view(1536, 1536)) == [
                tile(11, 6, 6), tile(11, 7, 6), tile(11, 6, 7), tile(11, 7, 7),
            ])
    }

    @Test func `enlarging the window reads only the added tiles`() {
        _ = scene.load(view(0, 0))
        #expect(scene.load(view(0, 0, width: 700, height: 400)) == [tile(11, 2, 0), tile(11, 2, 1)])
        #expect(scene.load(view(0, 0, width: 300, height: 300)).isEmpty)
    }

    @Test func `scrolling 5 tiles to the right and back reads nothing on the way back`() {
        for step in 0...5 {
            _ = scene.load(view(Double(step) * 256, 0))
        }
        let reads = (0...5).reversed().flatMap { scene.load(view(Double($0) * 256, 0)) }
        #expect(reads.isEmpty)
        #expect(scene.loader.statistics.duplicates == 0)
    }

    @Test func `with room for the view alone, the way back reads its tiles again`() {
        // The base, of 256×256 pixels, and the 4 tiles of the view.
        let scene = LoadingScene(costLimit: 5 * 262_144)
        for step in 0...5 {
            _ = scene.load(view(Double(step) * 256, 0))
        }
        let reads = (0..<5).reversed().map { scene.load(view(Double($0) * 256, 0)) }
        #expect(reads == (0..<5).reversed().map { [tile(11, $0, 0), tile(11, $0, 1)] })
        #expect(scene.loader.cache.statistics.highWaterMark == 5 * 262_144)
    }

    @Test func `scrolling by a tile per frame, each is loaded before it is visible, and none behind is read`() {
        let scene = LoadingScene(Pyramid(size: PixelSize(width: 40_000, height: 512)))
        scene.planner.swapping = .never
        let speed = 256 * 60.0
        _ = scene.load(view(10_240, 0, velocity: speed))
        var missing = 0
        var behind = 0
        for frame in 1..<60 {
            let x = 10_240 + Double(frame) * 256
            let requests = scene.show(view(x, 0, velocity: speed))
            missing += requests.count { $0.reason.isVisible && scene.feed.tile($0.index) == nil }
            scene.executor.advance(by: 1.0 / 60)
            behind += scene.source.takeReads().count { $0.level == 16 && $0.column < Int(x) / 256 }
        }
        #expect(missing == 0)
        #expect(behind == 0)
    }

    @Test func `on reversal, look-ahead requests are dropped`() {
        let scene = LoadingScene(Pyramid(size: PixelSize(width: 40_000, height: 512)), readTime: .infinity)
        scene.show(view(10_240, 0, velocity: 1000))
        #expect(scene.feed.state(of: tile(16, 42, 0)) == .queued)
        scene.show(view(10_240, 0, velocity: -1000))
        #expect(scene.feed.state(of: tile(16, 42, 0)) == .idle)
        #expect(scene.feed.state(of: tile(16, 39, 0)) == .queued)
        #expect(scene.loader.statistics.droppedBeforeRead == 4)
    }

    @Test func `a visible tile is read next although 20 others are queued, and scrolling away drops 19 of those`() {
        let scene = LoadingScene(readTime: 1)
        let later = (0..<20).map { TileRequest(tile(11, $0 % 8, $0 / 8), .lookAhead) }
        scene.setDemand(later)
        scene.executor.advance(by: 0.5)
        scene.setDemand([TileRequest(tile(11, 7, 7), .view)] + later)
        scene.executor.advance(by: 1)
        #expect(scene.executor.jobsInFlight.map(\.index) == [tile(11, 7, 7)])
        scene.setDemand([TileRequest(tile(11, 7, 7), .view)])
        scene.executor.advance(by: 5)
        #expect(scene.source.takeReads() == [tile(11, 0, 0), tile(11, 7, 7)])
        #expect(scene.loader.statistics.droppedBeforeRead == 19)
    }

    @Test func `16 reads are in flight at once, and 2 decodes`() {
        let scene = LoadingScene(reads: 16, decodes: 2, readTime: 1, decodeTime: 1)
        scene.setDemand((0..<64).map { TileRequest(tile(11, $0 % 8, $0 / 8), .view) })
        scene.executor.advance(by: 0.5)
        #expect(scene.executor.jobsInFlight.count == 16)
        scene.executor.advance(by: 1)
        // Of the 16 that are read, two are being decoded and two others are being read in their place.
        #expect(
            Set(scene.executor.jobsInFlight.map(\.index)) == [
                tile(11, 0, 0), tile(11, 1, 0), tile(11, 0, 2), tile(11, 1, 2),
            ])
        scene.executor.advance(by: 100)
        #expect(scene.loader.statistics.delivered == 64)
        #expect(scene.source.takeReads().count == 64)
    }

    @Test func `a source without latency is not read ahead of the decoders`() {
        let scene = LoadingScene(reads: 16, decodes: 2, decodeTime: 1)
        scene.setDemand((0..<64).map { TileRequest(tile(11, $0 % 8, $0 / 8), .view) })
        scene.executor.advance(by: 10)
        let reads = scene.loader.statistics.reads
        let decoded = scene.loader.statistics.delivered
        #expect(decoded == 20)
        // The 16 reads of the start are used up by then.
        #expect(reads == 22)
    }
}
