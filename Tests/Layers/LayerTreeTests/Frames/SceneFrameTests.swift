import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct SceneFrameTests {
    @Test func `a blue layer at (50, 50, 100, 100) in a white one covers exactly these pixels`() {
        let scene = TestLayers.scene(200, 200, .white)
        _ = TestLayers.layer(50, 50, 100, 100, TestLayers.blue, in: scene.root)
        let image = ReferenceFrame(scene.frame())
        #expect(image[49, 49] == 0xFFFFFF && image[150, 150] == 0xFFFFFF)
        #expect(image[50, 50] == 0x0000FF && image[149, 149] == 0x0000FF)
        #expect(image.count(of: 0x0000FF) == 10_000)
    }

    @Test func `at a scale of 2 a point is 2 × 2 pixels`() {
        let scene = TestLayers.scene(200, 200, .white)
        scene.scale = 2
        _ = TestLayers.layer(20, 20, 10, 10, TestLayers.blue, in: scene.root)
        #expect(ReferenceFrame(scene.frame()).count(of: 0x0000FF) == 400)
    }

    @Test func `later layers are drawn over earlier ones, and one inserted at 0 below all`() {
        let scene = TestLayers.scene(10, 10)
        _ = TestLayers.layer(0, 0, 10, 10, TestLayers.red, in: scene.root)
        let green = TestLayers.layer(5, 0, 5, 10, TestLayers.green, in: scene.root)
        let image = ReferenceFrame(scene.frame())
        #expect(image[4, 4] == 0xFF0000 && image[5, 4] == 0x00FF00)
        scene.root.insertSublayer(green, at: 0)
        #expect(ReferenceFrame(scene.frame())[5, 4] == 0xFF0000)
    }

    @Test(arguments: [1.0, 0.0001])
    func `a layer with any positive z position is drawn over those added later`(height: Double) {
        let scene = TestLayers.scene(10, 10)
        let green = TestLayers.layer(0, 0, 6, 6, TestLayers.green, in: scene.root)
        _ = TestLayers.layer(3, 3, 6, 6, TestLayers.red, in: scene.root)
        #expect(ReferenceFrame(scene.frame())[4, 4] == 0xFF0000)
        green.zPosition = height
        #expect(ReferenceFrame(scene.frame())[4, 4] == 0x00FF00)
        #expect(scene.root.hitTest(Point(x: 4, y: 4))?.backgroundColor == TestLayers.red)
    }

    @Test func `a layer beyond its superlayer's corner is visible unless the superlayer clips`() {
        let scene = TestLayers.scene(200, 200)
        let box = TestLayers.layer(40, 40, 150, 150, .white, in: scene.root)
        _ = TestLayers.layer(-25, -25, 75, 75, TestLayers.red, in: box)
        #expect(!box.masksToBounds)
        #expect(ReferenceFrame(scene.frame())[39, 39] == 0xFF0000)
        box.masksToBounds = true
        let clipped = ReferenceFrame(scene.frame())
        #expect(clipped[39, 39] == 0 && clipped[40, 40] == 0xFF0000)
        #expect(clipped.count(of: 0xFF0000) == 2500)
    }

    @Test func `a rotated layer clips along its own edges`() {
        let scene = TestLayers.scene(100, 100)
        let box = TestLayers.layer(25, 25, 50, 50, nil, in: scene.root)
        box.affineTransform = AffineTransform(rotation: .pi / 4)
        box.masksToBounds = true
        _ = TestLayers.layer(-100, -100, 250, 250, TestLayers.red, in: box)
        let image = ReferenceFrame(scene.frame())
        #expect(image[50, 16] == 0xFF0000 && image[16, 50] == 0xFF0000)
        #expect(image[26, 26] == 0)
        #expect(abs(image.count(of: 0xFF0000) - 2500) <= 30)
    }

    @Test func `in a flipped layer of 100 a layer of 10 at 0 is drawn from 90 to 100, and in two again at 0`() {
        let scene = TestLayers.scene(100, 100)
        let flipped = TestLayers.layer(0, 0, 100, 100, nil, in: scene.root)
        flipped.isGeometryFlipped = true
        let child = TestLayers.layer(0, 0, 100, 10, TestLayers.red, in: flipped)
        #expect(scene.frame().quads.map(\.frame) == [Rect(x: 0, y: 90, width: 100, height: 10)])
        let again = TestLayers.layer(0, 0, 100, 100, nil, in: flipped)
        again.isGeometryFlipped = true
        again.addSublayer(child)
        #expect(scene.frame().quads.map(\.frame) == [Rect(x: 0, y: 0, width: 100, height: 10)])
    }

    @Test func `a layer at (20, 0) in bounds scrolled by (30, 40) is drawn at x −10`() {
        let scene = TestLayers.scene(200, 200)
        let scroll = TestLayers.layer(0, 0, 200, 200, nil, in: scene.root)
        _ = TestLayers.layer(20, 0, 100, 100, TestLayers.red, in: scroll)
        scroll.bounds.origin = Point(x: 30, y: 40)
        #expect(scene.frame().quads.map(\.frame) == [Rect(x: -10, y: -40, width: 100, height: 100)])
    }

    @Test func `a hidden layer and its subtree make no quads`() {
        let scene = TestLayers.scene(100, 100)
        let box = TestLayers.layer(0, 0, 50, 50, .white, in: scene.root)
        _ = TestLayers.layer(0, 0, 20, 20, TestLayers.red, in: box)
        #expect(scene.frame().quads.count == 2)
        box.isHidden = true
        #expect(scene.frame().items.isEmpty)
        box.isHidden = false
        box.opacity = 0
        #expect(scene.frame().items.isEmpty)
    }

    @Test func `layers that are outside, transparent, empty, occluded or in no tree make no quads`() {
        let scene = TestLayers.scene(100, 100)
        _ = TestLayers.layer(100, 0, 50, 50, TestLayers.red, in: scene.root)
        _ = TestLayers.layer(0, -50, 50, 50, TestLayers.red, in: scene.root)
        _ = TestLayers.layer(0, 0, 50, 50, .clear, in: scene.root)
        _ = TestLayers.layer(0, 0, 0, 50, TestLayers.red, in: scene.root)
        _ = TestLayers.layer(10, 10, 30, 30, TestLayers.red, in: scene.root)
        _ = TestLayers.layer(10, 10, 30, 30, TestLayers.red)
        #expect(scene.frame().quads.count == 1)
        let cover = TestLayers.layer(5, 5, 50, 50, TestLayers.green, in: scene.root)
        #expect(scene.frame().quads.map(\.color) == [TestLayers.green])
        cover.backgroundColor?.alpha = 0.5
        #expect(scene.frame().quads.count == 2)
        cover.backgroundColor?.alpha = 1
        cover.opacity = 0.5
        #expect(scene.frame().quads.count == 2)
        cover.opacity = 1
        cover.affineTransform = AffineTransform(rotation: 0.1)
        #expect(scene.frame().quads.count == 2)
    }

    @Test func `the background is removed below opaque contents, and not below others`() {
        let scene = TestLayers.scene(10, 10, .white)
        scene.root.contents = TestLayers.image(10, 10)
        #expect(scene.frame().quads.count == 1)
        scene.root.contents = PixelBuffer(size: PixelSize(width: 10, height: 10)) { _ in }
        #expect(scene.frame().quads.count == 2)
    }

    @Test func `a frame does not change with its layers`() {
        let scene = TestLayers.scene(100, 100)
        let layer = TestLayers.layer(0, 0, 50, 50, .white, in: scene.root)
        let frame = scene.frame()
        layer.backgroundColor = TestLayers.red
        layer.removeFromSuperlayer()
        #expect(frame.quads.map(\.color) == [.white])
        #expect(scene.frame().items.isEmpty)
    }

    @Test func `half way the model is at 100 and the frame shows 50, even later`() throws {
        let clock = ManualClock()
        let scene = TestLayers.scene(200, 10, clock: clock)
        let layer = TestLayers.layer(95, 0, 10, 10, .white, in: scene.root)
        var move = BasicAnimation(\.position, from: Point(x: 0, y: 5), to: Point(x: 100, y: 5))
        move.timing.duration = 1
        layer.addAnimation(move, forKey: "move", at: 0)
        clock.advance(by: 0.5)
        let frame = scene.frame()
        #expect(layer.position.x == 100)
        #expect(frame.quads.map(\.frame) == [Rect(x: 45, y: 0, width: 10, height: 10)])
        clock.advance(by: 0.5)
        #expect(frame.quads.map(\.frame) == [Rect(x: 45, y: 0, width: 10, height: 10)])
        #expect(scene.frame().quads.map(\.frame) == [Rect(x: 95, y: 0, width: 10, height: 10)])
    }

    @Test
    func `a change of the bounds lays out once in a frame, through the layer or its delegate, and moving does not`() {
        final class Layouts: LayerDelegate {
            var count = 0
            func layoutSublayers(of layer: Layer) { count += 1 }
        }
        let scene = TestLayers.scene(100, 100)
        let layer = TestLayers.layer(0, 0, 10, 10, nil, in: scene.root)
        let layouts = Layouts()
        layer.delegate = layouts
        _ = scene.frame()
        #expect(layouts.count == 1)
        layer.bounds.size.width = 20
        layer.bounds.size.width = 30
        _ = scene.frame()
        #expect(layouts.count == 2)
        layer.position.x = 50
        _ = scene.frame()
        #expect(layouts.count == 2)
        #expect(!scene.needsFrame)
    }

    @Test func `without a change no new frame is made`() {
        let scene = TestLayers.scene(100, 100)
        let layer = TestLayers.layer(0, 0, 10, 10, .white, in: scene.root)
        scene.collectsStatistics = true
        _ = scene.frame()
        scene.statistics = FrameStatistics()
        _ = scene.frame()
        #expect(scene.statistics == FrameStatistics())
        #expect(scene.nextFrameTime == nil)
        layer.opacity = 0.5
        #expect(scene.needsFrame)
        _ = scene.frame()
        #expect(scene.statistics.quads == 1)
    }
}
