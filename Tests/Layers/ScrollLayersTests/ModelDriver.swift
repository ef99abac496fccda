import LayerTree
import VectorDrawing

@testable import ScrollLayers

/// Drives a model like a user and a window with a frame rate, and records its events.
struct ModelDriver {
    var model: ScrollModel
    /// The events; successive `didScroll` are recorded once.
    private(set) var events: [ScrollEvent] = []
    /// The view at each frame.
    private(set) var path: [(time: Double, view: ViewState)] = []
    let frameRate: Double

    init(
        content: Size = Size(width: 10_000, height: 8_000), viewport: Size = Size(width: 800, height: 600),
        view: ViewState? = ViewState(center: Point(x: 5_000, y: 4_000)), frameRate: Double = 60,
        settings: (inout ScrollSettings) -> Void = { _ in }
    ) {
        model = ScrollModel(geometry: ScrollGeometry(contentSize: content, viewportSize: viewport), view: view)
        settings(&model.settings)
        self.frameRate = frameRate
    }

    var view: ViewState { model.view }

    mutating func keep(_ new: [ScrollEvent]) {
        for event in new where event != .didScroll || events.last != .didScroll {
            events.append(event)
        }
    }

    /// Draws frames until a time, and advances the model to it.
    mutating func run(to end: Double) {
        var frame = (model.time * frameRate + 1e-6).rounded(.down) + 1
        while frame / frameRate < end {
            keep(model.update(at: frame / frameRate))
            path.append((frame / frameRate, model.view))
            frame += 1
        }
        keep(model.update(at: end))
    }

    mutating func run(for duration: Double) { run(to: model.time + duration) }

    mutating func send(_ event: InputEvent) {
        run(to: event.time)
        keep(model.handle(event))
    }

    mutating func pointer(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double, after delay: Double = 0) {
        let time = model.time + delay
        send(.pointer(PointerEvent(time: time, phase: phase, position: Point(x: x, y: y))))
    }

    mutating func press(_ x: Double, _ y: Double) { pointer(.down(.primary, clicks: 1), x, y) }
    mutating func lift(_ x: Double, _ y: Double, after delay: Double = 0) {
        pointer(.up(.primary, clicks: 1), x, y, after: delay)
    }

    mutating func touch(_ phase: TouchEvent.Phase, _ finger: Int, _ x: Double, _ y: Double, after delay: Double = 0) {
        let time = model.time + delay
        send(.touch(TouchEvent(time: time, phase: phase, finger: finger, position: Point(x: x, y: y))))
    }

    /// A drag at a constant velocity, in points per second, released in motion.
    mutating func fling(from start: Point, velocity: Point, duration: Double = 0.1) {
        press(start.x, start.y)
        let steps = 10
        for step in 1...steps {
            let way = velocity * (duration * Double(step) / Double(steps))
            pointer(.moved, start.x + way.x, start.y + way.y, after: duration / Double(steps))
        }
        let end = start + velocity * duration
        lift(end.x, end.y)
    }

    mutating func wheel(
        _ y: Double, x: Double = 0, at position: Point = Point(x: 400, y: 300), after delay: Double = 0,
        device: WheelEvent.Device = .unknown, _ change: (inout WheelEvent) -> Void = { _ in }
    ) {
        var event = WheelEvent(
            time: model.time + delay, device: device, delta: Point(x: x, y: y), position: position)
        change(&event)
        send(.wheel(event))
    }

    mutating func key(_ key: Key, isDown: Bool, after delay: Double = 0, _ modifiers: KeyModifiers = []) {
        send(.key(KeyEvent(time: model.time + delay, key: key, isDown: isDown, modifiers: modifiers)))
    }

    mutating func tap(_ key: Key, _ modifiers: KeyModifiers = []) {
        self.key(key, isDown: true, modifiers)
        self.key(key, isDown: false, modifiers)
    }

    /// Draws frames until everything is at rest, for a minute at most.
    mutating func settle() {
        let end = model.time + 60
        while let next = model.nextFrameTime, model.time < end {
            run(to: max(next, model.time + 1 / frameRate))
        }
    }
}

extension ViewState {
    /// The largest distance on the screen, in points of a view of 800×600, between two views.
    func distance(to other: ViewState, in size: Size = Size(width: 800, height: 600)) -> Double {
        Rect(origin: .zero, size: size).corners.map { corner in
            (other.viewPoint(of: contentPoint(at: corner, in: size), in: size) - corner).length
        }.max() ?? 0
    }

    var isValid: Bool { center.isValid && scale.isFinite && scale > 0 && angle.isFinite }
}
