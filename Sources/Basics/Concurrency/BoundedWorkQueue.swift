internal import Dispatch

/// A queue of items for several threads, which all do the same work with them, in no particular order.
///
/// One thread adds the items, and is also one of the workers. It works itself while more than ``limit`` items wait
/// (``add(_:)``), or while it waits for resources that the work releases (``help(until:)``). This is backpressure by helping:
/// the thread never runs ahead, and with one thread it does everything. Worker blocks end when no item waits, so that none ever
/// sleeps.
package final class BoundedWorkQueue<Item: Sendable, Context>: Sendable {
    private struct State {
        var waiting: [Item] = []
        /// The position in `waiting` of the first item that has not been taken.
        var head = 0
        var workers = 0
        /// The number of items whose work has ended.
        var finishedItems = 0
        var failure: (any Error)?

        var count: Int { waiting.count - head }

        mutating func take() -> Item? {
            guard failure == nil, head < waiting.count else { return nil }
            defer {
                head += 1
                // Taken items are removed at half the length, so that a queue that is never empty does not grow.
                if head * 2 >= waiting.count {
                    waiting.removeFirst(head)
                    head = 0
                }
            }
            return waiting[head]
        }

        /// Takes an item for a worker, which ends if there is none.
        mutating func takeOrEndWorker() -> Item? {
            let item = take()
            workers -= item == nil ? 1 : 0
            return item
        }

        func checkForFailure() throws {
            if let failure { throw failure }
        }
    }

    /// The most items that wait before ``add(_:)`` works on some itself.
    package let limit: Int
    private let workerLimit: Int
    private let contexts: ContextPool<Context>
    private let work: @Sendable (Item, Context) throws -> Void
    private let queue = DispatchQueue(label: "TileKit.work", attributes: .concurrent)
    private let state = Locked(State())
    private let adderTimes = Locked(AdderTimes())

    /// Items that wait for each thread.
    private static var waitingPerThread: Int { 16 }

    /// Creates a queue whose items are worked on by `threads` threads, including the one that adds them.
    ///
    /// - Parameters:
    ///   - threads: at least 1.
    ///   - limit: the most items that wait; the default is 16 for each thread. Pass `Int.max` where the memory of the
    ///     items is limited instead, and acquired with ``help(until:)``.
    ///   - makeWorkerContext: makes the objects that a thread needs for itself, such as a decoder; called at most once for each
    ///     thread, unless the work fails.
    ///   - work: called with each item, by several threads at once; the first error that it throws ends all work.
    package init(
        threads: Int, limit: Int? = nil, makeWorkerContext: @escaping @Sendable () throws -> Context,
        work: @escaping @Sendable (Item, Context) throws -> Void
    ) {
        self.limit = limit ?? threads * Self.waitingPerThread
        workerLimit = threads - 1
        contexts = ContextPool(makeWorkerContext)
        self.work = work
    }

    // MARK: The thread that adds items

    /// Adds an item; works on others first while too many wait.
    ///
    /// - Throws: The first error of any worker; nothing more is done after it.
    package func add(_ item: Item) throws {
        try add([item])
    }

    /// Adds items; works on some of them while too many wait.
    ///
    /// - Throws: The first error of any worker; nothing more is done after it.
    package func add(_ items: [Item]) throws {
        let started = try state.withLock { state in
            try state.checkForFailure()
            state.waiting += items
            let started = max(0, min(workerLimit - state.workers, state.count))
            state.workers += started
            return started
        }
        for _ in 0..<started {
            queue.async { self.runWorker() }
        }
        while let item = state.withLock({ $0.count > limit ? $0.take() : nil }) {
            help(item)
        }
    }

    /// Works on waiting items until `condition` returns a value; sleeps while none waits.
    ///
    /// - Parameter condition: called before the first item and after each one, on the calling thread; it must return a value at
    ///   the latest when all items are done.
    /// - Returns: The value of `condition`.
    /// - Throws: The first error of any worker, or the error of `condition`.
    package func help<Result>(until condition: () throws -> Result?) throws -> Result {
        while true {
            // Counted first, so that an item that ends during `condition` is not slept through.
            let finished = try finishedItems()
            if let result = try condition() { return result }
            let isWorking = takeTurn(since: finished)
            precondition(isWorking, "the condition is fulfilled when all items are done")
        }
    }

    /// Works on one waiting item, or sleeps until another thread has finished one; returns at once if all are done.
    ///
    /// - Throws: The first error of any worker.
    package func awaitProgress() throws {
        _ = takeTurn(since: try finishedItems())
        try checkForFailure()
    }

    /// Throws the error that has ended all work, if there is one.
    package func checkForFailure() throws {
        try state.withLock { try $0.checkForFailure() }
    }

    /// Works until no item is left, and returns when all threads have ended.
    ///
    /// - Throws: The first error of any worker; items that still waited are dropped.
    package func finish() throws {
        while let item = state.withLock({ $0.take() }) {
            help(item)
        }
        measuringWait(\.lastItems) { state.wait { $0.workers == 0 ? () : nil } }
        try state.withLock { state in
            state.waiting = []
            state.head = 0
            try state.checkForFailure()
        }
    }

    // MARK: Any thread

    /// Ends all work, from any thread; only the first error counts.
    package func fail(_ error: any Error) {
        state.withLockAndNotify { $0.failure = $0.failure ?? error }
    }

    // MARK: Workers

    /// The next step of a thread that waits for progress.
    private enum Turn {
        case work(Item)
        case progress
        case idle
    }

    /// Works on one item, or sleeps until more than `finished` items are done.
    ///
    /// - Returns: `false` if nothing is being worked on.
    private func takeTurn(since finished: Int) -> Bool {
        let turn: Turn = measuringWait(\.progress) {
            state.wait { state in
                if state.failure != nil || state.finishedItems > finished { return .progress }
                if let item = state.take() { return .work(item) }
                return state.workers == 0 ? .idle : nil
            }
        }
        switch turn {
        case .work(let item): help(item)
        case .progress: break
        case .idle: return false
        }
        return true
    }

    private func finishedItems() throws -> Int {
        try state.withLock { state in
            try state.checkForFailure()
            return state.finishedItems
        }
    }

    private func runWorker() {
        while let item = state.withLock({ $0.takeOrEndWorker() }) {
            perform(item)
        }
        state.notify()
    }

    private func perform(_ item: Item) {
        do {
            try contexts.withContext { try work(item, $0) }
        } catch {
            fail(error)
        }
        state.withLockAndNotify { $0.finishedItems += 1 }
    }
}

// MARK: Times

/// The times of the thread that adds items, without the time of adding.
package struct AdderTimes: Hashable, Sendable {
    /// The processor time that the thread has spent on items itself, in seconds.
    package var helping = 0.0
    /// The seconds that the thread has slept until another thread finished an item.
    package var progress = 0.0
    /// The seconds that the thread has slept until the last items were finished.
    package var lastItems = 0.0
}

extension BoundedWorkQueue {
    /// The times of the thread that adds items, so far.
    package var times: AdderTimes { adderTimes.withLock { $0 } }

    /// Works on an item in the thread that adds items.
    private func help(_ item: Item) {
        let start = ThreadClock.now
        perform(item)
        let time = ThreadClock.now - start
        adderTimes.withLock { $0.helping += time }
    }

    private func measuringWait<Result>(_ cause: WritableKeyPath<AdderTimes, Double>, _ wait: () -> Result) -> Result {
        let start = ContinuousClock.now
        let result = wait()
        let time = (ContinuousClock.now - start) / .seconds(1)
        adderTimes.withLock { $0[keyPath: cause] += time }
        return result
    }
}
