import TestLimits
import Testing
import TilePyramid

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct FrameStagesTests {
    @Test func `while only an animation runs, 60 frames are rendered, and laid out, drawn and committed once`() throws {
        let clock = ManualClock()
        let scene = TestLayers.scene(100, 100, .white, clock: clock)
        let drawn = DotLayer()
        drawn.frame = Rect(x: 0, y: 0, width: 10, height: 10)
        drawn.setNeedsDisplay()
        scene.root.addSublayer(drawn)
        var move = BasicAnimation(\.position, from: Point.zero, to: Point(x: 90, y: 0))
        move.timing.duration = 2
        drawn.addAnimation(move, forKey: "move")
        scene.collectsStatistics = true
        var total = FrameStatistics()
        for _ in 0..<60 {
            _ = scene.frame()
            total += scene.statistics
            clock.advance(by: 1.0 / 60)
        }
        let stages = total.stages
        #expect(stages.layout == 1 && stages.display == 1 && stages.prepare == 1 && stages.commit == 1)
        #expect(stages.render == 60)
        #expect(total.drawnLayers == 1 && total.implicitDraws.total == 0)
    }

    @Test func `each stage counts the frames that need it`() {
        let scene = TestLayers.scene(100, 100, .white)
        let layer = TestLayers.layer(0, 0, 10, 10, .black, in: scene.root)
        scene.collectsStatistics = true
        func stages() -> FrameStages {
            _ = scene.frame()
            return scene.statistics.stages
        }
        _ = stages()
        scene.setNeedsFrame()
        var expected = FrameStages()
        expected.commit = 1
        expected.render = 1
        #expect(stages() == expected)
        layer.contents = TestLayers.image(10, 10)
        expected.prepare = 1
        #expect(stages() == expected)
        layer.bounds.size.width = 20
        expected.prepare = 0
        expected.layout = 1
        #expect(stages() == expected)
    }

    @Test func `draws that the app did not ask for are counted with their cause`() {
        let scene = TestLayers.scene(100, 100)
        let layer = DotLayer()
        layer.frame = Rect(x: 0, y: 0, width: 10, height: 10)
        layer.needsDisplayOnBoundsChange = true
        scene.root.addSublayer(layer)
        scene.collectsStatistics = true
        layer.setNeedsDisplay()
        _ = scene.frame()
        #expect(scene.statistics.drawnLayers == 1 && scene.statistics.implicitDraws.total == 0)
        layer.bounds.size.width = 20
        _ = scene.frame()
        #expect(scene.statistics.implicitDraws.boundsChange == 1 && scene.statistics.implicitDraws.total == 1)
        // One that the app has asked for too is none of them.
        layer.bounds.size.width = 30
        layer.setNeedsDisplay()
        _ = scene.frame()
        #expect(scene.statistics.drawnLayers == 1 && scene.statistics.implicitDraws.total == 0)
    }

    @Test func `what a subclass draws by itself counts with the next frame`() {
        let scene = TestLayers.scene(100, 100)
        scene.collectsStatistics = true
        let panel = PanelLayer(color: .black)
        scene.root.addSublayer(panel)
        _ = scene.frame()
        #expect(scene.statistics.implicitDraws.subclass == 1 && scene.statistics.implicitDraws.total == 1)
        #expect(scene.statistics.drawnLayers == 1 && scene.statistics.drawnPixels == 14 * 14)
        panel.radius = 4
        panel.borderColor = .white
        _ = scene.frame()
        #expect(scene.statistics.implicitDraws.subclass == 2 && scene.statistics.drawnPixels == 2 * 10 * 10)
        scene.setNeedsFrame()
        _ = scene.frame()
        #expect(scene.statistics.implicitDraws.total == 0 && scene.statistics.drawnLayers == 0)
        // In no scene, nothing is drawn.
        PanelLayer(color: .black).radius = 3
        #expect(scene.statistics.implicitDraws.total == 0)
    }

    /// A layer that draws a dot, without implicit animations.
    private final class DotLayer: StillLayer {
        override func draw(in context: inout PixelContext) {
            context.fill(Rect(x: 1, y: 1, width: 2, height: 2))
        }
    }
}
