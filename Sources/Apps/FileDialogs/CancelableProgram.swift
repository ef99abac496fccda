internal import Concurrency
internal import Glibc

/// The programs of a task, one at a time, which another thread can end.
final class CancelableProgram: Sendable {
    /// The state behind the lock.
    private struct State {
        var isCanceled = false
        /// The process of the program; nil while none runs.
        var process: pid_t?
    }

    private let state = Locked(State())
    private let signal: Int32

    /// Creates a task that runs no program yet.
    ///
    /// - Parameter signal: the signal by which ``cancel()`` ends the program.
    init(endedBy signal: Int32) {
        self.signal = signal
    }

    /// Whether the task was canceled: then no program is started any more.
    var isCanceled: Bool { state.withLock(\.isCanceled) }

    /// Starts a program like ``ChildProcess``; nil if it cannot be started, or the task was canceled.
    ///
    /// Pass it to ``finish(_:by:)`` before the next one is started.
    func start(_ words: [String], input: String = "/dev/null", discardsOutput: Bool = false) -> ChildProcess? {
        var started: ChildProcess?
        state.withLock { state in
            // A program that ran before its number is known could not be ended by `cancel()`, after which this process may
            // exit.
            guard !state.isCanceled, let child = ChildProcess(words, input: input, discardsOutput: discardsOutput)
            else { return }
            state.process = child.identifier
            started = consume child
        }
        return started.take()
    }

    /// Waits until a program has ended.
    ///
    /// - Parameters:
    ///   - child: the program.
    ///   - deadline: the time on the monotonic clock at which it is killed, in seconds; nil for never, by default.
    /// - Returns: the exit status; nil if a signal ended it.
    func finish(_ child: borrowing ChildProcess, by deadline: Double? = nil) -> Int32? {
        if let deadline { child.waitUntilExited(by: deadline) } else { child.waitUntilExited() }
        // Once it is reaped, its number may be that of another process.
        state.withLock { $0.process = nil }
        return child.reap()
    }

    /// Ends the program that runs, and starts none any more.
    func cancel() {
        state.withLock { state in
            state.isCanceled = true
            if let process = state.process { kill(process, signal) }
        }
    }
}
