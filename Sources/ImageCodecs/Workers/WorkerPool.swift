internal import CLinux
internal import Dispatch
internal import LockedState

/// Threads that do many small pieces of work, each with its own context: a decoder and its memory.
///
/// Contexts are created on demand and reused, unless they have failed; there are never more than threads.
final class WorkerPool<WorkerContext>: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: contexts are handed out under the lock, each to one thread at a time, and
    // `makeWorkerContext` may be called on any thread.

    private struct State {
        var idle: [WorkerContext] = []
        /// The first piece that has not been started.
        var next = 0
        /// The failure of the first failed piece.
        var failure: (piece: Int, error: any Error)?
    }

    /// The number of threads, including the calling one.
    let size: Int

    private let makeWorkerContext: () throws -> WorkerContext
    private let state = Locked(State())

    /// The maximum number of threads, because each has a decoder in memory.
    static var sizeLimit: Int { 16 }

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - size: the number of threads; nil for one per processor.
    ///   - makeWorkerContext: makes a context; called on any thread, also concurrently.
    init(size: Int?, makeWorkerContext: @escaping () throws -> WorkerContext) {
        self.size = max(1, min(size ?? Int(tk_allowed_processor_count()), Self.sizeLimit))
        self.makeWorkerContext = makeWorkerContext
    }

    /// Does `count` pieces of work, started in order, and returns when all are done.
    ///
    /// - Parameters:
    ///   - count: the number of pieces.
    ///   - work: does the piece with the given number, on any thread; besides its context it may touch only what
    ///     belongs to its piece.
    /// - Throws: the error of the first failed piece, in the order of pieces; later pieces may not have been done.
    func perform(_ count: Int, _ work: (WorkerContext, Int) throws -> Void) throws {
        state.withLock { ($0.next, $0.failure) = (0, nil) }
        // The guard is the requirement on `work` above.
        nonisolated(unsafe) let work = work
        DispatchQueue.concurrentPerform(iterations: min(size, count)) { _ in
            var context: WorkerContext?
            while let piece = take(count) {
                do {
                    let own = try context ?? state.withLock { $0.idle.popLast() } ?? makeWorkerContext()
                    context = own
                    try work(own, piece)
                } catch {
                    // After a failure the state of a decoder is undefined.
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
