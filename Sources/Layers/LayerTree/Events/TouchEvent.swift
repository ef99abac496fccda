public import VectorDrawing

/// An event of a finger on a touchscreen.
public struct TouchEvent: Hashable, Sendable {
    /// The phase of the touch.
    public enum Phase: Hashable, Sendable, CaseIterable {
        /// The finger touched the screen.
        case down
        /// The finger moved.
        case moved
        /// The finger was lifted.
        case up
        /// The system cancelled the touch; it must be ignored from now on.
        case cancelled
    }

    /// The time in seconds on the clock of the layers.
    public var time: Double
    /// The phase of the touch.
    public var phase: Phase
    /// The finger's number, the same from `down` to `up`.
    public var finger: Int
    /// The position in points from the window's upper left corner.
    public var position: Point
    /// The pressure from 0 to 1; 1 if the screen does not measure it.
    public var pressure: Double

    /// Creates a touch event.
    public init(time: Double, phase: Phase, finger: Int, position: Point, pressure: Double = 1) {
        self.time = time
        self.phase = phase
        self.finger = finger
        self.position = position
        self.pressure = pressure
    }
}
