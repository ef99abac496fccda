internal import Dispatch

/// Runs `body` for every index below `count`, on several threads, and returns when all calls have returned.
///
/// Indices are handed out in ascending order, one at a time. The calling thread is one of the workers; with one worker, or
/// one index, no other thread is used.
///
/// - Parameters:
///   - count: the number of indices.
///   - workers: the most threads at a time.
///   - makeContext: makes what a worker keeps from one index to the next.
///   - body: does the work of one index.
package func parallelFor<Context>(
    _ count: Int, workers: Int, makeContext: @Sendable () -> Context,
    _ body: @Sendable (_ index: Int, _ context: Context) -> Void
) {
    guard min(workers, count) > 1 else {
        let context = makeContext()
        for index in 0..<count {
            body(index, context)
        }
        return
    }
    let next = Locked(0)
    DispatchQueue.concurrentPerform(iterations: min(workers, count)) { _ in
        let context = makeContext()
        while true {
            let index = next.withLock { next in
                defer { next += 1 }
                return next
            }
            guard index < count else { return }
            body(index, context)
        }
    }
}
