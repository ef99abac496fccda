/// Threads that do many small pieces of work, each with a context of its own: a decoder and its memory.
///
/// Contexts are made when they are needed and kept for later work, as in a ``ContextPool``.
package final class WorkerPool<WorkerContext>: Sendable {
    /// Threads that work at a time, the calling one included.
    package let size: Int

    private let contexts: ContextPool<WorkerContext>

    /// The most threads, however many processors there are: each has a decoder in memory.
    private static var sizeLimit: Int { 16 }

    /// Creates a pool without threads or contexts.
    ///
    /// - Parameters:
    ///   - size: the threads wanted; nil for one on each processor.
    ///   - makeWorkerContext: makes a context, on any thread, several at a time.
    package init(size: Int?, makeWorkerContext: @escaping () throws -> WorkerContext) {
        self.size = max(1, min(size ?? Processors.count, Self.sizeLimit))
        // The closure is promised to be for any thread.
        nonisolated(unsafe) let makeWorkerContext = makeWorkerContext
        contexts = ContextPool { try makeWorkerContext() }
    }

    /// Does a number of pieces of work, begun in their order, and returns when all are done.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - work: does one, by its number, on any thread; what it touches beside its context belongs to its piece alone.
    /// - Throws: what the first piece has thrown that has failed, in their order and not in time; those after it may not
    ///   have been done.
    package func perform(_ count: Int, _ work: (WorkerContext, Int) throws -> Void) throws {
        nonisolated(unsafe) let work = work
        try parallelFor(count, workers: size, makeContext: {}) { piece, _ in
            try contexts.withContext { try work($0, piece) }
        }
    }
}
