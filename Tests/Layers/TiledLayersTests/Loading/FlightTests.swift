import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// A view on a random flight of 10,000 frames over tiles of 16×16 pixels.
///
/// Tiles take time, sometimes fail, are sometimes absent and sometimes change. The cache has room for about two views.
@Suite(.timeLimited) struct FlightTests {
    private static let tileBytes = 16 * 16 * 4
    private static let pyramid = Pyramid(size: PixelSize(width: 4096, height: 3000), tileSize: 16)

    /// A camera that keeps one of several kinds of motion for some frames.
    private struct Camera {
        var random: SeededRandom
        var center = Point(x: 2000, y: 1500)
        var octave = -4.0
        var angle = 0.0
        private var velocity = Point.zero, zoom = 0.0, turn = 0.0, framesLeft = 0

        init(seed: UInt64) {
            random = SeededRandom(seed: seed)
        }

        mutating func next() -> Viewport {
            if framesLeft == 0 { choose() }
            framesLeft -= 1
            let scale = exp2Of(octave)
            center.x = min(max(center.x + velocity.x / 60 / scale, -100), 4200)
            center.y = min(max(center.y + velocity.y / 60 / scale, -100), 3100)
            octave = min(max(octave + zoom / 60, -5), 1)
            angle += turn / 60
            let now = exp2Of(octave)
            return Viewport(
                x: center.x - 80 / now, y: center.y - 50 / now, width: 160, height: 100, scale: now, angle: angle,
                velocity: Point(x: velocity.x / now, y: velocity.y / now),
                isMoving: velocity != .zero || zoom != 0 || turn != 0)
        }

        private mutating func choose() {
            velocity = .zero
            zoom = 0
            turn = 0
            framesLeft = .random(in: 5...60, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: break
            case 1, 2:
                velocity = Point(
                    x: .random(in: -800...800, using: &random), y: .random(in: -800...800, using: &random))
            case 3: zoom = .random(in: -4...4, using: &random)
            case 4: turn = .random(in: -2...2, using: &random)
            default:
                center = Point(x: .random(in: 0...4096, using: &random), y: .random(in: 0...3000, using: &random))
            }
        }

        private func exp2Of(_ octave: Double) -> Double {
            var value = 1.0
            for _ in 0..<Int(octave.rounded(.down).magnitude) { value *= octave < 0 ? 0.5 : 2 }
            let part = octave - octave.rounded(.down)
            return value * (1 + part * (0.6565 + part * 0.3435))
        }
    }

    @Test(arguments: [(1, 10_000), (2, 2000), (3, 2000)] as [(UInt64, Int)])
    func `in 10,000 frames the limit holds, no visible tile is evicted, none is loaded twice, and all arrive`(
        seed: UInt64, frames: Int
    ) {
        let tries = Counter()
        let scene = LoadingScene(
            Self.pyramid, costLimit: 250 * Self.tileBytes, reads: 6, decodes: 2, readTime: 0.02, decodeTime: 0.004
        ) { index in
            if (index.column + index.row * 7).isMultiple(of: 23) { return nil }
            guard !tries.increment().isMultiple(of: 50) else { throw TestError("now and then") }
            return RecordedSource.tile(index)
        }
        scene.planner = TilePlanner()
        var camera = Camera(seed: seed)
        var guarded: Set<TileIndex> = []
        for frame in 0..<frames {
            if frame.isMultiple(of: 997) {
                scene.feed.invalidate(Rect(x: camera.center.x, y: camera.center.y, width: 50, height: 50))
                guarded = []
            }
            if frame.isMultiple(of: 1999) { scene.loader.cache.handleMemoryWarning() }
            let requests = scene.show(camera.next())
            // A visible tile that was cached in the frame before is still cached; the nearest 250 tiles have room.
            let visible = requests.prefix(250).filter(\.reason.isVisible).map(\.index)
            for index in visible where guarded.contains(index) && scene.feed.tile(index) == nil {
                Issue.record("tile \(index) was evicted in frame \(frame)")
            }
            scene.executor.advance(by: 1.0 / 60)
            let cache = scene.loader.cache.statistics
            #expect(cache.bytes <= cache.costLimit && cache.highWaterMark <= cache.costLimit)
            guarded = Set(visible.filter { scene.feed.tile($0) != nil })
        }
        let last = scene.show(Viewport(x: 1000, y: 1000, width: 160, height: 100))
        scene.executor.advance(by: 60)
        for request in last {
            #expect(scene.feed.state(of: request.index) == .loaded || scene.feed.state(of: request.index) == .absent)
        }
        let statistics = scene.loader.statistics
        #expect(statistics.duplicates == 0 && statistics.failures > frames / 100)
        #expect(statistics.absent > frames / 100)
        #expect(scene.executor.jobsInFlight.isEmpty)
        #expect(scene.loader.cache.statistics.reservedBytes == 0)
        #expect(scene.loader.cache.statistics.evictions > frames / 10)
    }
}
