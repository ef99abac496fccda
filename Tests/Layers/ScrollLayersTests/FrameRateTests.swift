import LayerTree
import TestLimits
import TestSupport
import Testing
import VectorDrawing

@testable import ScrollLayers

/// Random user input that is the same for every seed.
private struct Script {
    private(set) var events: [InputEvent] = []

    init(seed: UInt64, count: Int = 60) {
        var random = SeededRandom(seed: seed)
        var time = 0.0
        func point() -> Point {
            Point(x: .random(in: 0...800, using: &random), y: .random(in: 0...600, using: &random))
        }
        for _ in 0..<count {
            time += .random(in: 0...0.4, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1: drag(from: point(), to: point(), &time, &random)
            case 2: pinch(point(), point(), point(), point(), &time, &random)
            case 3:
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    time += .random(in: 0...0.06, using: &random)
                    events.append(
                        .wheel(
                            WheelEvent(
                                time: time, device: .random(in: [.wheel, .trackpad], using: &random),
                                delta: Point(x: 0, y: .random(in: -2...2, using: &random)), position: point(),
                                modifiers: Bool.random(using: &random) ? .control : [])))
                }
            case 4:
                let keys: [Key] = [.left, .right, .up, .down, .character("+"), .character("-")]
                let key = keys[Int.random(in: 0..<keys.count, using: &random)]
                events.append(.key(KeyEvent(time: time, key: key, isDown: true)))
                time += .random(in: 0...0.5, using: &random)
                events.append(.key(KeyEvent(time: time, key: key, isDown: false)))
            default:
                let keys: [Key] = [.home, .character("1"), .character("r"), .character("h"), .character("3")]
                let key = keys[Int.random(in: 0..<keys.count, using: &random)]
                events.append(.key(KeyEvent(time: time, key: key, isDown: true)))
            }
        }
    }

    private mutating func drag(from start: Point, to end: Point, _ time: inout Double, _ random: inout SeededRandom) {
        events.append(.pointer(PointerEvent(time: time, phase: .down(.primary, clicks: 1), position: start)))
        for step in 1...8 {
            time += .random(in: 0.002...0.03, using: &random)
            let position = start.interpolated(with: end, at: Double(step) / 8)
            events.append(.pointer(PointerEvent(time: time, phase: .moved, position: position)))
        }
        time += .random(in: 0...0.12, using: &random)
        events.append(.pointer(PointerEvent(time: time, phase: .up(.primary, clicks: 1), position: end)))
    }

    private mutating func pinch(
        _ first: Point, _ firstEnd: Point, _ second: Point, _ secondEnd: Point, _ time: inout Double,
        _ random: inout SeededRandom
    ) {
        func touch(_ phase: TouchEvent.Phase, _ finger: Int, _ position: Point) -> InputEvent {
            .touch(TouchEvent(time: time, phase: phase, finger: finger, position: position))
        }
        events += [touch(.down, 1, first), touch(.down, 2, second)]
        for step in 1...8 {
            time += .random(in: 0.002...0.03, using: &random)
            events.append(touch(.moved, 1, first.interpolated(with: firstEnd, at: Double(step) / 8)))
            events.append(touch(.moved, 2, second.interpolated(with: secondEnd, at: Double(step) / 8)))
        }
        events.append(touch(.up, 1, firstEnd))
        time += .random(in: 0...0.2, using: &random)
        events.append(touch(.up, 2, secondEnd))
    }
}

extension WheelEvent.Device {
    fileprivate static func random(in devices: [Self], using random: inout SeededRandom) -> Self {
        devices[Int.random(in: 0..<devices.count, using: &random)]
    }
}

@Suite(.timeLimited) struct FrameRateTests {
    /// Plays a script at a frame rate, and returns the view at rest and every sixth of a second.
    private func play(_ script: Script, frameRate: Double) -> (driver: ModelDriver, samples: [ViewState]) {
        var driver = ModelDriver(frameRate: frameRate)
        for event in script.events { driver.send(event) }
        driver.settle()
        let samples = driver.path.filter { abs(($0.time * 6).rounded() - $0.time * 6) < 1e-6 }.map(\.view)
        return (driver, samples)
    }

    @Test(arguments: UInt64(1)...40)
    func `any input looks the same at 30, 60 and 144 frames per second`(seed: UInt64) {
        let script = Script(seed: seed)
        let slow = play(script, frameRate: 30)
        for rate in [60.0, 144] {
            let fast = play(script, frameRate: rate)
            #expect(fast.driver.view.distance(to: slow.driver.view) < 1e-3)
            for (one, other) in zip(fast.samples, slow.samples) {
                #expect(one.distance(to: other) < 0.01)
            }
        }
    }

    @Test(arguments: UInt64(100)...139)
    func `for any input, beginning and ending a drag moves nothing, and all numbers are valid`(seed: UInt64) {
        var driver = ModelDriver()
        for event in Script(seed: seed).events {
            driver.run(to: event.time)
            let before = driver.view
            driver.keep(driver.model.handle(event))
            #expect(driver.view.isValid)
            let isMovement =
                switch event {
                case .pointer(let event): event.phase == .moved
                case .touch(let event): event.phase == .moved
                case .wheel(let event): event.device == .trackpad
                case .key(let event): event.key == .character("h")
                }
            if !isMovement {
                // The remainder of a motion that counts as at rest; a tenth of a point is invisible.
                #expect(driver.view.distance(to: before) < 0.1, "\(event)")
            }
        }
        driver.settle()
        #expect(driver.model.nextFrameTime == nil)
        #expect(driver.view.distance(to: driver.model.geometry.constrained(driver.view)) < 1e-6)
        #expect(driver.path.allSatisfy { $0.view.isValid })
    }

    @Test(arguments: UInt64(300)...309)
    func `nothing jumps between events`(seed: UInt64) {
        var driver = ModelDriver(frameRate: 2000)
        for event in Script(seed: seed, count: 20).events {
            let first = driver.path.count
            var last = driver.view
            driver.run(to: event.time)
            for frame in driver.path[first...] {
                // A flight through seven octaves is the fastest motion.
                #expect(frame.view.distance(to: last) < 20)
                last = frame.view
            }
            driver.keep(driver.model.handle(event))
        }
    }

    @Test(arguments: UInt64(200)...219)
    func `for any input, begin and end events come in pairs`(seed: UInt64) {
        let events = play(Script(seed: seed), frameRate: 60).driver.events
        var isDragging = false
        var isZooming = false
        var isDecelerating = false
        for event in events {
            switch event {
            case .willBeginDragging:
                #expect(!isDragging && !isDecelerating)
                isDragging = true
            case .didEndDragging(let willDecelerate):
                #expect(isDragging && !isZooming && !isDecelerating)
                isDragging = false
                isDecelerating = willDecelerate
            case .didEndDecelerating:
                #expect(isDecelerating)
                isDecelerating = false
            case .willBeginZooming:
                #expect(isDragging && !isZooming)
                isZooming = true
            case .didEndZooming:
                #expect(isZooming)
                isZooming = false
            case .didScroll, .didZoom, .didRotate, .didEndAnimating, .didReachStop, .didEndTour: break
            }
        }
        #expect(!isDragging && !isZooming && !isDecelerating)
    }

    @Test func `steps of 16, 16, 50 and 16 ms lead to the same view as one of 98 ms`() {
        func position(_ steps: [Double]) -> ViewState {
            var driver = ModelDriver()
            driver.fling(from: Point(x: 400, y: 300), velocity: Point(x: -1000, y: 300))
            for step in steps { driver.model.update(at: driver.model.time + step) }
            return driver.view
        }
        #expect(position([0.016, 0.016, 0.05, 0.016]).distance(to: position([0.098])) < 1e-6)
    }

    @Test func `at rest no frame is requested, however long it lasts`() {
        var driver = ModelDriver()
        #expect(driver.model.nextFrameTime == nil)
        #expect(driver.model.update(at: 1e6).isEmpty)
        #expect(driver.model.nextFrameTime == nil)
    }
}
