import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import ScrollLayers

@Suite(.timeLimited) struct TourTests {
    private static let first = Rect(x: 1000, y: 1000, width: 400, height: 300)
    private static let second = Rect(x: 6000, y: 5000, width: 800, height: 600)

    private func tour(repeats: Bool = false) -> ScrollTour {
        ScrollTour(
            [ScrollTour.Stop(Self.first, flight: 2, pause: 1), ScrollTour.Stop(Self.second, flight: 3, pause: 4)],
            repeats: repeats)
    }

    @Test func `a tour flies to each stop, rests there without frames, and ends after the last pause`() {
        var driver = ModelDriver()
        driver.keep(driver.model.start(tour(), at: 0))
        #expect(driver.model.tourStop == 0 && driver.model.isMoving)
        driver.run(to: 2)
        #expect(driver.view == ViewState(center: Point(x: 1200, y: 1150), scale: 2))
        #expect(driver.events.suffix(2) == [.didEndAnimating, .didReachStop(0)])
        #expect(driver.model.nextFrameTime == 3 && !driver.model.isMoving)
        driver.run(to: 3.5)
        #expect(driver.model.tourStop == 1 && driver.model.isMoving)
        driver.run(to: 6)
        #expect(driver.view == ViewState(center: Point(x: 6400, y: 5300), scale: 1))
        #expect(driver.model.nextFrameTime == 10)
        driver.run(to: 10)
        #expect(driver.model.tourStop == nil && driver.model.nextFrameTime == nil)
        #expect(driver.events.suffix(2) == [.didReachStop(1), .didEndTour])
    }

    @Test func `a tour that repeats begins again after the last stop`() {
        var driver = ModelDriver()
        driver.model.start(tour(repeats: true), at: 0)
        for (time, stop) in [(10.5, 0), (14, 1), (20.5, 0), (1000.5, 0)] {
            driver.keep(driver.model.update(at: time))
            #expect(driver.model.tourStop == stop, "\(time)")
        }
        #expect(driver.events.filter { $0 == .didReachStop(1) }.count == 100)
    }

    @Test(arguments: [1.0, 2.5, 4, 8])
    func `whatever else moves the view ends the tour`(time: Double) {
        for act in 0..<5 {
            var driver = ModelDriver()
            driver.model.start(tour(), at: 0)
            driver.run(to: time)
            switch act {
            case 0: driver.press(400, 300)
            case 1: driver.wheel(1)
            case 2: driver.tap(.character("+"))
            case 3: driver.keep(driver.model.fly(to: Self.first, at: time))
            default: driver.keep(driver.model.endTour(at: time))
            }
            #expect(driver.model.tourStop == nil && driver.events.filter { $0 == .didEndTour }.count == 1, "\(act)")
        }
    }

    @Test(arguments: [1.0, 2.5])
    func `a change of the size shows the stop in the new size, and the tour goes on`(time: Double) {
        var driver = ModelDriver()
        driver.model.start(tour(), at: 0)
        driver.run(to: time)
        var geometry = driver.model.geometry
        geometry.viewportSize = Size(width: 400, height: 300)
        driver.keep(driver.model.setGeometry(geometry, at: time))
        #expect(driver.view == ViewState(center: Point(x: 1200, y: 1150), scale: 1))
        #expect(driver.model.tourStop == 0 && !driver.events.contains(.didEndTour))
        #expect(driver.events.filter { $0 == .didReachStop(0) }.count == 1)
        driver.run(to: 3.5)
        #expect(driver.model.tourStop == 1)
    }

    @Test func `with reduced motion the stops follow each other without flights`() {
        var driver = ModelDriver { $0.reducesMotion = true }
        driver.keep(driver.model.start(tour(), at: 0))
        #expect(driver.view == ViewState(center: Point(x: 1200, y: 1150), scale: 2))
        driver.run(to: 1)
        #expect(driver.view == ViewState(center: Point(x: 6400, y: 5300), scale: 1) && driver.model.tourStop == 1)
        driver.run(to: 5)
        #expect(driver.model.tourStop == nil)
    }

    @Test func `a tour without stops is none, and pauses have a least duration`() {
        var driver = ModelDriver()
        driver.model.start(ScrollTour([]), at: 0)
        #expect(driver.model.tourStop == nil && driver.model.nextFrameTime == nil)
        driver.model.start(ScrollTour([.init(Self.first, flight: 0, pause: 0)], repeats: true), at: 0)
        #expect(driver.model.nextFrameTime == ScrollTour.leastPause)
        driver.model.update(at: 10)
        #expect(driver.model.tourStop == 0)
    }
}
