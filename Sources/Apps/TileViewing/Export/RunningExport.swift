internal import Concurrency
internal import Files
internal import Glibc

/// An export in the background, which can be canceled.
final class RunningExport: Sendable {
    private struct State {
        var fractionCompleted = 0.0
        /// Whether the file is being created, and nobody knows yet whether it exists.
        var isCreating = false
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

    /// Whether the export was canceled.
    var isCanceled: Bool { state.withLock { $0.isCancelled } }

    /// Records that the file is about to be created; returns false if the export was canceled, and it must not be.
    func beginWriting() -> Bool {
        state.withLock { state in
            state.isCreating = !state.isCancelled
            return state.isCreating
        }
    }

    /// Records the fraction that is done of a file that is being written; returns false if the export was canceled.
    func advance(to fractionCompleted: Double) -> Bool {
        state.withLockAndNotify { state in
            state.isCreating = false
            state.isWriting = true
            state.fractionCompleted = fractionCompleted
            return !state.isCancelled
        }
    }

    /// Cancels the export, which then leaves no file.
    func cancel() {
        state.withLock { $0.isCancelled = true }
    }

    /// Cancels the export and removes what it has written, without waiting for tiles that are being read.
    ///
    /// Nothing is written afterwards, whether the process ends at once or not.
    func abandon() {
        state.withLock { $0.isCancelled = true }
        state.wait { state -> Void? in
            // A file that appears after this could not be removed.
            guard !state.isCreating || state.hasEnded else { return nil }
            if state.isWriting, !state.hasEnded { unlink(path + AtomicFile.partialSuffix) }
            return ()
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
