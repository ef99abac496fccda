internal import Dispatch

/// Items on their way to several threads that do the same with each, in no certain order.
///
/// The thread that adds items is one of the workers: it works itself while ``limit`` items wait, so that it can never
/// run ahead, and one thread alone does everything. Worker blocks end when nothing waits, so none ever blocks.
package final class BoundedWorkQueue<Item: Sendable, WorkerContext>: Sendable {
    private struct State {
        var waiting: [Item] = []
        /// The place of the first item of `waiting` that has not been taken.
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
    package let limit: Int
    private let workerLimit: Int
    private let makeWorkerContext: @Sendable () -> WorkerContext
    private let work: @Sendable (Item, WorkerContext) throws -> Void
    private let queue = DispatchQueue(label: "TileKit.work", attributes: .concurrent)
    private let state = Locked(State())

    /// Items that wait for each thread.
    private static var waitingPerThread: Int { 16 }

    /// Workers on `threads` threads, the calling one included.
    ///
    /// - Parameters:
    ///   - threads: at least 1.
    ///   - makeWorkerContext: makes what a thread needs for itself, such as a decoder; as many times as there are threads.
    ///   - work: done with each item, by several threads at once; the first error it throws ends all work.
    package init(
        threads: Int, makeWorkerContext: @escaping @Sendable () -> WorkerContext,
        work: @escaping @Sendable (Item, WorkerContext) throws -> Void
    ) {
        limit = threads * Self.waitingPerThread
        workerLimit = threads - 1
        self.makeWorkerContext = makeWorkerContext
        self.work = work
    }

    /// Adds an item; works on another one first while too many wait.
    ///
    /// - Throws: the first error of any worker, after which nothing more is done.
    package func add(_ item: Item) throws {
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

    /// Works until nothing is left, and returns when all threads have ended.
    ///
    /// - Throws: the first error of any worker.
    package func finish() throws {
        while let item = state.withLock({ $0.take() }) {
            perform(item)
        }
        let failure: Result<Void, any Error> = state.wait { state in
            guard state.workers == 0 else { return nil }
            return state.failure.map { .failure($0) } ?? .success(())
        }
        try failure.get()
    }

    /// Ends all work, from any thread; the first error is the one that counts.
    package func fail(_ error: any Error) {
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
