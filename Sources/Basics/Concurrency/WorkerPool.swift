/// A pool of threads for many small pieces of work, each with its own context: a decoder and its memory.
///
/// Contexts are made when they are needed and kept for later work, as in a ``ContextPool``.
package final class WorkerPool<WorkerContext>: Sendable {
    /// The number of threads that work at a time, including the calling one.
    package let size: Int

    private let contexts: ContextPool<WorkerContext>

    /// The most threads, however many processors there are: each has a decoder in memory.
    private static var sizeLimit: Int { 16 }

    /// Creates a pool without threads or contexts.
    ///
    /// - Parameters:
    ///   - size: the number of threads; nil for one on each processor.
    ///   - makeWorkerContext: makes a context, on any thread, several at a time.
    package init(size: Int?, makeWorkerContext: @escaping () throws -> WorkerContext) {
        self.size = max(1, min(size ?? Processors.count, Self.sizeLimit))
        // The closure is promised to be for any thread.
        nonisolated(unsafe) let makeWorkerContext = makeWorkerContext
        contexts = ContextPool { try makeWorkerContext() }
    }

    /// Does a number of pieces of work, starts them in their order, and returns when all are done.
    ///
    /// - Parameters:
    ///   - count: the number of pieces.
    ///   - work: does the piece with a number, on any thread; apart from its context, it may only touch data of this piece.
    /// - Throws: the error of the first failed piece, in the order of numbers and not of time; later pieces may not have been
    ///   done.
    package func perform(_ count: Int, _ work: (WorkerContext, Int) throws -> Void) throws {
        nonisolated(unsafe) let work = work
        try parallelFor(count, workers: size, makeContext: {}) { piece, _ in
            try contexts.withContext { try work($0, piece) }
        }
    }
}
