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
