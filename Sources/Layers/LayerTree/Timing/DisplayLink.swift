/// Calls back at each screen refresh, or at every second or third refresh, with the actual elapsed time.
///
/// It has no timer: the event loop that presents frames calls ``tick(in:)`` when a frame is due. Missed refreshes are skipped.
@MainActor
public final class DisplayLink {
    /// The state of the event loop at a refresh.
    public enum Mode: Hashable, Sendable, CaseIterable {
        /// The app waits for events.
        case normal
        /// The user is dragging; other work should not disturb the drag.
        case tracking
    }

    /// The timing of a callback.
    public struct Frame: Hashable, Sendable {
        /// The time of the frame in seconds on the link's clock.
        public var time: Double
        /// The seconds since the last callback; 0 for the first callback and the first one after a pause.
        public var step: Double
    }

    /// The number of refreshes for each callback; 1, the default, calls back at every refresh.
    public var frameInterval = 1 {
        didSet { precondition(frameInterval >= 1, "the frame interval must be at least one refresh") }
    }

    /// Whether callbacks are paused; the default is false.
    ///
    /// The first callback after a pause has a step of 0.
    public var isPaused = false {
        didSet { if isPaused { last = nil } }
    }

    /// The modes with callbacks; the default is all modes.
    ///
    /// Leave out ``Mode/tracking`` for work that can wait while the user drags, such as prefetching. Animations need
    /// both modes, or they stop during a drag.
    public var modes = Set(Mode.allCases)

    private let clock: any LayerClock
    private let refreshDuration: Double
    private let onFrame: @MainActor (Frame) -> Void
    private let start: Double
    private var last: (time: Double, refresh: Int)?

    /// Creates a display link.
    ///
    /// - Parameters:
    ///   - clock: the clock of the frames' times.
    ///   - refreshesPerSecond: the refresh rate of the screen in hertz; the default is 60.
    ///   - onFrame: the callback.
    public init(clock: any LayerClock, refreshesPerSecond: Double = 60, onFrame: @escaping @MainActor (Frame) -> Void) {
        self.clock = clock
        refreshDuration = 1 / refreshesPerSecond
        self.onFrame = onFrame
        start = clock.now
    }

    /// Calls back if a refresh is due since the last callback.
    ///
    /// - Parameter mode: the state of the event loop; the default is ``Mode/normal``.
    public func tick(in mode: Mode = .normal) {
        guard !isPaused, modes.contains(mode) else { return }
        let now = clock.now
        // Adding sixtieths of a second accumulates rounding errors.
        let refresh = Int(((now - start) / refreshDuration + 1e-6).rounded(.down))
        if let last, refresh - last.refresh < frameInterval {
            return
        }
        let step = last.map { now - $0.time } ?? 0
        last = (now, refresh)
        onFrame(Frame(time: now, step: step))
    }
}
