internal import Concurrency

/// Work away from the main thread that is done one piece after the other, in the order in which it was added.
final class OrderedWork: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isBusy = false
    }

    private let state = Locked(State())

    /// Adds a piece of work; a closure that runs work away from the main thread starts it.
    func add(
        _ inBackground: (@escaping @Sendable () -> Void) -> Void, _ work: @escaping @Sendable () -> Void
    ) {
        let isFirst = state.withLock { state in
            state.waiting.append(work)
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if isFirst { inBackground { self.run() } }
    }

    /// Whether a piece is being done, or waits.
    var isBusy: Bool { state.withLock(\.isBusy) }

    /// The number of pieces that have not begun.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits until everything is done.
    func wait() {
        state.wait { $0.isBusy ? nil : () }
    }

    private func run() {
        while let work = state.withLockAndNotify({ state -> (@Sendable () -> Void)? in
            guard !state.waiting.isEmpty else {
                state.isBusy = false
                return nil
            }
            return state.waiting.removeFirst()
        }) {
            work()
        }
    }
}
