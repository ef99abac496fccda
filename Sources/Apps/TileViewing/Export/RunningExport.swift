internal import Concurrency
internal import Files
internal import Glibc

/// An export in the background, which can be canceled.
final class RunningExport: Sendable {
    private struct State {
        var fractionCompleted = 0.0
        var isWriting = false
        var isCancelled = false
        var hasEnded = false
    }

    private let path: String
    private let state = Locked(State())

    /// Creates the state of an export that is about to start.
    ///
    /// - Parameter path: the file that is written.
    init(to path: String) {
        self.path = path
    }

    /// The fraction that is done, from 0 to 1.
    var fractionCompleted: Double { state.withLock { $0.fractionCompleted } }

    /// Records the fraction that is done of a file that is being written; returns false if the export was canceled.
    func advance(to fractionCompleted: Double) -> Bool {
        state.withLock { state in
            state.isWriting = true
            state.fractionCompleted = fractionCompleted
            return !state.isCancelled
        }
    }

    /// Cancels the export, which then leaves no file.
    func cancel() {
        state.withLock { $0.isCancelled = true }
    }

    /// Cancels the export and removes what it has written, without waiting for it.
    ///
    /// For a process that is about to end while tiles are read that cannot be waited for.
    func abandon() {
        state.withLock { state in
            state.isCancelled = true
            if state.isWriting, !state.hasEnded { unlink(path + AtomicFile.partialSuffix) }
        }
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
