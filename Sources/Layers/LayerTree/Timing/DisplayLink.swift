/// Calls back once for each refresh of the screen, or for every second or third one, with the time that has really
/// passed.
///
/// It does not wait by itself: whoever shows frames calls ``tick()`` when one is due. Refreshes that were missed are
/// skipped, not made up for.
@MainActor
public final class DisplayLink {
    /// What the app is doing when a refresh comes.
    public enum Mode: Hashable, Sendable, CaseIterable {
        /// It waits for whatever comes next.
        case normal
        /// The user drags something, and nothing should get in the way of that.
        case tracking
    }

    /// What a frame is drawn for.
    public struct Frame: Hashable, Sendable {
        /// The time of the frame on the link's clock, in seconds.
        public var time: Double
        /// Seconds since the last frame that was called back; 0 for the first.
        public var step: Double
    }

    /// How many refreshes there are for one call: 1 calls at every refresh, 2 at every second one; default 1.
    public var frameInterval = 1 {
        didSet { precondition(frameInterval >= 1, "a frame takes at least one refresh") }
    }

    /// Whether nothing is called back for now; default false.
    ///
    /// The first frame after a pause has no step.
    public var isPaused = false {
        didSet {
            if isPaused { last = nil }
        }
    }

    /// When it calls back; default always.
    ///
    /// Work that can wait while the user drags, such as loading ahead, leaves ``Mode/tracking`` out. What moves on the
    /// screen keeps both, or it would stand still meanwhile.
    public var modes = Set(Mode.allCases)

    private let clock: any LayerClock
    private let refreshDuration: Double
    private let onFrame: @MainActor (Frame) -> Void
    private let start: Double
    private var last: (time: Double, refresh: Int)?

    /// A link to a screen.
    ///
    /// - Parameters:
    ///   - clock: says when a frame is.
    ///   - refreshesPerSecond: how often the screen is refreshed; default 60.
    ///   - onFrame: draws a frame.
    public init(
        clock: any LayerClock, refreshesPerSecond: Double = 60, onFrame: @escaping @MainActor (Frame) -> Void
    ) {
        self.clock = clock
        refreshDuration = 1 / refreshesPerSecond
        self.onFrame = onFrame
        start = clock.now
    }

    /// Calls back if a refresh that counts has come since the last call.
    ///
    /// - Parameter mode: what the app is doing; default nothing in particular.
    public func tick(in mode: Mode = .normal) {
        guard !isPaused, modes.contains(mode) else { return }
        let now = clock.now
        // A clock that is advanced by sixtieths is off by some billionths after a while.
        let refresh = Int(((now - start) / refreshDuration + 1e-6).rounded(.down))
        if let last, refresh - last.refresh < frameInterval {
            return
        }
        let step = last.map { now - $0.time } ?? 0
        last = (now, refresh)
        onFrame(Frame(time: now, step: step))
    }
}
