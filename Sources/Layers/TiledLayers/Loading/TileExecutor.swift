internal import Concurrency
public import Dispatch

/// Runs a loader's workers and timers: on Dispatch queues, or step by step in tests and simulations.
public protocol TileExecutor: Sendable {
    /// Runs a worker soon, concurrently with the others; it picks, performs and finishes jobs until there are none.
    ///
    /// Time may pass between the steps: each job is chosen by the demand at the time of the pick. A loader never has more
    /// workers at once than its ``TileLoaderConcurrency`` allows.
    func run(_ worker: TileWorker)

    /// Runs an action once, `seconds` from now on the loader's clock.
    func run(after seconds: Double, _ action: @escaping @Sendable () -> Void)
}

/// A worker of a loader, run by an executor.
public struct TileWorker: Sendable {
    let loader: TileLoader

    /// Returns the most urgent job; nil, which ends the worker, if there is none.
    ///
    /// It also begins the reads of sources that read without a worker; these are not jobs.
    public func pick() -> TileJob? {
        while let job = loader.change({ $0.pick(now: $1) }) {
            guard let source = job.asynchronousSource else { return job }
            loader.beginReading(job, from: source)
        }
        return nil
    }

    /// Delivers the result of a job to the loader.
    public func finish(_ job: TileJob, _ result: TileResult) {
        loader.change { $0.finish(job, result, now: $1) }
    }

    /// Performs jobs until there are none.
    public func runToEnd() {
        while let job = pick() {
            finish(job, job.perform())
        }
    }
}

/// Runs workers on Dispatch queues.
///
/// Each running worker has its own serial queue. A serial queue gets a thread at once, even if many others are blocked. A
/// concurrent queue on Linux starts with one thread per processor and adds one per second. On 2 processors, 16 reads of 0.1 s
/// take 0.10 s on serial queues and 0.61 s on a concurrent queue.
public final class DispatchTileExecutor: TileExecutor {
    private struct State {
        var idle: [DispatchQueue] = []
        var queues = 0
    }
    private let state = Locked(State())
    /// The priority of the queues.
    public let qualityOfService: DispatchQoS

    /// Creates an executor.
    ///
    /// - Parameter qualityOfService: the priority of the queues. The default is `DispatchQoS.utility`, below all
    ///   work that a user waits for.
    public init(qualityOfService: DispatchQoS = .utility) {
        self.qualityOfService = qualityOfService
    }

    /// Runs a worker on a queue that no other worker uses.
    public func run(_ worker: TileWorker) {
        let queue = state.withLock { state in
            if let queue = state.idle.popLast() { return queue }
            state.queues += 1
            return DispatchQueue(label: "TiledLayers.load.\(state.queues)", qos: qualityOfService)
        }
        queue.async { [self] in
            worker.runToEnd()
            state.withLock { $0.idle.append(queue) }
        }
    }

    /// Runs an action once after a delay in seconds.
    public func run(after seconds: Double, _ action: @escaping @Sendable () -> Void) {
        DispatchQueue.global(qos: qualityOfService.qosClass).asyncAfter(deadline: .now() + seconds, execute: action)
    }
}
