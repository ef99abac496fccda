import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import ScrollLayers

@Suite(.timeLimited) struct FlightTests {
    private let size = Size(width: 800, height: 600)

    @Test func `zooming to a rectangle centers it and fits it in the view`() {
        var driver = ModelDriver()
        let rect = Rect(x: 1000, y: 2000, width: 400, height: 200)
        driver.keep(driver.model.zoom(to: rect, at: 0))
        driver.settle()
        #expect(driver.view == ViewState(center: Point(x: 1200, y: 2100), scale: 2))
        #expect(driver.events.last == .didEndAnimating)
        #expect(driver.events.filter { $0 == .didEndAnimating }.count == 1)
    }

    @Test func `the center of the rectangle crosses the screen in a straight line`() {
        var driver = ModelDriver(view: nil)
        let rect = Rect(x: 1000, y: 2000, width: 400, height: 300)
        let start = driver.model.viewPoint(of: rect.middle)
        driver.model.zoom(to: rect, at: 0)
        driver.settle()
        let way = Point(x: 400, y: 300) - start
        for frame in driver.path {
            let seen = frame.view.viewPoint(of: rect.middle, in: size) - start
            #expect(abs(seen.x * way.y - seen.y * way.x) / way.length < 1e-6)
        }
    }

    @Test func `within half a second little of the distance remains, and it is at rest within 1.5`() {
        var driver = ModelDriver()
        driver.model.setView(ViewState(center: Point(x: 5400, y: 4000)), at: 0)
        driver.run(to: 0.5)
        #expect(abs(driver.view.center.x - 5400) < 400 * 0.02)
        driver.run(to: 1.5)
        #expect(driver.model.nextFrameTime == nil)
        #expect(driver.view.center == Point(x: 5400, y: 4000))
    }

    @Test func `a redirected flight keeps its velocity in position, scale and angle`() {
        for moment in [0.02, 0.1, 0.25, 0.4] {
            var driver = ModelDriver(view: ViewState(center: Point(x: 3000, y: 4000), scale: 0.5))
            driver.model.setView(ViewState(center: Point(x: 5000, y: 3000), scale: 3, angle: 60), at: 0)
            driver.run(to: moment)
            let view = driver.view
            let velocity = driver.model.velocity
            driver.model.setView(ViewState(center: Point(x: 2000, y: 2000), scale: 1, angle: -30), at: moment)
            #expect(driver.view.distance(to: view) < 1e-9)
            let new = driver.model.velocity
            #expect((new.center - velocity.center).length * view.scale < 2)
            #expect(abs(new.octaves - velocity.octaves) < 0.02)
            #expect(abs(new.angle - velocity.angle) < 1)
            driver.settle()
            #expect(driver.view == ViewState(center: Point(x: 2000, y: 2000), scale: 1, angle: -30))
        }
    }

    @Test func `a flight that replaces a fling keeps its velocity`() {
        var driver = ModelDriver()
        driver.fling(from: Point(x: 400, y: 300), velocity: Point(x: -2000, y: 0))
        driver.run(for: 0.1)
        let velocity = driver.model.velocity.center.x
        driver.keep(driver.model.setView(ViewState(center: Point(x: 6000, y: 4000)), at: driver.model.time))
        #expect(abs(driver.model.velocity.center.x - velocity) < 2)
        #expect(driver.events.last == .didEndDecelerating)
    }

    @Test func `without animation it arrives at once`() {
        var driver = ModelDriver()
        let events = driver.model.setView(
            ViewState(center: Point(x: 1, y: 1), scale: 99), animated: false, at: 0)
        #expect(events == [.didZoom, .didScroll])
        #expect(driver.view == ViewState(center: Point(x: 25, y: 18.75), scale: 16))
        #expect(driver.model.nextFrameTime == nil)
    }

    @Test func `scrolling to an offset ends at the content's edges`() {
        var driver = ModelDriver()
        driver.model.scroll(toOffset: Point(x: 30, y: 5), at: 0)
        driver.settle()
        #expect((driver.model.contentOffset - Point(x: 30, y: 5)).length < 1e-9)
        driver.model.scroll(toOffset: Point(x: -30, y: 1e9), animated: false, at: driver.model.time)
        #expect((driver.model.contentOffset - Point(x: 0, y: 7400)).length < 1e-9)
    }

    @Test func `with reduced motion nothing moves by itself`() {
        var driver = ModelDriver(view: ViewState(center: Point(x: 500, y: 4000))) { $0.reducesMotion = true }
        driver.wheel(1)
        #expect(abs(driver.view.octaves - 0.25) < 1e-12 && driver.model.nextFrameTime == nil)
        driver.tap(.character("r"))
        #expect(driver.view.angle == 90 && driver.model.nextFrameTime == nil)
        #expect(driver.events.last == .didEndAnimating)
        driver.model.setView(ViewState(center: Point(x: 410, y: 4000)), at: driver.model.time)
        #expect(driver.view.center == Point(x: 410, y: 4000))
        driver.fling(from: Point(x: 400, y: 300), velocity: Point(x: 2000, y: 0))
        #expect(driver.events.last == .didEndDragging(willDecelerate: false))
        #expect(driver.model.contentOffset.x == 0 && driver.model.nextFrameTime == nil)
        driver.key(.right, isDown: true)
        driver.key(.right, isDown: false, after: 0.5)
        #expect(driver.model.nextFrameTime == nil)
        #expect(abs(driver.model.contentOffset.x - 400) < 1e-6)
    }

    @Test func `when the window is resized, a fitted view stays fitted and another keeps its center`() {
        var driver = ModelDriver(view: nil)
        var geometry = driver.model.geometry
        geometry.viewportSize = Size(width: 400, height: 600)
        driver.keep(driver.model.setGeometry(geometry, at: 0))
        #expect(driver.view.scale == 0.04)
        #expect(driver.events == [.didZoom, .didScroll])
        driver.model.setView(ViewState(center: Point(x: 250, y: 4000)), animated: false, at: 0)
        geometry.viewportSize = Size(width: 450, height: 300)
        driver.model.setGeometry(geometry, at: 0)
        #expect(driver.view == ViewState(center: Point(x: 250, y: 4000)))
        geometry.viewportSize = Size(width: 600, height: 300)
        driver.model.setGeometry(geometry, at: 0)
        #expect(driver.view.center == Point(x: 300, y: 4000))
    }

    @Test func `when the window is resized during a drag, the content stays under the pointer`() {
        var driver = ModelDriver()
        driver.press(400, 300)
        driver.pointer(.moved, 410, 300, after: 0.05)
        let contentPoint = driver.model.contentPoint(at: Point(x: 410, y: 300))
        var geometry = driver.model.geometry
        geometry.contentSize.width += 1000
        driver.model.setGeometry(geometry, at: driver.model.time)
        driver.pointer(.moved, 300, 310, after: 0.05)
        #expect((driver.model.viewPoint(of: contentPoint) - Point(x: 300, y: 310)).length < 1e-6)
        #expect(driver.model.isDragging)
    }
}
