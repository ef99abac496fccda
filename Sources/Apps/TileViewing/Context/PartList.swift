internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// The parts of a viewer, in the order of their priority, and who gets an event.
///
/// - A key goes to each part in turn until one uses it, and so does text.
/// - The pointer goes to the part that is dragging something, then to those after it, or else to all in turn. While the view is
///   dragged, which the last part does, it goes past the parts that lie over the image.
/// - A finger on a part that lies over the image acts as a pointer there; on the image, touches go to the other parts.
@MainActor
final class PartList {
    private(set) var all: [any ViewerPart] = []
    /// The fingers that touch the screen.
    private(set) var fingers: Set<Int> = []
    /// The finger that acts as the pointer; nil if none does.
    private var pointingFinger: Int?
    /// Whether the events of ``pointingFinger`` are ignored until it is lifted.
    private var isFingerSpent = false

    /// Sets the parts, once.
    func set(_ parts: [any ViewerPart]) {
        all = parts
    }

    /// The parts that get the pointer now.
    private var pointed: [any ViewerPart] {
        if let index = all.dropLast().firstIndex(where: { $0.isTracking }) { return Array(all[index...]) }
        return isScrolling ? all.filter { !$0.liesOverImage } : all
    }

    /// Whether the view is pressed or dragged, which the last part does.
    private var isScrolling: Bool { all.last?.isTracking ?? false }

    /// Whether anything is dragged or pressed.
    var isTracking: Bool { all.contains { $0.isTracking } }

    /// Passes an event on, and returns whether a part uses it.
    func handle(_ event: InputEvent) -> Bool {
        defer { all.forEach { $0.release(event) } }
        return switch event {
        case .pointer: pointed.contains { $0.handle(event) }
        case .touch(let touch): handle(touch)
        case .key, .wheel: all.contains { $0.handle(event) }
        }
    }

    /// Passes text on, and returns whether a part uses it.
    func handle(text: String) -> Bool { all.contains { $0.handle(text: text) } }

    /// The pointer's shape at a point of the window.
    func cursor(at point: Point) -> Cursor { pointed.lazy.compactMap { $0.cursor(at: point) }.first ?? .arrow }

    /// Ends all drags and presses without a result.
    func cancelInput() {
        fingers = []
        pointingFinger = nil
        isFingerSpent = false
        all.forEach { $0.cancelInput() }
    }

    /// Cancels what a finger has begun, and ignores it until it is lifted.
    func spend(_ finger: Int, at position: Point, time: Double) {
        pointingFinger = finger
        isFingerSpent = true
        _ = all.contains {
            $0.handle(.touch(TouchEvent(time: time, phase: .cancelled, finger: finger, position: position)))
        }
    }

    /// Performs a command by the first part that knows it; returns whether there is one.
    func perform(_ command: ViewerCommand) -> Bool { all.contains { $0.perform(command) } }

    /// The state of a command in menus; nil if it is of no use now.
    func state(of command: ViewerCommand) -> CommandState? { all.lazy.compactMap { $0.state(of: command) }.first }

    private func handle(_ event: TouchEvent) -> Bool {
        switch event.phase {
        case .down:
            let isAlone = fingers.isEmpty && !isScrolling
            fingers.insert(event.finger)
            guard isAlone else { break }
            // As a pointer, it comes before it presses.
            _ = point(event, .moved)
            guard point(event, .down(.primary, clicks: 1)) else { break }
            pointingFinger = event.finger
            isFingerSpent = false
            return true
        case .moved:
            guard event.finger == pointingFinger else { break }
            return isFingerSpent || point(event, .moved)
        case .up, .cancelled:
            fingers.remove(event.finger)
            guard event.finger == pointingFinger else { break }
            pointingFinger = nil
            guard !isFingerSpent else { return true }
            guard event.phase == .up else {
                for part in all where part.liesOverImage { part.cancelInput() }
                return true
            }
            _ = point(event, .up(.primary, clicks: 1))
            // What was under the finger is not hovered any more.
            _ = point(event, .exited)
            return true
        }
        return all.contains { $0.handle(.touch(event)) }
    }

    /// Passes a touch on as an event of the pointer, to the parts that lie over the image.
    private func point(_ event: TouchEvent, _ phase: PointerEvent.Phase) -> Bool {
        let event = InputEvent.pointer(PointerEvent(time: event.time, phase: phase, position: event.position))
        return all.contains { $0.liesOverImage && $0.handle(event) }
    }
}
