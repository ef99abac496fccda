/// A finger on a screen that can be touched.
public struct TouchEvent: Hashable, Sendable {
    /// What it did.
    public enum Phase: Hashable, Sendable, CaseIterable {
        /// It touched the screen.
        case down
        /// It moved.
        case moved
        /// It was lifted.
        case up
        /// The system took it for something else; it does not count any more.
        case cancelled
    }

    /// When, in seconds on the clock of the layers.
    public var time: Double
    /// What it did.
    public var phase: Phase
    /// Which finger: the same number from touching to lifting.
    public var finger: Int
    /// Where, in points from the window's upper left corner.
    public var position: Point
    /// From 0 to 1; 1 where the screen cannot tell.
    public var pressure: Double

    /// A finger that did something.
    public init(time: Double, phase: Phase, finger: Int, position: Point, pressure: Double = 1) {
        self.time = time
        self.phase = phase
        self.finger = finger
        self.position = position
        self.pressure = pressure
    }
}
