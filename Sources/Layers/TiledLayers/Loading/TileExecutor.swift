/// Where a loader's workers run and its timers wait: Dispatch queues, or a script in tests and simulations.
public protocol TileExecutor: Sendable {
    /// Runs a worker soon, beside those that run already: picks its work, performs and finishes it, until there is no
    /// more.
    ///
    /// Time may pass between these steps: what is picked last is what is wanted most at that moment. A loader never has
    /// more workers at a time than its limits say.
    func run(_ worker: TileWorker)

    /// Runs an action once, `seconds` from now on the loader's clock.
    func run(after seconds: Double, _ action: @escaping @Sendable () -> Void)
}

/// A worker of a loader, as an executor runs it.
public struct TileWorker: Sendable {
    let loader: TileLoader

    /// The most wanted piece of work; nil when there is none, which ends the worker.
    public func pick() -> TileJob? { loader.pick() }

    /// Hands over what came of a piece of work.
    public func finish(_ job: TileJob, _ result: TileResult) {
        loader.finish(job, result)
    }

    /// Works until there is nothing left.
    public func runToEnd() {
        while let job = pick() {
            finish(job, job.perform())
        }
    }
}
