internal import Dispatch
internal import Glibc
internal import Concurrency

/// Turns the first signal that asks the process to end into an orderly stop; a second one ends the process at once.
///
/// A signal that follows within ``repetitionTime`` is the same one: `timeout` sends each to the process and to its group.
/// Where a library works and cannot be stopped, the process ends without it, ``timeLimit`` after the signal.
package final class SignalWatcher: Sendable {
    private struct State {
        package var received: Int32?
        /// The time at which the first signal arrived.
        var start: DispatchTime?
        var stop: (@Sendable () -> Void)?
        var abandon: (@Sendable () -> Void)?
        var message: String?
        var sources: [any DispatchSourceSignal] = []
    }

    private let state = Locked(State())
    /// The status with which a signal ends the process where the work does not end it.
    private let exitStatus: @Sendable (Int32) -> ExitStatus

    /// The seconds that an orderly stop may take; a person who presses Ctrl-C waits for no longer.
    package static let timeLimit = 0.9
    /// The seconds after the first signal in which another one counts as the same.
    package static let repetitionTime = 0.1
    /// The seconds of it after which the work is abandoned, if it has not ended.
    private static let patience = 0.6

    /// Starts to watch SIGINT, SIGTERM and SIGHUP, except those that the parent process ignores (`nohup`).
    ///
    /// SIGPIPE and SIGXFSZ are ignored, so that the failing call returns an error instead.
    ///
    /// - Parameter exitStatus: the status with which a signal ends the process where no work is running, where the work does not
    ///   stop in time, and after a second signal; by default ``ExitStatus/interrupted(bySignal:)``.
    package init(exitStatus: @escaping @Sendable (Int32) -> ExitStatus = { .interrupted(bySignal: $0) }) {
        self.exitStatus = exitStatus
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
        let now = DispatchTime.now()
        let (stop, isRepeated): ((@Sendable () -> Void)?, Bool) = state.withLock { state in
            defer { state.received = number }
            guard let start = state.start else {
                state.start = now
                return (state.stop, false)
            }
            return (nil, state.stop != nil && now < start + Self.repetitionTime)
        }
        if isRepeated { return }
        // Either no work is running, or this is the second signal.
        guard let stop else { _exit(exitStatus(number).rawValue) }
        let queue = DispatchQueue.global()
        queue.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
            self?.state.withLock { $0.stop == nil ? nil : $0.abandon }?()
        }
        queue.asyncAfter(deadline: .now() + Self.timeLimit) { [weak self] in
            guard let self, let message = state.withLock({ $0.stop == nil ? nil : .some($0.message) }) else { return }
            if let message { Console.message(Console.advised(message)) }
            _exit(exitStatus(number).rawValue)
        }
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

    /// Sets what is done when work does not stop in time, before the process ends.
    ///
    /// - Parameters:
    ///   - message: the line about the interruption; nil if nothing is said.
    ///   - abandon: leaves the work in a state that can be resumed; called on another thread than the one that works.
    package func onTimeout(_ message: String?, _ abandon: @escaping @Sendable () -> Void) {
        state.withLock {
            $0.message = message
            $0.abandon = abandon
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
        defer {
            state.withLock { state in
                state.stop = nil
                state.abandon = nil
                state.message = nil
            }
        }
        return try await task.value
    }
}
