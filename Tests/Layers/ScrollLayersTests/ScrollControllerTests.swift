import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import ScrollLayers

@MainActor
@Suite(.timeLimited) struct ScrollControllerTests {
    /// A window of 1000×700 with a scroll layer of 800×600 at (100, 50), and content of 10,000×8000 in it.
    @MainActor
    private struct Window {
        let root = Layer()
        let scrollLayer = ScrollLayer()
        let content = Layer()
        let clock = ManualClock()
        let controller: ScrollController

        init() {
            root.frame = Rect(x: 0, y: 0, width: 1000, height: 700)
            scrollLayer.frame = Rect(x: 100, y: 50, width: 800, height: 600)
            root.addSublayer(scrollLayer)
            controller = ScrollController(
                scrollLayer: scrollLayer, contentLayer: content, contentSize: Size(width: 10_000, height: 8000),
                clock: clock)
        }

        func show(_ view: ViewState) { controller.change { $0.setView(view, animated: false, at: $1) } }

        @discardableResult
        func pointer(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double) -> Bool {
            controller.handle(
                .pointer(PointerEvent(time: clock.now, phase: phase, position: Point(x: x, y: y))))
        }
    }

    @Test func `at first the content is fitted and centered in the scroll layer`() throws {
        let window = Window()
        let seen = try #require(window.content.convert(window.content.bounds, to: window.root))
        #expect(seen == Rect(x: 125, y: 50, width: 750, height: 600))
        #expect(window.content.bounds == Rect(x: 0, y: 0, width: 10_000, height: 8000))
        #expect(window.scrollLayer.bounds == Rect(x: -25, y: 0, width: 800, height: 600))
    }

    @Test func `the layers show each content point where the model has it, for any view`() throws {
        let window = Window()
        var random = SeededRandom(seed: 2)
        for _ in 0..<500 {
            window.show(
                ViewState(
                    center: Point(x: .random(in: 0...10_000, using: &random), y: .random(in: 0...8000, using: &random)),
                    scale: .random(in: 0.05...16, using: &random), angle: .random(in: -360...360, using: &random),
                    isFlipped: .random(using: &random)))
            let contentPoint = Point(
                x: .random(in: 0...10_000, using: &random), y: .random(in: 0...8000, using: &random))
            let seen = try #require(window.content.convert(contentPoint, to: window.root))
            let expected = window.controller.model.viewPoint(of: contentPoint) + Point(x: 100, y: 50)
            #expect((seen - expected).length < 1e-6)
            // Scrolling sets only the origin of the bounds, relative to the content's bounding box.
            #expect(window.scrollLayer.bounds.origin == window.controller.model.contentOffset)
            #expect(window.content.frame.origin.length < 1e-6)
        }
    }

    @Test(arguments: [(1.0, 1.0, 0.0), (3, 1, -90), (0.5, 0.5, 180)])
    func `at whole multiples of its actual size, content is on whole pixels, at most half a pixel off`(
        scale: Double, actualScale: Double, angle: Double
    ) {
        let window = Window()
        window.controller.geometry.actualScale = actualScale
        window.show(ViewState(center: Point(x: 5000.3, y: 4000.4), scale: scale, angle: angle))
        let shown = window.scrollLayer.bounds.origin
        let exact = window.controller.model.contentOffset
        #expect((shown.x / actualScale).rounded() == shown.x / actualScale)
        #expect((shown.y / actualScale).rounded() == shown.y / actualScale)
        #expect(shown != exact)
        #expect(max(abs(shown.x - exact.x), abs(shown.y - exact.y)) <= actualScale / 2)
        window.controller.alignsToPixels = false
        #expect(window.scrollLayer.bounds.origin == exact)
    }

    @Test func `the controller moves the view, without implicit animations of the layers`() {
        let window = Window()
        let scene = LayerScene(root: window.root, size: PixelSize(width: 1000, height: 700), clock: window.clock)
        _ = scene.frame()
        window.show(ViewState(center: Point(x: 1000, y: 900), scale: 2))
        #expect(window.scrollLayer.animationKeys.isEmpty && window.content.animationKeys.isEmpty)
    }

    @Test func `the visible part of the content is the model's visible rectangle`() throws {
        let window = Window()
        window.show(ViewState(center: Point(x: 1000, y: 900), scale: 0.5))
        #expect(window.content.visibleRect == Rect(x: 200, y: 300, width: 1600, height: 1200))
        #expect(window.controller.model.visibleRect == Rect(x: 200, y: 300, width: 1600, height: 1200))
    }

    @Test func `at a quarter turn, the content's sides are exactly upright`() {
        let window = Window()
        window.show(ViewState(center: Point(x: 5000, y: 4000), scale: 1, angle: 90))
        #expect(window.content.affineTransform == AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
        #expect(window.content.position == Point(x: 8000, y: 0))
    }

    @Test func `events are located from the window's corner, and used only on the layer unless it is tracking`() {
        let window = Window()
        window.show(ViewState(center: Point(x: 5000, y: 4000)))
        #expect(!window.pointer(.down(.primary, clicks: 1), 50, 300))
        #expect(window.pointer(.down(.primary, clicks: 1), 150, 300))
        window.clock.advance(by: 0.05)
        #expect(window.pointer(.moved, 50, 310))
        #expect(window.controller.model.view.center == Point(x: 5100, y: 3990))
        #expect(window.controller.handle(.key(KeyEvent(time: 0.05, key: .home, isDown: true))))
        #expect(!window.controller.handle(.key(KeyEvent(time: 0.05, key: .character("z"), isDown: true))))
    }

    @Test func `a root that is itself the scroll layer receives events at their positions`() {
        let scrollLayer = ScrollLayer()
        let content = Layer()
        scrollLayer.frame = Rect(x: 0, y: 0, width: 800, height: 600)
        let controller = ScrollController(
            scrollLayer: scrollLayer, contentLayer: content, contentSize: Size(width: 10_000, height: 8000),
            clock: ManualClock())
        controller.change { $0.setView(ViewState(center: Point(x: 5000, y: 4000)), animated: false, at: $1) }
        let contentPoint = controller.model.contentPoint(at: Point(x: 10, y: 20))
        controller.handle(.wheel(WheelEvent(time: 0, delta: Point(x: 0, y: 4), position: Point(x: 10, y: 20))))
        controller.change { $0.update(at: $1 + 5) }
        #expect(controller.model.view.scale == 2)
        #expect((controller.model.viewPoint(of: contentPoint) - Point(x: 10, y: 20)).length < 1e-6)
    }

    @Test(arguments: [Transform3D(scaleX: 2, y: 2), Transform3D(rotation: .pi / 2, x: 0, y: 0, z: 1)])
    func `events reach the content that is seen below them when the root is transformed`(transform: Transform3D) throws
    {
        let window = Window()
        window.show(ViewState(center: Point(x: 5000, y: 4000)))
        window.root.transform = transform
        let scene = LayerScene(root: window.root, size: PixelSize(width: 1000, height: 700), clock: window.clock)
        _ = scene.frame()
        for point in [Point(x: 480, y: 340), Point(x: 520, y: 400)] {
            let hit = try #require(window.root.hitTest(point))
            #expect(hit === window.content)
            window.clock.advance(by: 10)
            let inContent = try #require(window.content.convertFromScene(point))
            window.controller.handle(
                .wheel(WheelEvent(time: window.clock.now, delta: Point(x: 0, y: 4), position: point)))
            window.controller.change { $0.update(at: $1 + 5) }
            let after = try #require(window.content.convertFromScene(point))
            #expect((after - inContent).length < 1e-6)
        }
    }

    @Test func `events are reported after the layers are updated, and frames are requested only during motion`() {
        let window = Window()
        window.show(ViewState(center: Point(x: 5000, y: 4000)))
        var received: [(ScrollEvent, Point)] = []
        window.controller.onEvent = { received.append(($0, window.scrollLayer.bounds.origin)) }
        window.pointer(.down(.primary, clicks: 1), 500, 300)
        for step in 1...5 {
            window.clock.advance(by: 0.01)
            window.pointer(.moved, 500 - Double(step) * 10, 300)
        }
        window.pointer(.up(.primary, clicks: 1), 450, 300)
        #expect(received.first?.0 == .willBeginDragging)
        #expect(received.last?.0 == .didEndDragging(willDecelerate: true))
        #expect(received.last?.1 == Point(x: 4650, y: 3700))
        var frames = 0
        while window.controller.nextFrameTime != nil, frames < 1000 {
            window.clock.advance(by: 1.0 / 60)
            window.controller.update()
            frames += 1
        }
        #expect(received.last?.0 == .didEndDecelerating)
        #expect(frames > 100 && frames < 300)
        let count = received.count
        window.clock.advance(by: 10)
        window.controller.update()
        #expect(received.count == count)
    }

    @Test func `a scene sleeps while the view rests, and draws while it moves`() {
        let window = Window()
        let scene = LayerScene(root: window.root, size: PixelSize(width: 1000, height: 700), clock: window.clock)
        _ = scene.frame()
        window.controller.update()
        #expect(scene.nextFrameTime == nil)
        window.controller.change { $0.perform(.magnify(1), at: $1) }
        window.clock.advance(by: 0.016)
        window.controller.update()
        #expect(scene.nextFrameTime == window.clock.now)
    }

    @Test func `layers in the content scroll it through the controller, up to the content's edges`() {
        let window = Window()
        window.show(ViewState(center: Point(x: 5000, y: 4000), scale: 2))
        let mark = Layer()
        mark.frame = Rect(x: 100, y: 3900, width: 50, height: 20)
        window.content.addSublayer(mark)
        mark.scrollRectToVisible(mark.bounds)
        #expect(window.scrollLayer.bounds.origin == Point(x: 200, y: 7700))
        #expect((window.controller.model.contentOffset - Point(x: 200, y: 7700)).length < 1e-9)
        mark.scrollPoint(Point(x: -1000, y: 0))
        #expect(window.scrollLayer.bounds.origin == Point(x: 0, y: 7800))
    }

    @Test func `the scroll layer's mode and size are respected`() {
        let window = Window()
        window.show(ViewState(center: Point(x: 5000, y: 4000)))
        window.scrollLayer.scrollMode = .vertically
        window.pointer(.down(.primary, clicks: 1), 500, 300)
        window.clock.advance(by: 0.05)
        window.pointer(.moved, 400, 250)
        window.clock.advance(by: 0.2)
        window.pointer(.up(.primary, clicks: 1), 400, 250)
        #expect(window.controller.model.view.center == Point(x: 5000, y: 4050))
        window.scrollLayer.frame = Rect(x: 0, y: 0, width: 1000, height: 700)
        window.controller.update()
        #expect(window.controller.model.geometry.viewportSize == Size(width: 1000, height: 700))
        #expect(window.controller.model.view.center == Point(x: 5000, y: 4050))
        #expect(window.scrollLayer.bounds.origin == Point(x: 4500, y: 3700))
    }

    @Test func `without its controller a scroll layer scrolls anywhere`() {
        let scrollLayer = ScrollLayer()
        scrollLayer.frame = Rect(x: 0, y: 0, width: 10, height: 10)
        _ = ScrollController(scrollLayer: scrollLayer, contentLayer: Layer(), contentSize: .zero)
        scrollLayer.scroll(to: Point(x: -500, y: 7))
        #expect(scrollLayer.bounds.origin == Point(x: -500, y: 7))
    }

    @Test func `the loss of input ends a drag where it is, and forgets the taps`() {
        let window = Window()
        window.show(ViewState(center: Point(x: 5000, y: 4000)))
        window.pointer(.down(.primary, clicks: 1), 500, 300)
        window.pointer(.moved, 520, 300)
        window.controller.cancelInput()
        let view = window.controller.model.view
        window.pointer(.moved, 600, 300)
        #expect(window.controller.model.view == view && view.center == Point(x: 4980, y: 4000))
        for phase in [TouchEvent.Phase.down, .up, .down, .up] {
            if phase == .down { window.controller.cancelInput() }
            window.controller.handle(
                .touch(TouchEvent(time: window.clock.now, phase: phase, finger: 1, position: Point(x: 500, y: 300))))
        }
        #expect(window.controller.model.view.scale == 1)
    }

    @Test func `a controller with a scroll layer of its own fits the content whatever size it gets, at whole pixels`() {
        let content = Layer()
        content.bounds = Rect(x: 0, y: 0, width: 1000, height: 500)
        let clock = ManualClock()
        let controller = ScrollController(for: content, clock: clock)
        #expect(content.superlayer === controller.layer)
        let scene = LayerScene(
            root: controller.layer, size: PixelSize(width: 1000, height: 800), scale: 2, clock: clock)
        _ = scene
        for (width, height, scale) in [(400.0, 300.0, 0.4), (900, 700, 0.9), (200, 300, 0.2)] {
            controller.scrollLayer.frame = Rect(x: 0, y: 0, width: width, height: height)
            controller.update()
            #expect(controller.model.view.scale == scale)
            #expect(controller.model.view.center == Point(x: 500, y: 250))
        }
        #expect(controller.geometry.actualScale == 0.5)
    }

    @Test func `a tap on a pin does not zoom the map beneath, and a double click beside it does`() {
        let window = Window()
        let scene = LayerScene(root: window.root, size: PixelSize(width: 1000, height: 700), clock: window.clock)
        let dispatcher = InputDispatcher(scene: scene)
        dispatcher.add(window.controller)
        let pin = Layer()
        pin.bounds = Rect(x: 0, y: 0, width: 20, height: 20)
        pin.position = Point(x: 5000, y: 4000)
        pin.keepsScreenSize = true
        window.content.addSublayer(pin)
        window.show(ViewState(center: Point(x: 5000, y: 4000), scale: 0.5))
        _ = scene.frame()
        var taps = 0
        pin.addGesture(TapRecognizer { _ in taps += 1 })
        func doubleClick(_ x: Double, _ y: Double) {
            for clicks in 1...2 {
                for phase in [PointerEvent.Phase.down(.primary, clicks: clicks), .up(.primary, clicks: clicks)] {
                    window.clock.advance(by: 0.05)
                    dispatcher.handle(
                        .pointer(PointerEvent(time: window.clock.now, phase: phase, position: Point(x: x, y: y))))
                }
            }
            window.clock.advance(by: 2)
            dispatcher.update()
        }
        doubleClick(505, 345)
        #expect(taps == 2 && window.controller.model.view.scale == 0.5)
        doubleClick(600, 400)
        #expect(taps == 2 && window.controller.model.view.scale == 1)
    }
}
