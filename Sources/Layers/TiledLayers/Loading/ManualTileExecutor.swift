public import LayerTree
internal import Concurrency

/// Runs workers in the time of a manual clock, one step at a time, for tests and reproducible simulations.
///
/// Nothing happens until ``advance(by:)``, which runs everything due on the calling thread. A job is picked when a
/// worker is free, takes as long as `duration` says, and is performed and delivered at its end.
public final class ManualTileExecutor: TileExecutor {
    fileprivate struct Running {
        var end: Double
        var worker: TileWorker
        var job: TileJob
    }
    fileprivate struct Timer {
        var time: Double
        var action: @Sendable () -> Void
    }
    fileprivate struct State {
        var waiting: [TileWorker] = []
        /// In the order in which the jobs began, which decides between jobs with the same end.
        var running: [Running] = []
        var timers: [Timer] = []
    }
    fileprivate enum Step {
        case pick(TileWorker)
        case finish(Running)
        case timer(Timer)
    }

    private let clock: ManualClock
    private let duration: @Sendable (TileJob) -> Double
    private let state = Locked(State())

    /// Creates an executor.
    ///
    /// - Parameters:
    ///   - clock: the loader's clock.
    ///   - duration: the seconds that a job takes, infinity for one that hangs. The default is 0 for all jobs.
    public init(clock: ManualClock, duration: @escaping @Sendable (TileJob) -> Double = { _ in 0 }) {
        self.clock = clock
        self.duration = duration
    }

    /// Lets a worker pick its first job at the next call of ``advance(by:)``.
    public func run(_ worker: TileWorker) {
        state.withLock { $0.waiting.append(worker) }
    }

    /// Runs an action when the clock has advanced by this many seconds.
    public func run(after seconds: Double, _ action: @escaping @Sendable () -> Void) {
        let time = clock.now + seconds
        state.withLock { $0.timers.append(Timer(time: time, action: action)) }
    }

    /// Advances the clock and runs everything that is due until then; with 0, everything due now.
    public func advance(by seconds: Double = 0) {
        let end = clock.now + seconds
        while let (step, time) = state.withLock({ $0.next(until: end, now: clock.now) }) {
            clock.advance(by: max(0, time - clock.now))
            switch step {
            case .pick(let worker): pick(worker)
            case .timer(let timer): timer.action()
            case .finish(let running):
                running.worker.finish(running.job, running.job.perform())
                pick(running.worker)
            }
        }
        clock.advance(by: max(0, end - clock.now))
    }

    /// The jobs that workers are performing, in the order in which they began.
    public var jobsInFlight: [TileJob] { state.withLock { $0.running.map(\.job) } }

    private func pick(_ worker: TileWorker) {
        guard let job = worker.pick() else { return }
        let end = clock.now + duration(job)
        state.withLock { $0.running.append(Running(end: end, worker: worker, job: job)) }
    }
}

extension ManualTileExecutor.State {
    /// Removes and returns the next step and its time; nil if nothing is due up to `end`.
    fileprivate mutating func next(until end: Double, now: Double) -> (ManualTileExecutor.Step, Double)? {
        if !waiting.isEmpty { return (.pick(waiting.removeFirst()), now) }
        let finished = running.indices.min { running[$0].end < running[$1].end }
        let due = timers.indices.min { timers[$0].time < timers[$1].time }
        if let finished, running[finished].end <= end, due.map({ running[finished].end <= timers[$0].time }) ?? true {
            let next = running.remove(at: finished)
            return (.finish(next), next.end)
        }
        if let due, timers[due].time <= end {
            let next = timers.remove(at: due)
            return (.timer(next), next.time)
        }
        return nil
    }
}
