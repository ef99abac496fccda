internal import Dispatch

/// Threads that do many small pieces of work, each with a tool of its own: a decoder and its memory.
///
/// Tools are made when they are needed and kept for later work, unless they have failed, so that there are never more than
/// threads.
package final class WorkerPool<WorkerContext>: @unchecked Sendable {
    // The guard behind `@unchecked Sendable`: tools are handed out under the lock, each to one thread at a time, and
    // `makeWorkerContext` is said to be for any thread.

    private struct State {
        var idle: [WorkerContext] = []
        /// The first piece that nobody has begun.
        var next = 0
        /// The failure of the first piece that has failed.
        var failure: (piece: Int, error: any Error)?
    }

    /// Threads that work at a time, the calling one included.
    package let size: Int

    private let makeWorkerContext: () throws -> WorkerContext
    private let state = Locked(State())

    /// The most threads, however many processors there are: each has a decoder in memory.
    package static var sizeLimit: Int { 16 }

    /// A team.
    ///
    /// - Parameters:
    ///   - size: the threads wanted; nil for one on each processor.
    ///   - makeWorkerContext: makes a tool, on any thread, several at a time.
    package init(size: Int?, makeWorkerContext: @escaping () throws -> WorkerContext) {
        self.size = max(1, min(size ?? Processors.count, Self.sizeLimit))
        self.makeWorkerContext = makeWorkerContext
    }

    /// Does a number of pieces of work, begun in their order, and returns when all are done.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - work: does one, by its number, on any thread; what it touches beside its tool belongs to its piece alone.
    /// - Throws: what the first piece has thrown that has failed, in their order and not in time; those after it may not
    ///   have been done.
    package func perform(_ count: Int, _ work: (WorkerContext, Int) throws -> Void) throws {
        state.withLock { ($0.next, $0.failure) = (0, nil) }
        // The guard is the promise above.
        nonisolated(unsafe) let work = work
        DispatchQueue.concurrentPerform(iterations: min(size, count)) { _ in
            var context: WorkerContext?
            while let piece = take(count) {
                do {
                    let own = try context ?? state.withLock { $0.idle.popLast() } ?? makeWorkerContext()
                    context = own
                    try work(own, piece)
                } catch {
                    // Decoders are in any state after a failure.
                    context = nil
                    state.withLock { state in
                        if state.failure.map({ piece < $0.piece }) ?? true { state.failure = (piece, error) }
                    }
                }
            }
            if let context {
                state.withLock { $0.idle.append(context) }
            }
        }
        if let failure = state.withLock({ $0.failure }) {
            throw failure.error
        }
    }

    private func take(_ count: Int) -> Int? {
        state.withLock { state in
            guard state.next < count, state.failure == nil else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }
}
