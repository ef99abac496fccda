import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import ScrollLayers

/// Moves of the view by an app, at the time of the controller's clock.
@MainActor
@Suite(.timeLimited) struct CameraTests {
    private let clock = ManualClock()
    private let controller: ScrollController

    init() {
        let scrollLayer = ScrollLayer()
        scrollLayer.frame = Rect(x: 0, y: 0, width: 800, height: 600)
        controller = ScrollController(
            scrollLayer: scrollLayer, contentLayer: Layer(), contentSize: Size(width: 10_000, height: 8000),
            clock: clock)
    }

    private func settle(for seconds: Double) {
        for _ in 0..<Int(seconds * 60) {
            clock.advance(by: 1.0 / 60)
            controller.update()
        }
    }

    @Test func `a rectangle is flown to, zoomed to on springs, and shown at once`() {
        controller.fly(to: Rect(x: 1000, y: 2000, width: 400, height: 300), duration: 2)
        settle(for: 1)
        #expect(controller.model.isMoving)
        settle(for: 1.1)
        #expect(controller.model.view == ViewState(center: Point(x: 1200, y: 2150), scale: 2))
        #expect(controller.nextFrameTime == nil)
        controller.zoom(to: Rect(x: 0, y: 0, width: 800, height: 600))
        settle(for: 3)
        #expect(controller.model.view == ViewState(center: Point(x: 400, y: 300), scale: 1))
        controller.zoom(to: Rect(x: 1000, y: 2000, width: 400, height: 300), animated: false)
        #expect(controller.model.view == ViewState(center: Point(x: 1200, y: 2150), scale: 2))
        controller.zoom(toScale: 4)
        settle(for: 3)
        #expect(controller.model.view.scale == 4)
        controller.perform(.fit)
        settle(for: 3)
        #expect(controller.model.geometry.isFitting(controller.model.view))
    }

    @Test func `a tour reports its stops, and ends by a call`() {
        var stops: [Int] = []
        var ends = 0
        controller.onEvent = { event in
            if case .didReachStop(let stop) = event { stops.append(stop) }
            if event == .didEndTour { ends += 1 }
        }
        let rects = [Rect(x: 0, y: 0, width: 800, height: 600), Rect(x: 4000, y: 4000, width: 800, height: 600)]
        controller.start(ScrollTour(rects.map { ScrollTour.Stop($0, flight: 1, pause: 1) }, repeats: true))
        settle(for: 6)
        #expect(stops == [0, 1, 0])
        controller.endTour()
        settle(for: 6)
        #expect(stops == [0, 1, 0] && ends == 1 && controller.nextFrameTime == nil)
    }
}
