/// A mouse, or what stands for one, that moved or was pressed.
public struct PointerEvent: Hashable, Sendable {
    /// What it did.
    public enum Phase: Hashable, Sendable {
        /// It moved.
        case moved
        /// It went out of the window.
        case exited
        /// A button went down; `clicks` is 1 for the first time, 2 for a double click and so on.
        case down(PointerButton, clicks: Int)
        /// A button went up; `clicks` as when it went down.
        case up(PointerButton, clicks: Int)
    }

    /// When, in seconds on the clock of the layers.
    public var time: Double
    /// What it did.
    public var phase: Phase
    /// Where, in points from the window's upper left corner; where it was last when it went out.
    public var position: Point
    /// Keys that are held down.
    public var modifiers: KeyModifiers

    /// A mouse that did something.
    public init(time: Double, phase: Phase, position: Point, modifiers: KeyModifiers = []) {
        self.time = time
        self.phase = phase
        self.position = position
        self.modifiers = modifiers
    }
}
