import LayerTree
import TilePyramid
import VectorDrawing

/// A map of 400×300 points with a pin of 20×20 in its middle, and a controller of the map that records its events.
@MainActor
final class GestureStage {
    let clock = ManualClock()
    let root = Layer()
    let map = Layer()
    let pin = Layer()
    let scene: LayerScene
    let dispatcher: InputDispatcher
    let controller: RecordingController
    /// The reports of the gestures.
    var log: [String] = []

    static let onPin = Point(x: 200, y: 150)
    static let beside = Point(x: 100, y: 100)

    init() {
        root.frame = Rect(x: 0, y: 0, width: 400, height: 300)
        map.frame = Rect(x: 0, y: 0, width: 400, height: 300)
        pin.frame = Rect(x: 190, y: 140, width: 20, height: 20)
        root.addSublayer(map)
        map.addSublayer(pin)
        scene = LayerScene(root: root, size: PixelSize(width: 400, height: 300), clock: clock)
        dispatcher = InputDispatcher(scene: scene)
        controller = RecordingController(layer: map)
        dispatcher.add(controller)
    }

    // MARK: Gestures that are logged

    func addTap(to layer: Layer, _ name: String, count: Int = 1, isExclusive: Bool = true) {
        let tap = TapRecognizer(count: count) { [unowned self] _ in log.append(name) }
        tap.isExclusive = isExclusive
        layer.addGesture(tap)
    }

    func addLongPress(to layer: Layer, _ name: String) {
        layer.addGesture(LongPressRecognizer { [unowned self] in log.append("\(name) \($0.state)") })
    }

    func addPan(to layer: Layer, _ name: String) {
        layer.addGesture(
            PanRecognizer { [unowned self] pan in
                log.append("\(name) \(pan.state) \(Int(pan.translation.x)),\(Int(pan.translation.y))")
            })
    }

    func addPinch(to layer: Layer, _ name: String) {
        layer.addGesture(PinchRecognizer { [unowned self] in log.append("\(name) \($0.state) \($0.scale)") })
    }

    // MARK: Input

    func down(_ point: Point, finger: Int? = nil) { send(point, .down, finger) }
    func move(_ point: Point, finger: Int? = nil) { send(point, .moved, finger) }
    func up(_ point: Point, finger: Int? = nil) { send(point, .up, finger) }

    func click(_ point: Point, finger: Int? = nil) {
        down(point, finger: finger)
        wait(0.05)
        up(point, finger: finger)
        wait(0.05)
    }

    /// Lets time pass, as a loop does that updates when it has to.
    func wait(_ seconds: Double) {
        clock.advance(by: seconds)
        dispatcher.update()
    }

    private func send(_ point: Point, _ phase: TouchEvent.Phase, _ finger: Int?) {
        if let finger {
            dispatcher.handle(.touch(TouchEvent(time: clock.now, phase: phase, finger: finger, position: point)))
        } else {
            let pointer: PointerEvent.Phase =
                switch phase {
                case .down: .down(.primary, clicks: 1)
                case .up: .up(.primary, clicks: 1)
                default: .moved
                }
            dispatcher.handle(.pointer(PointerEvent(time: clock.now, phase: pointer, position: point)))
        }
    }
}

/// A controller that uses every event on its layer.
@MainActor
final class RecordingController: LayerController {
    let layer: Layer
    var events: [String] = []
    var times: [Double] = []
    var nextFrameTime: Double?

    init(layer: Layer) { self.layer = layer }

    func handle(_ event: InputEvent) -> Bool {
        times.append(event.time)
        switch event {
        case .pointer(let event):
            switch event.phase {
            case .down: events.append("down")
            case .up: events.append("up")
            case .moved: events.append("moved")
            case .exited: events.append("exited")
            }
        case .touch(let event): events.append("\(event.phase) \(event.finger)")
        case .wheel: events.append("wheel")
        case .key(let event): events.append(event.isDown ? "key down" : "key up")
        }
        return true
    }

    func cancelInput() { events.append("cancel") }
    func update() {}
}
