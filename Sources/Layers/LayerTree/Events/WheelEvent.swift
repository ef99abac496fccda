/// A wheel that was turned, or two fingers that moved on a trackpad.
public struct WheelEvent: Hashable, Sendable {
    /// What was used.
    public enum Device: Hashable, Sendable, CaseIterable {
        /// A wheel, which most often turns by whole notches.
        case wheel
        /// A trackpad, which tells exactly how far the fingers went.
        case trackpad
        /// The window system does not say.
        case unknown
    }

    /// Whether fingers are still on the trackpad.
    public enum Phase: Hashable, Sendable, CaseIterable {
        /// It was moved, by ``WheelEvent/delta``.
        case moved
        /// The fingers were lifted. Many systems never say so, and no wheel does.
        case ended
    }

    /// When, in seconds on the clock of the layers.
    public var time: Double
    /// What was used, as far as the system tells; default unknown.
    public var device: Device
    /// Whether this is the end of a movement; default not.
    public var phase: Phase
    /// How far, in notches of a wheel: x to the right, y away from the user; fractions where the device tells them.
    ///
    /// For a pinch only y counts: 100 times the natural logarithm of the change of size, in ``points``.
    public var delta: Point
    /// Whether the system turns the direction round ("natural scrolling"), default false; ``delta`` is what it made of it.
    public var isInverted: Bool
    /// Whether two fingers on the trackpad came closer or went apart, which always means zooming; default false.
    public var isPinch: Bool
    /// Where the pointer is, in points from the window's upper left corner.
    public var position: Point
    /// Keys that are held down.
    public var modifiers: KeyModifiers

    /// A wheel that was turned.
    public init(
        time: Double, device: Device = .unknown, phase: Phase = .moved, delta: Point, isInverted: Bool = false,
        isPinch: Bool = false, position: Point, modifiers: KeyModifiers = []
    ) {
        self.time = time
        self.device = device
        self.phase = phase
        self.delta = delta
        self.isInverted = isInverted
        self.isPinch = isPinch
        self.position = position
        self.modifiers = modifiers
    }

    /// Points of movement that count as a notch, as in the Wayland protocol: 10.
    public static let pointsPerNotch = 10.0

    /// How far fingers went on a trackpad, in points; directions as for ``delta``.
    public var points: Point { Point(x: delta.x * Self.pointsPerNotch, y: delta.y * Self.pointsPerNotch) }
}
