public import VectorDrawing

/// A scroll or pinch event of a wheel or a trackpad.
public struct WheelEvent: Hashable, Sendable {
    /// The kind of device.
    public enum Device: Hashable, Sendable, CaseIterable {
        /// A mouse wheel, which usually turns by whole notches.
        case wheel
        /// A trackpad, which reports precise distances.
        case trackpad
        /// The window system does not report the device.
        case unknown
    }

    /// The phase of the scrolling.
    public enum Phase: Hashable, Sendable, CaseIterable {
        /// It moved by ``WheelEvent/delta``.
        case moved
        /// The fingers were lifted. Many systems never report this, and no wheel does.
        case ended
    }

    /// The time in seconds on the clock of the layers.
    public var time: Double
    /// The device, if the system reports it; the default is unknown.
    public var device: Device
    /// The phase; the default is moved.
    public var phase: Phase
    /// The distance in notches of a wheel, with fractions if the device reports them: x to the right, y away from the
    /// user.
    ///
    /// For a pinch only y counts: ``points`` is 100 times the natural logarithm of the magnification.
    public var delta: Point
    /// Whether the system inverts the direction ("natural scrolling"); the default is false.
    ///
    /// ``delta`` is inverted already.
    public var isInverted: Bool
    /// Whether this is a pinch of two fingers on a trackpad, which always zooms; the default is false.
    public var isPinch: Bool
    /// The pointer's position in points from the window's upper left corner.
    public var position: Point
    /// The modifiers that are held down.
    public var modifiers: KeyModifiers

    /// Creates a wheel event.
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

    /// The number of points of scrolling in a notch: 10, as in the Wayland protocol.
    public static let pointsPerNotch = 10.0

    /// The distance in points, for trackpads; directions as for ``delta``.
    public var points: Point { Point(x: delta.x * Self.pointsPerNotch, y: delta.y * Self.pointsPerNotch) }
}
