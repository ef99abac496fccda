import Glibc
import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import ScrollLayers

/// Flights of a given duration, by way of a view of both ends.
@Suite(.timeLimited) struct JourneyTests {
    private let size = Size(width: 800, height: 600)

    @Test(arguments: [
        (1000.0, 1000.0, 1000.0), (1000, 10, 5000), (10, 1000, 5000), (1000, 1000, 1e7), (1, 1e9, 5), (1e6, 1, 4e5),
        (1000, 250, 0), (1000, 250, 0.1), (700, 700, 0),
    ])
    func `the path begins and ends where it should, and never turns back`(width: Double, last: Double, distance: Double)
    {
        let path = ZoomPath(from: width, to: last, distance: distance)
        #expect(path.length >= 0 && path.length.isFinite)
        let start = path.place(at: 0)
        #expect(abs(start.share) < 1e-9 && abs(start.growth) < 1e-9)
        let end = path.place(at: 1 - 1e-12)
        #expect(abs(end.share - 1) < 1e-3 && abs(width * exp(end.growth) / last - 1) < 1e-3)
        var share = 0.0
        for step in 0...1000 {
            let place = path.place(at: Double(step) / 1000)
            #expect(place.share >= share - 1e-9 && place.growth.isFinite)
            share = place.share
        }
    }

    @Test func `half way between equal views, the view is as wide as the authors say`() {
        // cosh(asinh(ρ² · u / (2 · w))) times the width, with ρ² = 2.
        let path = ZoomPath(from: 1000, to: 1000, distance: 1000)
        let middle = path.place(at: 0.5)
        #expect(abs(middle.share - 0.5) < 1e-12)
        #expect(abs(exp(middle.growth) - 2.0.squareRoot()) < 1e-9)
    }

    @Test func `a flight takes its duration, zooms out on the way, and ends on the rectangle`() {
        var driver = ModelDriver(view: ViewState(center: Point(x: 1000, y: 1000), scale: 2))
        driver.keep(driver.model.fly(to: Rect(x: 8000, y: 6000, width: 400, height: 300), duration: 3, at: 0))
        driver.run(to: 2.99)
        #expect(driver.model.isMoving)
        #expect((driver.path.map(\.view.scale).min() ?? 1) < 0.3)
        driver.run(to: 3.01)
        #expect(!driver.model.isMoving && driver.model.nextFrameTime == nil)
        #expect(driver.view == ViewState(center: Point(x: 8200, y: 6150), scale: 2))
        #expect(driver.events.last == .didEndAnimating)
        #expect(driver.events.filter { $0 == .didEndAnimating }.count == 1)
    }

    @Test func `no frame of a flight shows what lies beyond the content, or moves far at once`() {
        var driver = ModelDriver(view: ViewState(center: Point(x: 200, y: 150), scale: 2))
        driver.model.fly(to: Rect(x: 9800, y: 7850, width: 200, height: 150), at: 0)
        driver.settle()
        var former: ViewState?
        for frame in driver.path {
            let seen = frame.view.visibleRect(in: size)
            let geometry = driver.model.geometry
            #expect(frame.view == geometry.constrained(frame.view) && !seen.isEmpty)
            if let former { #expect(frame.view.distance(to: former) < 120) }
            former = frame.view
        }
        #expect(driver.view == ViewState(center: Point(x: 9900, y: 7925), scale: 4))
        #expect(driver.model.time > 2 && driver.model.time < 9)
    }

    @Test func `a drag ends a flight where it is, and reduced motion shows its end at once`() {
        var driver = ModelDriver()
        driver.model.fly(to: Rect(x: 0, y: 0, width: 400, height: 300), duration: 2, at: 0)
        driver.run(to: 1)
        let view = driver.view
        driver.press(400, 300)
        #expect(!driver.model.isMoving && driver.view == view && view.center != Point(x: 5000, y: 4000))
        var still = ModelDriver { $0.reducesMotion = true }
        still.keep(still.model.fly(to: Rect(x: 1000, y: 1000, width: 400, height: 300), duration: 2, at: 0))
        #expect(still.view == ViewState(center: Point(x: 1200, y: 1150), scale: 2))
        #expect(still.model.nextFrameTime == nil && still.events.last == .didEndAnimating)
    }

    @Test func `what is not a view is ignored, and a flight to where the view is ends at once`() {
        var driver = ModelDriver()
        let view = driver.view
        driver.model.fly(to: ViewState(center: Point(x: .nan, y: 0)), at: 0)
        driver.model.fly(to: ViewState(center: .zero, scale: 0), at: 0)
        driver.model.fly(to: view, at: 0)
        #expect(driver.view == view && driver.model.nextFrameTime == nil)
    }
}
