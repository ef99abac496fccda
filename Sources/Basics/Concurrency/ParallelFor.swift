/// The indices that are handed out, and the first of them that has failed.
private struct Progress<Failure: Error> {
    var next = 0
    var failure: (index: Int, error: Failure)?

    mutating func take(below count: Int) -> Int? {
        guard next < count, failure == nil else { return nil }
        defer { next += 1 }
        return next
    }
}

/// Runs `body` for every index below `count`, on several threads, and returns when all calls have returned.
///
/// Indices are handed out in ascending order, one at a time. The calling thread is one of the workers; with one worker, or
/// one index, no other thread is used.
///
/// - Parameters:
///   - count: the number of indices.
///   - workers: the most threads at a time.
///   - makeContext: makes the context that a worker keeps from one index to the next.
///   - body: does the work of one index.
/// - Throws: the error of the lowest index that failed; work for later indices may not have begun.
package func parallelFor<Context, Failure: Error>(
    _ count: Int, workers: Int, makeContext: @Sendable () -> Context,
    _ body: @Sendable (_ index: Int, _ context: Context) throws(Failure) -> Void
) throws(Failure) {
    guard min(workers, count) > 1 else {
        let context = makeContext()
        for index in 0..<count {
            try body(index, context)
        }
        return
    }
    let progress = Locked(Progress<Failure>())
    WorkThreads.perform(min(workers, count)) {
        let context = makeContext()
        while let index = progress.withLock({ $0.take(below: count) }) {
            do throws(Failure) {
                try body(index, context)
            } catch {
                progress.withLock { progress in
                    if progress.failure.map({ index < $0.index }) ?? true { progress.failure = (index, error) }
                }
            }
        }
    }
    if let failure = progress.withLock({ $0.failure }) { throw failure.error }
}
