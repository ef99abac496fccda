internal import Dispatch
internal import Glibc
internal import Concurrency

/// Turns the first signal that asks the process to end into an orderly stop; a second one ends the process at once.
package final class SignalWatcher: Sendable {
    private struct State {
        package var received: Int32?
        var stop: (@Sendable () -> Void)?
        var sources: [any DispatchSourceSignal] = []
    }

    private let state = Locked(State())

    /// Starts to watch SIGINT, SIGTERM and SIGHUP, except those that the parent process ignores (`nohup`).
    ///
    /// SIGPIPE and SIGXFSZ are ignored, so that the failing call returns an error instead.
    package init() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let queue = DispatchQueue(label: "ToolSupport.signals")
        let sources: [any DispatchSourceSignal] = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
            var current = sigaction()
            sigaction(number, nil, &current)
            let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
            guard unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) != ignored else { return nil }
            return DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        for source in sources {
            let number = Int32(source.handle)
            source.setEventHandler { [weak self] in self?.receive(number) }
            source.resume()
        }
        state.withLock { $0.sources = sources }
    }

    deinit {
        state.withLock { state in
            for source in state.sources {
                source.cancel()
            }
        }
    }

    private func receive(_ number: Int32) {
        let stop: (@Sendable () -> Void)? = state.withLock { state in
            defer { state.received = number }
            return state.received == nil ? state.stop : nil
        }
        // Either no work is running, or this is the second signal.
        guard let stop else { _exit(ExitStatus.interrupted(bySignal: number).rawValue) }
        stop()
    }

    /// The last signal received; nil if none has arrived.
    package var received: Int32? { state.withLock { $0.received } }

    /// Sets the action of the first signal, which then no longer ends the process.
    ///
    /// `stop` is called on a private queue, or at once by the caller if a signal has already arrived.
    package func onSignal(_ stop: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.stop = stop
            return state.received != nil
        }
        if isLate {
            stop()
        }
    }

    /// Runs `work` in a task that the first signal cancels; before and after it a signal ends the process.
    package func cancelling<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws
        -> Result
    {
        // Under the lock, so that a signal that arrives now waits until the task can be cancelled.
        let task = state.withLock { state in
            let task = Task { try await work() }
            state.stop = { task.cancel() }
            return task
        }
        defer { state.withLock { $0.stop = nil } }
        return try await task.value
    }
}
