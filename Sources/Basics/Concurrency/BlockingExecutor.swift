internal import Dispatch

/// Runs asynchronous work on threads that may block, unlike the threads of Swift's cooperative pool.
///
/// The pool has only as many threads as there are processors: work that blocks them keeps all other tasks waiting.
private final class BlockingExecutor: TaskExecutor {
    static let shared = BlockingExecutor()

    private let queue = DispatchQueue(label: "Concurrency.blocking", qos: .userInitiated, attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Runs asynchronous work that may block between its suspensions, on threads of its own.
package func withBlockingAllowed<Result: Sendable>(
    _ work: @Sendable () async throws -> Result
) async throws -> Result {
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try await work() }
}

/// Starts asynchronous work that may block between its suspensions, on threads of its own.
///
/// The work begins even if all threads of Swift's cooperative pool are blocked.
package func startBlockingTask(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task.detached(executorPreference: BlockingExecutor.shared) { await work() }
}

/// Runs asynchronous work and blocks the calling thread until it is done.
///
/// This is the bridge from synchronous code, such as a worker's, to asynchronous functions; ``runBlockingWork`` goes the other
/// way. The work does not need a thread of Swift's cooperative pool. So it ends even if the caller and others block all of
/// these threads. Do not call it on the main thread of an app with a user interface.
///
/// - Parameters:
///   - cancellation: cancels the task of the work; nil, the default, for nothing.
///   - work: the work.
/// - Returns: the result of the work.
/// - Throws: the error of the work.
package func waitForAsyncWork<Result: Sendable>(
    cancelledBy cancellation: Cancellation? = nil, _ work: @escaping @Sendable () async throws -> Result
) throws -> Result {
    let result = Locked<Swift.Result<Result, any Error>?>(nil)
    let task = Task.detached(executorPreference: BlockingExecutor.shared) {
        do {
            let value = try await work()
            result.withLockAndNotify { $0 = .success(value) }
        } catch {
            result.withLockAndNotify { $0 = .failure(error) }
        }
    }
    cancellation?.onCancel { task.cancel() }
    let outcome: Swift.Result<Result, any Error> = result.wait { $0 }
    return try outcome.get()
}
