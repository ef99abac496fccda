internal import Dispatch
internal import LockedState

/// A bounded queue of items that several threads work on in parallel, in no particular order.
///
/// The thread that adds items is one of the workers: it works itself while more than ``limit`` items wait, so that it
/// cannot run ahead, and with one thread does everything. Worker blocks end when no item waits; they never block.
final class BoundedWorkQueue<Item: Sendable, WorkerContext>: Sendable {
    private struct State {
        var waiting: [Item] = []
        /// The index in `waiting` of the first item that has not been taken.
        var head = 0
        var workers = 0
        var idleContexts: [WorkerContext] = []
        var failure: (any Error)?

        var count: Int { waiting.count - head }

        mutating func take() -> Item? {
            guard failure == nil, head < waiting.count else { return nil }
            defer {
                head += 1
                if head == waiting.count {
                    waiting.removeAll(keepingCapacity: true)
                    head = 0
                }
            }
            return waiting[head]
        }
    }

    /// The most items that wait.
    let limit: Int
    private let workerLimit: Int
    private let makeWorkerContext: @Sendable () -> WorkerContext
    private let work: @Sendable (Item, WorkerContext) throws -> Void
    private let queue = DispatchQueue(label: "PyramidTools.work", attributes: .concurrent)
    private let state = Locked(State())

    /// The items that wait per thread.
    private static var waitingPerThread: Int { 16 }

    /// Creates a queue with `threads` workers, including the calling thread.
    ///
    /// - Parameters:
    ///   - threads: the number of threads, at least 1.
    ///   - makeWorkerContext: creates what one thread needs for itself, such as a decoder; called at most once per
    ///     thread unless work fails.
    ///   - work: called for each item, by several threads at once; the first error that it throws ends all work.
    init(
        threads: Int, makeWorkerContext: @escaping @Sendable () -> WorkerContext,
        work: @escaping @Sendable (Item, WorkerContext) throws -> Void
    ) {
        limit = threads * Self.waitingPerThread
        workerLimit = threads - 1
        self.makeWorkerContext = makeWorkerContext
        self.work = work
    }

    /// Adds an item; works on waiting items while there are too many.
    ///
    /// - Throws: The first error of any worker, after which no further item is worked on.
    func add(_ item: Item) throws {
        let starts = try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.waiting.append(item)
            guard state.workers < workerLimit else { return false }
            state.workers += 1
            return true
        }
        if starts {
            queue.async { self.runWorker() }
        }
        while let item = state.withLock({ $0.count > limit ? $0.take() : nil }) {
            perform(item)
        }
    }

    /// Works until no item is left, and returns when all workers have ended.
    ///
    /// - Throws: The first error of any worker.
    func finish() throws {
        while let item = state.withLock({ $0.take() }) {
            perform(item)
        }
        let failure: Result<Void, any Error> = state.wait { state in
            guard state.workers == 0 else { return nil }
            return state.failure.map { .failure($0) } ?? .success(())
        }
        try failure.get()
    }

    /// Ends all work; safe to call from any thread; only the first error counts.
    func fail(_ error: any Error) {
        state.withLock { $0.failure = $0.failure ?? error }
    }

    private func runWorker() {
        while let item = state.withLock({ $0.take() }) {
            perform(item)
        }
        state.withLockAndNotify { $0.workers -= 1 }
    }

    private func perform(_ item: Item) {
        let context = state.withLock { $0.idleContexts.popLast() } ?? makeWorkerContext()
        do {
            try work(item, context)
            state.withLock { $0.idleContexts.append(context) }
        } catch {
            fail(error)
        }
    }
}
