internal import Concurrency

/// Lets other threads ask a scene for a frame: workers that have loaded or calculated what a layer shows.
///
/// The scene belongs to the main thread, which may be asleep; whoever runs its loop says in ``onRequest`` how to wake it.
/// Everything may be called from any thread.
public final class FrameRequests: Sendable {
    private struct State {
        var isPending = false
        var onRequest: @Sendable () -> Void = {}
    }
    private let state = Locked(State())

    init() {}

    /// Wakes the loop that shows the scene; called on the thread that asks, once for all requests before the next frame.
    ///
    /// Default nothing, for loops that do not sleep.
    public var onRequest: @Sendable () -> Void {
        get { state.withLock { $0.onRequest } }
        set { state.withLock { $0.onRequest = newValue } }
    }

    /// Asks for a frame.
    public func request() {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isPending else { return nil }
            state.isPending = true
            return state.onRequest
        }
        wake?()
    }

    /// Whether a frame has been asked for since the last one.
    var isPending: Bool { state.withLock { $0.isPending } }

    /// Takes note that a frame is being made: what is asked for from now on is another one.
    func accept() {
        state.withLock { $0.isPending = false }
    }
}
