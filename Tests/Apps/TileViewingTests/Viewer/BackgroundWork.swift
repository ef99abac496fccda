import Concurrency

/// Background work that is done only when the test runs it.
final class BackgroundWork: Sendable {
    private let work = Locked<[@Sendable () -> Void]>([])

    func add(_ work: @escaping @Sendable () -> Void) {
        self.work.withLock { $0.append(work) }
    }

    /// Does what was added last.
    func runLast() {
        work.withLock { $0.popLast() }?()
    }

    func runAll() {
        let all = work.withLock { work in
            defer { work = [] }
            return work
        }
        all.forEach { $0() }
    }
}
