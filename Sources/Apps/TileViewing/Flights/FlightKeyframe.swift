public import ScrollLayers

/// A view that a flight passes at a time.
public struct FlightKeyframe: Hashable, Sendable {
    /// When, in seconds from the flight's beginning; not negative.
    public var time: Double
    /// Where the camera is then.
    ///
    /// Flights show no mirrored pictures, so files leave `isFlipped` out.
    public var view: ViewState
    /// Whether the camera stays where it was until then, and is here at once.
    public var isJump: Bool
    /// What the way to this key is, in words: "zoom in to 1:1"; nil when nothing is said.
    public var note: String?

    /// A view at a time.
    public init(time: Double, view: ViewState, isJump: Bool = false, note: String? = nil) {
        self.time = time
        self.view = view
        self.isJump = isJump
        self.note = note
    }

    /// Whether it may come after another key.
    func isReachable(from last: FlightKeyframe) -> Bool { time > last.time || (time == last.time && isJump) }

    /// Whether the camera moves between another key and this one.
    func isMoved(from last: FlightKeyframe) -> Bool { !isJump && view != last.view }
}
