public import LayerTree

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

    /// What it did.
    public var phase: Phase
    /// Where, in points from the window's upper left corner; where it was last when it went out.
    public var position: Point
    /// Keys that are held down.
    public var modifiers: KeyModifiers

    /// A mouse that did something.
    public init(phase: Phase, position: Point, modifiers: KeyModifiers = []) {
        self.phase = phase
        self.position = position
        self.modifiers = modifiers
    }
}

/// A button of a mouse.
public enum PointerButton: Hashable, Sendable {
    /// The one that selects and drags: the left one, unless the system is told otherwise.
    case primary
    /// The one for menus: the right one.
    case secondary
    /// The one under the wheel.
    case middle
    /// Any other, by SDL's number of it, from 4 on.
    case other(Int)
}

/// A wheel that was turned, or two fingers that moved on a trackpad.
public struct WheelEvent: Hashable, Sendable {
    /// How far, in notches of a wheel; fractions where the device tells them: x to the right, y away from the user.
    public var delta: Point
    /// Whether the system turns the direction round ("natural scrolling").
    public var isInverted: Bool
    /// Where the pointer is, in points from the window's upper left corner.
    public var position: Point
    /// Keys that are held down.
    public var modifiers: KeyModifiers

    /// A wheel that was turned.
    public init(delta: Point, isInverted: Bool = false, position: Point, modifiers: KeyModifiers = []) {
        self.delta = delta
        self.isInverted = isInverted
        self.position = position
        self.modifiers = modifiers
    }
}

/// A finger on a screen that can be touched.
public struct TouchEvent: Hashable, Sendable {
    /// What it did.
    public enum Phase: Hashable, Sendable {
        /// It touched the screen.
        case down
        /// It moved.
        case moved
        /// It was lifted.
        case up
    }

    /// What it did.
    public var phase: Phase
    /// Which finger: the same number from touching to lifting.
    public var finger: Int
    /// Where, in points from the window's upper left corner.
    public var position: Point
    /// From 0 to 1; 1 where the screen cannot tell.
    public var pressure: Double

    /// A finger that did something.
    public init(phase: Phase, finger: Int, position: Point, pressure: Double = 1) {
        self.phase = phase
        self.finger = finger
        self.position = position
        self.pressure = pressure
    }
}
