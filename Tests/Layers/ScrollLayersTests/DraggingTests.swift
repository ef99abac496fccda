import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import ScrollLayers

@Suite(.timeLimited) struct DraggingTests {
    @Test func `pressed at (100, 100) and moved to (90, 95) and (70, 95), the offset is (30, 5)`() {
        var driver = ModelDriver(
            content: Size(width: 1000, height: 1000), viewport: Size(width: 200, height: 200),
            view: ViewState(center: Point(x: 100, y: 100)))
        #expect(driver.model.contentOffset == .zero)
        driver.press(100, 100)
        driver.pointer(.moved, 90, 95, after: 0.01)
        #expect(driver.model.contentOffset == Point(x: 10, y: 5))
        driver.pointer(.moved, 70, 95, after: 0.01)
        #expect(driver.model.contentOffset == Point(x: 30, y: 5))
        #expect(driver.model.isDragging)
    }

    @Test(arguments: [(1.0, 0.0, false), (0.3, 30, false), (7, -100, true), (2, 90, true)])
    func `the pressed point stays under the pointer, at any scale and angle`(
        scale: Double, angle: Double, isFlipped: Bool
    ) {
        var driver = ModelDriver(
            view: ViewState(
                center: Point(x: 5000, y: 4000), scale: scale, angle: angle, isFlipped: isFlipped))
        let contentPoint = driver.model.contentPoint(at: Point(x: 200, y: 150))
        driver.press(200, 150)
        for step in 1...50 {
            let pointer = Point(x: 200 + Double(step) * 3.3, y: 150 - Double(step) * 1.7)
            driver.pointer(.moved, pointer.x, pointer.y, after: 0.007)
            #expect((driver.model.viewPoint(of: contentPoint) - pointer).length < 1e-8)
        }
    }

    @Test func `released at rest, it does not decelerate and says so`() {
        var driver = ModelDriver()
        driver.press(400, 300)
        driver.pointer(.moved, 300, 300, after: 0.05)
        driver.lift(300, 300, after: 0.1)
        #expect(driver.events == [.willBeginDragging, .didScroll, .didEndDragging(willDecelerate: false)])
        #expect(driver.model.nextFrameTime == nil)
        driver.run(for: 5)
        #expect(driver.events.count == 3)
        #expect(driver.view.center == Point(x: 5100, y: 4000))
    }

    @Test func `a fling decelerates, and reports once that it has come to rest`() {
        var driver = ModelDriver()
        driver.fling(from: Point(x: 400, y: 300), velocity: Point(x: -1000, y: 500))
        #expect(driver.model.isDecelerating && driver.model.isMoving)
        driver.settle()
        #expect(
            driver.events == [
                .willBeginDragging, .didScroll, .didEndDragging(willDecelerate: true), .didScroll,
                .didEndDecelerating,
            ])
        #expect(!driver.model.isMoving)
        #expect(driver.model.nextFrameTime == nil)
        // 0.1 s with the pointer, then 0.4995 s at the same velocity, less the half point that remains.
        #expect(abs(driver.view.center.x - (5000 + 100 + 499.5)) < 0.6)
        #expect(abs(driver.view.center.y - (4000 - 50 - 249.75)) < 0.6)
    }

    @Test(arguments: [0.099, 0.1])
    func `held still for 0.1 s before the release, it is not a fling`(hold: Double) {
        var driver = ModelDriver()
        driver.press(400, 300)
        for step in 1...10 { driver.pointer(.moved, 400 - Double(step) * 10, 300, after: 0.01) }
        driver.lift(300, 300, after: hold)
        #expect(driver.model.isDecelerating == (hold < 0.1))
    }

    @Test func `no fling is faster than 8000 points per second, and below 50 there is none`() {
        var fast = ModelDriver(view: ViewState(center: Point(x: 1000, y: 4000)))
        fast.fling(from: Point(x: 700, y: 300), velocity: Point(x: -40_000, y: 0), duration: 0.01)
        #expect(abs(fast.model.velocity.center.x - 8000) < 10)
        var slow = ModelDriver()
        slow.fling(from: Point(x: 400, y: 300), velocity: Point(x: 40, y: 0))
        #expect(!slow.model.isMoving)
    }

    @Test func `dragged 100 points beyond the edge it follows by 51.5, and bounces back`() {
        var driver = ModelDriver(view: ViewState(center: Point(x: 400, y: 4000)))
        driver.press(100, 300)
        driver.pointer(.moved, 200, 300, after: 0.05)
        #expect(abs(driver.model.contentOffset.x + 51.46) < 0.01)
        driver.lift(200, 300, after: 0.2)
        #expect(driver.events.last == .didEndDragging(willDecelerate: true))
        driver.settle()
        #expect(driver.model.contentOffset.x == 0)
        #expect(driver.events.last == .didEndDecelerating)
    }

    @Test func `scaled and rotated, the rubber band is as long as the view in the content's direction`() {
        var driver = ModelDriver(view: ViewState(center: Point(x: 0, y: 4000), scale: 2, angle: 90))
        // The content's left edge is at the view's upper side, whose length is 600.
        #expect(driver.view.center.x == 150)
        driver.press(400, 100)
        driver.pointer(.moved, 400, 200, after: 0.05)
        let stretch = RubberBand(dimension: 600).stretch(for: 100)
        #expect(abs(driver.view.center.x - (150 - stretch / 2)) < 1e-9)
    }

    @Test func `a drag during a bounce does not jump, and follows on the same rubber band`() {
        var driver = ModelDriver(view: ViewState(center: Point(x: 500, y: 4000)))
        driver.fling(from: Point(x: 100, y: 300), velocity: Point(x: 3000, y: 0))
        driver.run(for: 0.08)
        let before = driver.view
        let offset = driver.model.contentOffset.x
        #expect(offset < -20)
        driver.press(700, 300)
        #expect(driver.view == before)
        driver.pointer(.moved, 700.001, 300, after: 0.001)
        #expect(driver.view.distance(to: before) < 0.001)
        let band = RubberBand(dimension: 800)
        driver.pointer(.moved, 730, 300, after: 0.05)
        let expected = -band.stretch(for: band.distance(for: -offset) + 30)
        #expect(abs(driver.model.contentOffset.x - expected) < 1e-6)
    }

    @Test func `pressed during a fling the view stops, and reports its rest only once`() {
        var driver = ModelDriver()
        driver.fling(from: Point(x: 400, y: 300), velocity: Point(x: -1000, y: 0))
        driver.run(for: 0.2)
        driver.press(100, 100)
        let caught = driver.view
        driver.lift(100, 100, after: 1)
        #expect(driver.view == caught)
        #expect(driver.events.filter { $0 == .didEndDecelerating }.count == 1)
        #expect(driver.model.nextFrameTime == nil)
    }

    @Test func `pressed during a bounce the view stays, and bounces back after the release`() {
        var driver = ModelDriver(view: ViewState(center: Point(x: 500, y: 4000)))
        driver.fling(from: Point(x: 100, y: 300), velocity: Point(x: 3000, y: 0))
        driver.run(for: 0.08)
        driver.press(100, 100)
        let caught = driver.view
        driver.lift(100, 100, after: 0.5)
        #expect(driver.view == caught)
        driver.settle()
        #expect(driver.model.contentOffset.x == 0)
    }

    @Test func `content that is smaller than the view follows the drag and is centered again`() {
        var driver = ModelDriver(content: Size(width: 100, height: 80), view: nil) {
            $0.physics.maximumScaleOvershoot = 1
        }
        driver.model.setView(ViewState(center: .zero, scale: 1), animated: false, at: 0)
        #expect(driver.view.center == Point(x: 50, y: 40))
        driver.press(10, 10)
        driver.pointer(.moved, 110, 60, after: 0.05)
        #expect(abs(driver.view.center.x - (50 - 51.46)) < 0.01)
        driver.lift(110, 60, after: 0.2)
        driver.settle()
        #expect(driver.view.center == Point(x: 50, y: 40))
    }

    @Test func `without bounces it stops at the edge, and leaves it when the pointer is back over the same point`() {
        var driver = ModelDriver(view: ViewState(center: Point(x: 400, y: 4000))) { $0.bounces = false }
        driver.press(100, 300)
        driver.pointer(.moved, 200, 300, after: 0.05)
        #expect(driver.model.contentOffset.x == 0)
        driver.pointer(.moved, 100, 300, after: 0.05)
        #expect(driver.model.contentOffset.x == 0)
        driver.pointer(.moved, 90, 300, after: 0.05)
        #expect(driver.model.contentOffset.x == 10)
    }

    @Test(arguments: [
        (ScrollMode.horizontally, Point(x: 5100, y: 4000)), (.vertically, Point(x: 5000, y: 4050)),
        (.none, Point(x: 5000, y: 4000)), (.both, Point(x: 5100, y: 4050)),
    ])
    func `the pan mode limits the directions of a drag`(mode: ScrollMode, center: Point) {
        var driver = ModelDriver { $0.panMode = mode }
        driver.press(400, 300)
        driver.pointer(.moved, 300, 250, after: 0.05)
        #expect(driver.view.center == center)
    }

    @Test func `it counts as moving while it is dragged, and no longer when held still for 0.1 s`() throws {
        var driver = ModelDriver()
        driver.press(400, 300)
        #expect(!driver.model.isMoving && driver.model.nextFrameTime == nil)
        driver.pointer(.moved, 390, 300, after: 0.05)
        driver.pointer(.moved, 380, 300, after: 0.01)
        #expect(driver.model.isMoving)
        #expect(abs(driver.model.velocity.center.x - 1000) < 1e-6)
        let still = try #require(driver.model.nextFrameTime)
        #expect(abs(still - 0.16) < 1e-9)
        driver.run(to: still)
        #expect(!driver.model.isMoving && driver.model.velocity == .zero)
        #expect(driver.model.nextFrameTime == nil)
    }

    @Test func `moves that arrive after a later frame keep the velocity of their own times`() {
        var driver = ModelDriver()
        driver.press(400, 300)
        driver.run(to: 0.1)
        for step in 1...5 {
            let time = 0.05 + Double(step) * 0.008
            driver.keep(
                driver.model.handle(
                    .pointer(
                        PointerEvent(time: time, phase: .moved, position: Point(x: 400 - Double(step) * 8, y: 300)))))
        }
        #expect(abs(driver.model.velocity.center.x - 1000) < 1e-6)
    }

    @Test func `when the window loses the focus, a drag ends without a fling`() {
        var driver = ModelDriver()
        driver.press(400, 300)
        for step in 1...10 { driver.pointer(.moved, 400 - Double(step) * 10, 300, after: 0.01) }
        driver.keep(driver.model.cancelInput(at: driver.model.time))
        #expect(driver.events.last == .didEndDragging(willDecelerate: false))
        #expect(driver.model.nextFrameTime == nil)
    }

    @Test func `positions and times that are not finite are ignored`() {
        var driver = ModelDriver()
        let view = driver.view
        for value in [Double.nan, .infinity, -.infinity, 1e300] {
            #expect(
                driver.model.handle(
                    .pointer(PointerEvent(time: 0, phase: .down(.primary, clicks: 1), position: Point(x: value, y: 0)))
                ).isEmpty)
            driver.model.handle(
                .wheel(WheelEvent(time: value + .infinity, delta: Point(x: 0, y: 1), position: .zero)))
            driver.model.handle(.wheel(WheelEvent(time: 1, delta: Point(x: 0, y: value), position: .zero)))
            driver.model.update(at: value + .infinity)
            driver.model.setView(ViewState(center: Point(x: value, y: 0)), at: 1)
            driver.model.zoom(toScale: value + .infinity, at: 1)
        }
        driver.model.setView(ViewState(center: .zero, scale: 0), at: 1)
        #expect(driver.view == view && driver.model.nextFrameTime == nil)
    }
}
