import LayerKinds
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct FrameSequenceLayerTests {
    private let frames = (0..<10).map { image(0xFF00_0000 | UInt32($0), width: 4, height: 4) }

    private func scene(_ layer: FrameSequenceLayer) -> (LayerScene, ManualClock) {
        let clock = ManualClock()
        layer.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        return (LayerScene(root: layer, size: PixelSize(width: 100, height: 100), clock: clock), clock)
    }

    private func shown(_ scene: LayerScene) -> Int? {
        scene.frame().quads.first?.buffer.map { Int($0[0, 0] & 255) }
    }

    @Test func `at 0.5 s and 10 frames each second frame 5 is shown`() {
        let (scene, clock) = scene(FrameSequenceLayer(frames, frameRate: 10))
        #expect(shown(scene) == 0)
        clock.advance(by: 0.5)
        #expect(shown(scene) == 5)
    }

    @Test func `every frame is due at its number divided by the rate`() {
        let layer = FrameSequenceLayer(frameCount: 1000, frameRate: 100) { _ in nil }
        for index in 0..<1000 { #expect(layer.frameIndex(at: Double(index) / 100) == index) }
        #expect(layer.frameIndex(at: 0.0099) == 0)
    }

    @Test func `it starts over after the last frame, or stays there`() {
        let layer = FrameSequenceLayer(frames, frameRate: 10)
        #expect(layer.frameIndex(at: 1) == 0 && layer.frameIndex(at: 2.35) == 3 && layer.frameIndex(at: -0.05) == 9)
        layer.loops = false
        #expect(layer.frameIndex(at: 1) == 9 && layer.frameIndex(at: 99) == 9 && layer.frameIndex(at: -1) == 0)
    }

    @Test func `a frame of the scene is made when the next number is due, and none in between`() {
        let layer = FrameSequenceLayer(frames, frameRate: 10)
        layer.loops = false
        let (scene, clock) = scene(layer)
        var made = 0
        for _ in 0..<240 {
            if scene.needsFrame {
                _ = scene.frame()
                made += 1
            }
            clock.advance(by: 1.0 / 120)
        }
        #expect(made == 10)
        #expect(scene.nextFrameTime == nil && shown(scene) == 9)
    }

    @Test func `it pauses, seeks and plays at another speed, also backward`() {
        let layer = FrameSequenceLayer(frames, frameRate: 10)
        let (scene, clock) = scene(layer)
        clock.advance(by: 0.35)
        #expect(shown(scene) == 3)
        layer.pause(at: clock.now)
        clock.advance(by: 5)
        #expect(shown(scene) == 3 && !scene.needsFrame)
        layer.timing.timeOffset = 0.7
        #expect(shown(scene) == 7)
        layer.timing = LayerTiming()
        layer.timing.beginTime = clock.now
        layer.timing.timeOffset = 0.95
        layer.timing.speed = -2
        #expect(shown(scene) == 9)
        #expect(isClose(scene.nextFrameTime ?? 0, clock.now + 0.025, within: 1e-6))
        clock.advance(by: 0.026)
        #expect(scene.needsFrame && shown(scene) == 8)
    }

    @Test func `a missing frame leaves the one before`() {
        let frames = frames
        let layer = FrameSequenceLayer(frameCount: 10, frameRate: 10) { $0 == 3 ? nil : frames[$0] }
        let (scene, clock) = scene(layer)
        clock.advance(by: 0.2)
        #expect(shown(scene) == 2)
        clock.advance(by: 0.1)
        #expect(shown(scene) == 2)
        clock.advance(by: 0.1)
        #expect(shown(scene) == 4)
    }

    @Test(arguments: [-1, 0, 1, 2])
    func `none, one or two frames play too`(count: Int) {
        let layer = FrameSequenceLayer(Array(frames.prefix(max(0, count))), frameRate: 10)
        layer.frameCount = count
        let (scene, clock) = scene(layer)
        clock.advance(by: 0.15)
        #expect(shown(scene) == (count < 1 ? nil : count == 1 ? 0 : 1))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -10, 0, 1e300])
    func `a rate that is not a rate shows a frame`(rate: Double) {
        let layer = FrameSequenceLayer(frames, frameRate: rate)
        let (scene, clock) = scene(layer)
        clock.advance(by: 0.5)
        #expect(shown(scene) != nil)
        #expect(layer.frameIndex(at: .nan) != nil && layer.frameIndex(at: .infinity) != nil)
    }
}
