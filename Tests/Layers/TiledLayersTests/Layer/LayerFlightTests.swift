import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// A layer on a random flight over tiles that take time and sometimes fail, with room for about two views.
@MainActor
@Suite(.timeLimited) struct LayerFlightTests {
    @Test(arguments: [1, 2] as [UInt64])
    func `in 700 frames no pixel is blank after the first cover, and the limit holds in each frame`(
        seed: UInt64
    ) throws {
        let pyramid = Pyramid(size: PixelSize(width: 4096, height: 3000), tileSize: 16)
        let tries = Counter()
        let tiles = ClosureTileDrawing(pyramid: pyramid) { index in
            guard !tries.increment().isMultiple(of: 50) else { throw TestError("now and then") }
            return PixelBuffer(size: pyramid.rect(of: index).size, isOpaque: true) { $0.update(repeating: 0xFF11_1111) }
        }
        let stage = LayerStage(tiles, width: 160, height: 100, loadTime: 0.02, costLimit: 250 * 16 * 16 * 4)
        stage.layer.planner = TilePlanner()
        stage.look(x: 2048, y: 1500, scale: 1.0 / 32)
        stage.run()
        #expect(stage.layer.isFullySharp)

        var random = SeededRandom(seed: seed)
        var x = 2048.0
        var y = 1500.0
        var octave = -5.0
        var angle = 0.0
        var across = 0.0
        var down = 0.0
        var zoom = 0.0
        var turn = 0.0
        for frame in 0..<700 {
            if frame.isMultiple(of: 25) {
                across = 0
                down = 0
                zoom = 0
                turn = 0
                switch Int.random(in: 0..<5, using: &random) {
                case 0: break
                case 1:
                    across = .random(in: -20...20, using: &random)
                    down = .random(in: -20...20, using: &random)
                case 2: zoom = .random(in: -0.1...0.1, using: &random)
                case 3: turn = .random(in: -0.05...0.05, using: &random)
                default:
                    x = .random(in: 0...4096, using: &random)
                    y = .random(in: 0...3000, using: &random)
                }
            }
            octave = min(max(octave + zoom, -5), 1)
            let scale = (octave < 0 ? 1 / (1 - octave) : 1 + octave)
            x = min(max(x + across / scale, 0), 4096)
            y = min(max(y + down / scale, 0), 3000)
            angle += turn
            stage.look(x: x, y: y, scale: scale, angle: angle)
            _ = stage.scene.frame()
            stage.executor.advance(by: 1.0 / 60)
            let shown = try #require(stage.layer.lastFrame)
            #expect(shown.blanks.isEmpty, "frame \(frame)")
            #expect(shown.drawnTiles.allSatisfy { $0.opacity == 1 })
            let cache = stage.loader.cache.statistics
            #expect(cache.bytes <= cache.costLimit && cache.highWaterMark <= cache.costLimit)
        }
        #expect(stage.loader.statistics.duplicates == 0)
        stage.run(seconds: 20)
        #expect(stage.layer.isFullySharp)
    }
}
