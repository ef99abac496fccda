internal import LockedState

/// A way to stop a run from another thread.
package final class Interruption: Sendable {
    private struct State {
        var isInterrupted = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    package init() {}

    /// Stops the run, now or as soon as it begins.
    package func interrupt() {
        let action = state.withLock { state in
            state.isInterrupted = true
            return state.action
        }
        action?()
    }

    /// Sets what stopping means; runs it at once if it was asked for before.
    package func onInterrupt(_ action: @escaping @Sendable () -> Void) {
        let isInterrupted = state.withLock { state in
            state.action = action
            return state.isInterrupted
        }
        if isInterrupted {
            action()
        }
    }
}

extension CuttingError {
    /// The run was stopped from outside.
    package static let interrupted = CuttingError(
        .interrupted, "interrupted; finished tiles are kept. Run the same command with --resume to go on.")
}
