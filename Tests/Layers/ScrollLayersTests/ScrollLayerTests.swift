import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import ScrollLayers

@MainActor
@Suite(.timeLimited) struct ScrollLayerTests {
    private func viewport(_ x: Double = 0, _ y: Double = 0, size: Double = 200) -> ScrollLayer {
        let layer = ScrollLayer()
        layer.frame = Rect(x: x, y: y, width: size, height: size)
        return layer
    }

    private func child(_ frame: Rect, in parent: Layer) -> Layer {
        let layer = Layer()
        layer.frame = frame
        parent.addSublayer(layer)
        return layer
    }

    @Test func `scrolled to (30, 40), its bounds begin there, and a layer at x 20 appears at -10`() throws {
        let root = Layer()
        let scrollLayer = viewport()
        root.addSublayer(scrollLayer)
        let inner = child(Rect(x: 20, y: 0, width: 100, height: 100), in: scrollLayer)
        scrollLayer.scroll(to: Point(x: 30, y: 40))
        #expect(scrollLayer.bounds == Rect(x: 30, y: 40, width: 200, height: 200))
        #expect(inner.convert(Point.zero, to: root) == Point(x: -10, y: -40))
        #expect(scrollLayer.frame == Rect(x: 0, y: 0, width: 200, height: 200))
    }

    @Test(arguments: [(30, 234.852888), (60, 204.927775), (120, 181.370706)])
    func `scrolled by 300 points in a second, by an event at each frame, it follows with a lag`(
        rate: Int, shown: Double
    ) {
        let clock = ManualClock()
        let root = Layer()
        let scrollLayer = viewport()
        root.addSublayer(scrollLayer)
        let scene = LayerScene(root: root, size: PixelSize(width: 200, height: 200), clock: clock)
        _ = scene.frame()
        for frame in 1...rate {
            clock.advance(by: 1 / Double(rate))
            scrollLayer.scroll(to: Point(x: 300 * Double(frame) / Double(rate), y: 0))
            _ = scene.frame()
        }
        #expect(scrollLayer.bounds.origin.x == 300)
        #expect(abs(scrollLayer.presented.bounds.origin.x - shown) < 1e-5)
        clock.advance(by: 0.2501)
        _ = scene.frame()
        #expect(scrollLayer.presented.bounds.origin.x == 300)
    }

    @Test func `of a layer of 1000×1000 scrolled to (50, 60), a viewport of 200×200 shows (50, 60, 200, 200)`() {
        let scrollLayer = viewport()
        let inner = child(Rect(x: 0, y: 0, width: 1000, height: 1000), in: scrollLayer)
        scrollLayer.scroll(to: Point(x: 50, y: 60))
        #expect(inner.visibleRect == Rect(x: 50, y: 60, width: 200, height: 200))
    }

    @Test func `scrolling to (-500, -500) is not clamped`() {
        let scrollLayer = viewport()
        scrollLayer.scroll(to: Point(x: -500, y: -500))
        #expect(scrollLayer.bounds.origin == Point(x: -500, y: -500))
    }

    @Test(arguments: [
        (ScrollMode.both, Point(x: 30, y: 40)), (.horizontally, Point(x: 30, y: 0)),
        (.vertically, Point(x: 0, y: 40)), (.none, Point.zero),
    ])
    func `the scroll mode limits the directions of scrolling to (30, 40)`(mode: ScrollMode, origin: Point) {
        let scrollLayer = viewport()
        scrollLayer.scrollMode = mode
        scrollLayer.scroll(to: Point(x: 30, y: 40))
        #expect(scrollLayer.bounds.origin == origin)
    }

    @Test(arguments: [
        // Beyond the right; visible already; above; left and below; larger than the view, from both sides; all of it.
        (Rect(x: 150, y: 0, width: 100, height: 100), Point(x: 50, y: 0)),
        (Rect(x: 50, y: 50, width: 100, height: 150), Point.zero),
        (Rect(x: 0, y: -70, width: 10, height: 10), Point(x: 0, y: -70)),
        (Rect(x: -30, y: 190, width: 20, height: 30), Point(x: -30, y: 20)),
        (Rect(x: 100, y: 0, width: 500, height: 10), Point(x: 100, y: 0)),
        (Rect(x: -600, y: 0, width: 500, height: 10), Point(x: -300, y: 0)),
        (Rect(x: -600, y: -600, width: 5000, height: 5000), Point.zero),
    ])
    func `a rectangle is made visible by the least amount of scrolling`(rect: Rect, origin: Point) {
        let scrollLayer = viewport()
        scrollLayer.scroll(to: rect)
        #expect(scrollLayer.bounds.origin == origin)
    }

    @Test func `a nested layer scrolls only the nearest scroll layer, in its coordinates`() {
        let outer = viewport()
        let inner = viewport(10, 10, size: 100)
        outer.addSublayer(inner)
        let middle = child(Rect(x: 300, y: 0, width: 500, height: 500), in: inner)
        let deep = child(Rect(x: 40, y: 20, width: 50, height: 50), in: middle)
        deep.scrollPoint(Point(x: 1, y: 2))
        #expect(inner.bounds.origin == Point(x: 341, y: 22))
        deep.scrollRectToVisible(Rect(x: 0, y: 0, width: 200, height: 10))
        #expect(inner.bounds.origin == Point(x: 341, y: 20))
        deep.scrollRectToVisible(deep.bounds)
        #expect(inner.bounds.origin == Point(x: 340, y: 20))
        #expect(outer.bounds.origin == .zero)
        inner.scrollPoint(Point(x: 341, y: 25))
        #expect(outer.bounds.origin == Point(x: 11, y: 15))
    }

    @Test func `a layer in no scroll layer scrolls nothing`() {
        let parent = Layer()
        let layer = child(Rect(x: 0, y: 0, width: 10, height: 10), in: parent)
        layer.scrollPoint(Point(x: 5, y: 5))
        layer.scrollRectToVisible(Rect(x: 50, y: 50, width: 10, height: 10))
        #expect(layer.enclosingScrollLayer == nil)
        #expect(parent.bounds.origin == .zero)
    }

    @Test func `a rotated layer's rectangle is shown with its corners`() {
        let scrollLayer = viewport()
        let turned = child(Rect(x: 200, y: 50, width: 100, height: 100), in: scrollLayer)
        turned.affineTransform = AffineTransform(rotation: .pi / 4)
        turned.scrollRectToVisible(turned.bounds)
        #expect(abs(scrollLayer.bounds.origin.x - (250 + 70.71 - 200)) < 0.01)
        #expect(scrollLayer.bounds.origin.y == 0)
    }
}
