import LayerTree
import TestLimits
import TestSupport
import Testing
import VectorDrawing

@testable import ScrollLayers

@Suite(.timeLimited) struct WheelTests {
    @Test func `a notch zooms by a quarter octave about the pointer, on a spring`() {
        var driver = ModelDriver()
        let pointer = Point(x: 700, y: 100)
        let contentPoint = driver.model.contentPoint(at: pointer)
        driver.wheel(1, at: pointer)
        #expect(driver.view.scale == 1)
        driver.run(for: 1 / 60)
        #expect(driver.view.scale > 1.005)
        driver.run(for: 0.1)
        #expect((driver.model.viewPoint(of: contentPoint) - pointer).length < 1e-6)
        driver.settle()
        #expect(abs(driver.view.octaves - 0.25) < 1e-12)
        #expect((driver.model.viewPoint(of: contentPoint) - pointer).length < 1e-6)
        #expect(driver.events == [.didZoom, .didScroll] + repeated(driver.events))
    }

    /// `didZoom` and `didScroll` repeated, and the end.
    private func repeated(_ events: [ScrollEvent]) -> [ScrollEvent] {
        Array(repeating: [.didZoom, .didScroll], count: (events.count - 3) / 2).flatMap { $0 } + [.didEndAnimating]
    }

    @Test func `no notch is lost when several come in a frame or during the spring of the last one`() {
        var driver = ModelDriver()
        for _ in 0..<3 { driver.wheel(1) }
        driver.wheel(1, after: 0.02)
        driver.wheel(-2, after: 0.05)
        driver.settle()
        #expect(abs(driver.view.octaves - 0.5) < 1e-9)
    }

    @Test func `wheels with fractional steps zoom by fractions`() {
        var driver = ModelDriver()
        driver.wheel(0.125)
        driver.settle()
        #expect(abs(driver.view.octaves - 0.03125) < 1e-12)
    }

    @Test(arguments: [false, true])
    func `turning the wheel away from the user zooms in, whatever the system's scroll direction`(isInverted: Bool) {
        var driver = ModelDriver()
        driver.wheel(isInverted ? -1 : 1) { $0.isInverted = isInverted }
        driver.settle()
        #expect(abs(driver.view.octaves - 0.25) < 1e-12)
    }

    @Test func `zoomed from 1 to 2 to 0.5 in notches, the point under the pointer stays within half a pixel`() {
        var driver = ModelDriver()
        let pointer = Point(x: 650, y: 420)
        let contentPoint = driver.model.contentPoint(at: pointer)
        for notch in Array(repeating: 1.0, count: 4) + Array(repeating: -1.0, count: 8) {
            driver.wheel(notch, at: pointer, after: 0.04)
            #expect((driver.model.viewPoint(of: contentPoint) - pointer).length < 0.5)
        }
        driver.settle()
        #expect(abs(driver.view.scale - 0.5) < 1e-9)
        for frame in driver.path {
            let seen = frame.view.viewPoint(of: contentPoint, in: Size(width: 800, height: 600))
            #expect((seen - pointer).length < 0.5)
        }
    }

    @Test func `over 10,000 notches in and out, the point under the pointer stays within half a pixel`() {
        var driver = ModelDriver(
            content: Size(width: 600_000, height: 400_000),
            view: ViewState(center: Point(x: 300_000, y: 200_000), angle: 17))
        var random = SeededRandom(seed: 3)
        let pointer = Point(x: 100, y: 555)
        let contentPoint = driver.model.contentPoint(at: pointer)
        var level = 0
        for _ in 0..<10_000 {
            let notch = level > 12 ? -1 : level < -12 ? 1 : Bool.random(using: &random) ? 1 : -1
            level += notch
            driver.wheel(Double(notch), at: pointer, after: .random(in: 0...0.05, using: &random))
            #expect((driver.model.viewPoint(of: contentPoint) - pointer).length < 0.5)
        }
        driver.settle()
        #expect((driver.model.viewPoint(of: contentPoint) - pointer).length < 1e-3)
        #expect(abs(driver.view.octaves - Double(level) / 4) < 1e-6)
    }

    @Test func `zooming stops at the limits, and content smaller than the view is centered`() {
        var driver = ModelDriver()
        for _ in 0..<40 { driver.wheel(1, at: Point(x: 30, y: 30)) }
        driver.settle()
        #expect(driver.view.scale == 16)
        for _ in 0..<80 { driver.wheel(-1, at: Point(x: 30, y: 30)) }
        driver.settle()
        #expect(driver.view.scale == 0.075)
        #expect(driver.model.handle(.wheel(WheelEvent(time: 99, delta: Point(x: 0, y: -1), position: .zero))).isEmpty)
        #expect((driver.view.center - Point(x: 5000, y: 4000)).length < 1e-9)
    }

    @Test func `near the edge, zooming out keeps the content at the view's side`() {
        var driver = ModelDriver(view: ViewState(center: Point(x: 400, y: 4000), scale: 1))
        for _ in 0..<4 { driver.wheel(-1, at: Point(x: 780, y: 300), after: 0.03) }
        driver.settle()
        #expect(abs(driver.model.contentOffset.x) < 1e-9)
        for frame in driver.path {
            #expect(frame.view.viewPoint(of: .zero, in: Size(width: 800, height: 600)).x < 1e-9)
        }
    }

    @Test func `a wheel that is set to pan moves the content by 80 points per notch, and sideways with Shift`() {
        var driver = ModelDriver { $0.wheel = .pan }
        driver.wheel(-1)
        driver.wheel(-1)
        driver.settle()
        #expect(abs(driver.view.center.y - 4160) < 1e-9)
        driver.wheel(-1) { $0.modifiers = .shift }
        driver.settle()
        #expect(abs(driver.view.center.x - 5080) < 1e-9)
        driver.wheel(0, x: 1)
        driver.settle()
        #expect(abs(driver.view.center.x - 5160) < 1e-9)
        driver.wheel(1) { $0.modifiers = .control }
        driver.settle()
        #expect(abs(driver.view.octaves - 0.25) < 1e-12)
    }

    @Test func `a wheel that zooms moves the content sideways with Shift or when tilted, and zooms with Control`() {
        var driver = ModelDriver()
        driver.wheel(-1) { $0.modifiers = .shift }
        driver.settle()
        #expect(abs(driver.view.center.x - 5080) < 1e-9 && driver.view.center.y == 4000)
        driver.wheel(0, x: 1)
        driver.settle()
        #expect(abs(driver.view.center.x - 5160) < 1e-9 && driver.view.octaves == 0)
        driver.wheel(1) { $0.modifiers = [.control, .shift] }
        driver.settle()
        #expect(abs(driver.view.octaves - 0.25) < 1e-12)
    }

    @Test func `a trackpad moves the content as far as the fingers move, at once`() {
        var driver = ModelDriver()
        driver.wheel(-0.35, x: 0.2, device: .trackpad)
        #expect((driver.view.center - Point(x: 5002, y: 4003.5)).length < 1e-9)
        driver.wheel(-0.35, x: 0.2, after: 0.01, device: .trackpad)
        #expect((driver.view.center - Point(x: 5004, y: 4007)).length < 1e-9)
    }

    @Test func `fingers lifted from a trackpad in motion fling the content`() {
        var driver = ModelDriver()
        for _ in 0..<10 { driver.wheel(-1, after: 0.01, device: .trackpad) }
        driver.wheel(0, after: 0.005, device: .trackpad) { $0.phase = .ended }
        #expect(driver.model.isDecelerating)
        driver.settle()
        #expect(abs(driver.view.center.y - (4000 + 100 + 499.5)) < 1)
    }

    @Test func `without a report of lifted fingers, 0.1 s without motion ends the drag, without a fling`() {
        var driver = ModelDriver(view: ViewState(center: Point(x: 5000, y: 320)))
        for _ in 0..<10 { driver.wheel(1, after: 0.01, device: .trackpad) }
        #expect(driver.model.contentOffset.y < -20)
        #expect(driver.model.nextFrameTime.map { abs($0 - 0.2) < 1e-9 } == true)
        driver.run(for: 0.11)
        #expect(driver.events.last == .didScroll && driver.model.isDecelerating)
        driver.settle()
        #expect(driver.model.contentOffset.y == 0)
        #expect(driver.events.last == .didEndDecelerating)
    }

    @Test func `on a trackpad, Control zooms by an octave in 150 points, and a pinch by its magnification`() {
        var driver = ModelDriver()
        let pointer = Point(x: 100, y: 500)
        let contentPoint = driver.model.contentPoint(at: pointer)
        for _ in 0..<15 {
            driver.wheel(1, at: pointer, after: 0.01, device: .trackpad) { $0.modifiers = .control }
        }
        #expect(abs(driver.view.octaves - 1) < 1e-9)
        // A hundred times the natural logarithm of 1/2.
        driver.wheel(-6.931471805599453, at: pointer, after: 0.01) { $0.isPinch = true }
        #expect(abs(driver.view.octaves) < 1e-9)
        #expect((driver.model.viewPoint(of: contentPoint) - pointer).length < 1e-6)
        #expect(driver.model.nextFrameTime == nil)
    }

    @Test func `a trackpad can be set to zoom, and a wheel counts as one where the device is unknown`() {
        var driver = ModelDriver { $0.trackpad = .zoom }
        driver.wheel(1, device: .trackpad)
        #expect(abs(driver.view.octaves - 10.0 / 150) < 1e-12)
        driver.wheel(0.1)
        driver.settle()
        #expect(abs(driver.view.octaves - 10.0 / 150 - 0.025) < 1e-12)
    }

    @Test func `small steps are guessed to be a trackpad's until a pause of 0.4 s`() {
        var classifier = WheelClassifier()
        func device(_ time: Double, _ notches: Double, guesses: Bool = true) -> WheelEvent.Device {
            classifier.device(
                of: WheelEvent(time: time, delta: Point(x: 0, y: notches), position: .zero), guesses: guesses)
        }
        #expect(device(1, 0.39) == .trackpad)
        #expect(device(1.1, 3) == .trackpad)
        #expect(device(1.5, 3) == .trackpad)
        #expect(device(1.91, 0.4) == .wheel)
        #expect(device(2.0, 0.1) == .wheel)
        #expect(device(2.41, 0.1) == .trackpad)
        #expect(device(9, 0.1, guesses: false) == .wheel)
    }

    @Test func `the wheel interrupts a fling at once`() {
        var driver = ModelDriver()
        driver.fling(from: Point(x: 400, y: 300), velocity: Point(x: -2000, y: 0))
        driver.run(for: 0.1)
        let contentPoint = driver.model.contentPoint(at: Point(x: 400, y: 300))
        driver.wheel(1)
        driver.settle()
        #expect((driver.model.viewPoint(of: contentPoint) - Point(x: 400, y: 300)).length < 1e-6)
        #expect(driver.events.filter { $0 == .didEndDecelerating }.count == 1)
        #expect(driver.events.last == .didEndAnimating)
    }

    @Test func `turned while the button is down, the wheel zooms and the drag continues`() {
        var driver = ModelDriver()
        driver.press(300, 200)
        driver.pointer(.moved, 350, 250, after: 0.05)
        let contentPoint = driver.model.contentPoint(at: Point(x: 350, y: 250))
        driver.wheel(2, at: Point(x: 350, y: 250), after: 0.01)
        #expect(abs(driver.view.octaves - 0.5) < 1e-9)
        driver.pointer(.moved, 500, 100, after: 0.05)
        #expect((driver.model.viewPoint(of: contentPoint) - Point(x: 500, y: 100)).length < 1e-6)
        #expect(driver.model.isDragging)
    }
}
