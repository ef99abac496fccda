internal import Concurrency

/// Requests frames of a scene from other threads, such as workers that have loaded a layer's image.
///
/// The scene belongs to the main thread, which may be asleep; set ``onRequest`` to wake its event loop. All members can
/// be used from any thread.
public final class FrameRequests: Sendable {
    private struct State {
        var isPending = false
        var onRequest: @Sendable () -> Void = {}
        var work: [@MainActor @Sendable () -> Void] = []
    }
    private let state = Locked(State())

    init() {}

    /// Wakes the event loop that shows the scene.
    ///
    /// It is called on the requesting thread, at most once between two frames. The default does nothing, for loops that do not
    /// sleep.
    public var onRequest: @Sendable () -> Void {
        get { state.withLock { $0.onRequest } }
        set { state.withLock { $0.onRequest = newValue } }
    }

    /// Requests a frame.
    public func request() {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isPending else { return nil }
            state.isPending = true
            return state.onRequest
        }
        wake?()
    }

    /// Requests a frame and runs `work` on the main thread at its start, before layout.
    ///
    /// Results of background work reach layers this way. Work runs in the order of the calls, each once.
    public func perform(_ work: @escaping @MainActor @Sendable () -> Void) {
        state.withLock { $0.work.append(work) }
        request()
    }

    /// Returns and removes the work that was added since the last call.
    func takeWork() -> [@MainActor @Sendable () -> Void] {
        state.withLock { state in
            defer { state.work = [] }
            return state.work
        }
    }

    /// Whether a frame has been requested since the last one.
    var isPending: Bool { state.withLock { $0.isPending } }

    /// Resets ``isPending`` when a frame is begun: later requests need another frame.
    func accept() {
        state.withLock { $0.isPending = false }
    }
}
