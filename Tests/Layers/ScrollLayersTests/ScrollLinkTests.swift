import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import ScrollLayers

@MainActor
@Suite(.timeLimited) struct ScrollLinkTests {
    /// A window of 801×600 with two scroll layers of 400×600, the right one linked.
    @MainActor
    private struct Window {
        let root = Layer()
        let left = ScrollLayer()
        let right = ScrollLayer()
        let content = Layer()
        let other = Layer()
        let clock = ManualClock()
        let controller: ScrollController

        init(right frame: Rect = Rect(x: 401, y: 0, width: 400, height: 600)) {
            root.frame = Rect(x: 0, y: 0, width: 801, height: 600)
            left.frame = Rect(x: 0, y: 0, width: 400, height: 600)
            right.frame = frame
            root.addSublayer(left)
            root.addSublayer(right)
            controller = ScrollController(
                scrollLayer: left, contentLayer: content, contentSize: Size(width: 10_000, height: 8000), clock: clock)
            controller.link(other, in: right)
        }

        func show(_ view: ViewState) { controller.change { $0.setView(view, animated: false, at: $1) } }

        @discardableResult
        func pointer(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double) -> Bool {
            controller.handle(.pointer(PointerEvent(time: clock.now, phase: phase, position: Point(x: x, y: y))))
        }
    }

    @Test func `a linked layer of the same size shows the same view, to the last digit`() {
        let window = Window()
        #expect(window.controller.linkedScrollLayers.count == 1 && window.other.superlayer === window.right)
        var random = SeededRandom(seed: 5)
        for _ in 0..<200 {
            window.show(
                ViewState(
                    center: Point(x: .random(in: 0...10_000, using: &random), y: .random(in: 0...8000, using: &random)),
                    scale: .random(in: 0.05...16, using: &random), angle: .random(in: -360...360, using: &random),
                    isFlipped: .random(using: &random)))
            #expect(window.other.properties == window.content.properties)
            #expect(window.right.bounds.origin == window.left.bounds.origin)
        }
    }

    @Test func `the middle of a linked layer of another size shows the same point`() throws {
        let window = Window(right: Rect(x: 500, y: 100, width: 200, height: 300))
        window.show(ViewState(center: Point(x: 5000, y: 4000), scale: 0.5, angle: 30))
        let left = try #require(window.content.convert(Point(x: 200, y: 300), from: window.root))
        let right = try #require(window.other.convert(Point(x: 600, y: 250), from: window.root))
        #expect((left - Point(x: 5000, y: 4000)).length < 1e-9 && (right - left).length < 1e-9)
    }

    @Test func `a drag over the linked layer moves both, also when it leaves that layer`() {
        let window = Window()
        window.show(ViewState(center: Point(x: 5000, y: 4000)))
        #expect(!window.pointer(.moved, 900, 300), "outside both")
        #expect(window.pointer(.down(.primary, clicks: 1), 601, 300))
        for x in stride(from: 591.0, through: 301, by: -10) { window.pointer(.moved, x, 320) }
        #expect(window.controller.model.view.center == Point(x: 5300, y: 3980))
        #expect(window.other.properties == window.content.properties)
    }

    @Test func `the wheel over the linked layer zooms at the pointer there`() throws {
        let window = Window()
        window.show(ViewState(center: Point(x: 5000, y: 4000)))
        let point = Point(x: 501, y: 200)
        let before = try #require(window.other.convert(point, from: window.root))
        #expect(before == Point(x: 4900, y: 3900))
        #expect(window.controller.handle(.wheel(WheelEvent(time: 0, delta: Point(x: 0, y: 4), position: point))))
        for _ in 0..<200 {
            window.clock.advance(by: 1.0 / 60)
            window.controller.update()
        }
        #expect(abs(window.controller.model.view.scale - 2) < 1e-6)
        #expect((try #require(window.other.convert(point, from: window.root)) - before).length < 0.5)
    }

    @Test func `a layer that is no longer linked stays as it is`() {
        let window = Window()
        window.show(ViewState(center: Point(x: 5000, y: 4000)))
        let before = window.other.properties
        window.controller.unlink(window.right)
        window.show(ViewState(center: Point(x: 100, y: 100), scale: 2))
        #expect(window.other.properties == before && window.content.properties != before)
        #expect(window.controller.linkedScrollLayers.isEmpty && !window.pointer(.moved, 601, 300))
    }
}
