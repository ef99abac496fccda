/// A handle that stops a run from another thread.
package final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    /// The handle of the calling thread's work, for work that has to check it itself; nil if there is none.
    @TaskLocal package static var current: Cancellation?

    /// Creates a handle that has not been cancelled.
    package init() {}

    /// Whether the run has been stopped.
    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Stops the run, now or as soon as it begins.
    package func cancel() {
        let action = state.withLock { state in
            state.isCancelled = true
            return state.action
        }
        action?()
    }

    /// Sets the action that stops the run; calls it at once if the handle is already cancelled.
    package func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.action = action
            return state.isCancelled
        }
        if isCancelled {
            action()
        }
    }
}
