internal import Dispatch
internal import Glibc
internal import Concurrency

/// Turns signals that ask a process to end into an orderly stop; a second one ends it at once.
package final class SignalWatcher: Sendable {
    private struct State {
        package var received: Int32?
        var stop: (@Sendable () -> Void)?
        var sources: [any DispatchSourceSignal] = []
    }

    private let state = Locked(State())

    /// Begins to watch Ctrl-C, SIGTERM and a closed terminal, unless the parent process has them ignored (`nohup`).
    ///
    /// Broken pipes and file size limits are made to arrive as errors of the call that meets them.
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
        // Nothing to be put in order, or no more patience.
        guard let stop else { _exit(ExitStatus.interrupted(bySignal: number).rawValue) }
        stop()
    }

    /// The signal that has arrived, if one has.
    package var received: Int32? { state.withLock { $0.received } }

    /// From now on the first signal calls `stop`, on a queue of its own, instead of ending the process.
    ///
    /// For loops that end by themselves when they are told to; called at once if a signal has arrived already.
    package func onSignal(_ stop: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.stop = stop
            return state.received != nil
        }
        if isLate {
            stop()
        }
    }

    /// Runs `work` in a task that is cancelled by the first signal; outside of this a signal ends the process.
    package func cancelling<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws
        -> Result
    {
        // Under the lock: a signal that comes when the work has just begun has to wait until it can be stopped.
        let task = state.withLock { state in
            let task = Task { try await work() }
            state.stop = { task.cancel() }
            return task
        }
        defer { state.withLock { $0.stop = nil } }
        return try await task.value
    }
}
