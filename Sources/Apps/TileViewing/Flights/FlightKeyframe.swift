public import ScrollLayers

/// A view that a flight reaches at a time.
public struct FlightKeyframe: Hashable, Sendable {
    /// The time, in seconds from the flight's beginning; not negative.
    public var time: Double
    /// The view at that time.
    ///
    /// Flights are never mirrored, so files leave `isFlipped` out.
    public var view: ViewState
    /// Whether the camera jumps here, after it stayed at the previous keyframe until then.
    public var isJump: Bool
    /// A description of the movement to this keyframe, such as "zoom in to 1:1"; nil if there is none.
    public var note: String?

    /// Creates a keyframe.
    public init(time: Double, view: ViewState, isJump: Bool = false, note: String? = nil) {
        self.time = time
        self.view = view
        self.isJump = isJump
        self.note = note
    }

    /// Whether this keyframe may follow another one.
    func isReachable(from last: FlightKeyframe) -> Bool { time > last.time || (time == last.time && isJump) }

    /// Whether the camera moves between another keyframe and this one.
    func isMoved(from last: FlightKeyframe) -> Bool { !isJump && view != last.view }
}
