internal import Concurrency

/// An export in the background, which can be canceled.
final class RunningExport: Sendable {
    private struct State {
        var fractionCompleted = 0.0
        var isCancelled = false
        var hasEnded = false
    }

    private let state = Locked(State())

    /// The fraction that is done, from 0 to 1.
    var fractionCompleted: Double { state.withLock { $0.fractionCompleted } }

    /// Records the fraction that is done; returns false if the export was canceled.
    func advance(to fractionCompleted: Double) -> Bool {
        state.withLock { state in
            state.fractionCompleted = fractionCompleted
            return !state.isCancelled
        }
    }

    /// Cancels the export, which then leaves no file.
    func cancel() {
        state.withLock { $0.isCancelled = true }
    }

    /// Records that the export has ended.
    func end() {
        state.withLockAndNotify { $0.hasEnded = true }
    }

    /// Waits until the export has ended.
    func wait() {
        state.wait { $0.hasEnded ? () : nil }
    }
}
