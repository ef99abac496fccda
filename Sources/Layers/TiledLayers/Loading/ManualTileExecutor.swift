public import LayerTree
internal import Concurrency

/// Runs workers on a manual clock, one step at a time, for tests and reproducible simulations.
///
/// All work waits for ``advance(by:)``, which runs the due work on the calling thread. A free worker picks a job; the job takes
/// `duration` seconds, and is performed and delivered at its end.
public final class ManualTileExecutor: TileExecutor {
    /// The end of a job, or a timer without one.
    private struct Step {
        var time: Double
        var job: TileJob?
        var action: @Sendable () -> Void
    }
    private struct State {
        var waiting: [TileWorker] = []
        /// The steps, in the order of their beginning.
        var steps: [Step] = []

        /// Removes and returns the next step; nil if nothing is due up to `end`.
        ///
        /// Of steps at the same time, jobs come before timers, and earlier starts before later ones.
        mutating func nextStep(until end: Double) -> Step? {
            let next = steps.indices.min {
                (steps[$0].time, steps[$0].job == nil ? 1 : 0) < (steps[$1].time, steps[$1].job == nil ? 1 : 0)
            }
            return next.flatMap { steps[$0].time <= end ? steps.remove(at: $0) : nil }
        }
    }

    private let clock: ManualClock
    private let duration: @Sendable (TileJob) -> Double
    private let state = Locked(State())

    /// Creates an executor on the loader's clock.
    ///
    /// `duration` returns the seconds that a job takes, infinity for a job that hangs. The default is 0 for all jobs.
    public init(clock: ManualClock, duration: @escaping @Sendable (TileJob) -> Double = { _ in 0 }) {
        self.clock = clock
        self.duration = duration
    }

    /// Lets a worker pick its first job at the next call of ``advance(by:)``.
    public func run(_ worker: TileWorker) {
        state.withLock { $0.waiting.append(worker) }
    }

    /// Runs an action when the clock has advanced by a number of seconds.
    public func run(after seconds: Double, _ action: @escaping @Sendable () -> Void) {
        let time = clock.now + seconds
        state.withLock { $0.steps.append(Step(time: time, action: action)) }
    }

    /// Advances the clock and runs the work that is due until then; with 0, the work that is due now.
    public func advance(by seconds: Double = 0) {
        let end = clock.now + seconds
        pickWaiting()
        while let step = state.withLock({ $0.nextStep(until: end) }) {
            clock.advance(by: max(0, step.time - clock.now))
            step.action()
            pickWaiting()
        }
        clock.advance(by: max(0, end - clock.now))
    }

    /// The jobs that workers are performing, in the order of their start.
    public var jobsInFlight: [TileJob] { state.withLock { $0.steps.compactMap(\.job) } }

    private func pick(_ worker: TileWorker) {
        guard let job = worker.pick() else { return }
        let end = clock.now + duration(job)
        let step = Step(time: end, job: job) { [self] in
            worker.finish(job, job.perform())
            pick(worker)
        }
        state.withLock { $0.steps.append(step) }
    }

    private func pickWaiting() {
        while let worker = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) {
            pick(worker)
        }
    }
}
