public import VectorDrawing

/// An event of a mouse or another pointing device.
public struct PointerEvent: Hashable, Sendable {
    /// The kind of event.
    public enum Phase: Hashable, Sendable {
        /// The pointer moved.
        case moved
        /// The pointer left the window.
        case exited
        /// A button went down; `clicks` is 1 for a single click, 2 for a double click, and so on.
        case down(PointerButton, clicks: Int)
        /// A button went up; `clicks` is the number of the press.
        case up(PointerButton, clicks: Int)
    }

    /// The time in seconds on the clock of the layers.
    public var time: Double
    /// The kind of event.
    public var phase: Phase
    /// The position in points from the window's upper left corner; the last one if the pointer left the window.
    public var position: Point
    /// The modifiers that are held down.
    public var modifiers: KeyModifiers

    /// Creates a pointer event.
    public init(time: Double, phase: Phase, position: Point, modifiers: KeyModifiers = []) {
        self.time = time
        self.phase = phase
        self.position = position
        self.modifiers = modifiers
    }
}

/// A button of a mouse.
public enum PointerButton: Hashable, Sendable {
    /// The button that selects and drags: the left one unless the system is configured otherwise.
    case primary
    /// The button for context menus: the right one by default.
    case secondary
    /// The middle button, usually the wheel.
    case middle
    /// Any other button, by the window system's number.
    case other(Int)

    /// The button at the side of a mouse that leads back.
    public static let back = PointerButton.other(4)
    /// The button at the side of a mouse that leads forward.
    public static let forward = PointerButton.other(5)
}
