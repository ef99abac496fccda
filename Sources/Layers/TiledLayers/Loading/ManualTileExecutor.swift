public import LayerTree
internal import Concurrency

/// Runs workers in the time of a manual clock, one step after the other: for tests, and for simulations that can be
/// repeated.
///
/// Nothing happens before ``advance(by:)``, which does what falls into that time on the thread that calls it. A piece of
/// work is picked when a worker is free, takes as long as `duration` says, and is done and handed over at its end.
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
        /// In the order in which they were begun, so that of those that end together the first begun is first.
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

    /// An executor.
    ///
    /// - Parameters:
    ///   - clock: the loader's clock.
    ///   - duration: seconds that a piece of work takes, infinity for one that hangs; default 0 for all.
    public init(clock: ManualClock, duration: @escaping @Sendable (TileJob) -> Double = { _ in 0 }) {
        self.clock = clock
        self.duration = duration
    }

    /// Lets a worker pick its work at the next call of ``advance(by:)``.
    public func run(_ worker: TileWorker) {
        state.withLock { $0.waiting.append(worker) }
    }

    /// Does an action when the clock has been advanced so far.
    public func run(after seconds: Double, _ action: @escaping @Sendable () -> Void) {
        let time = clock.now + seconds
        state.withLock { $0.timers.append(Timer(time: time, action: action)) }
    }

    /// Lets time pass and does all that falls into it; with 0, all that can be done at this moment.
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

    /// The work that workers have in hand, in the order in which it was begun.
    public var jobsInFlight: [TileJob] { state.withLock { $0.running.map(\.job) } }

    private func pick(_ worker: TileWorker) {
        guard let job = worker.pick() else { return }
        let end = clock.now + duration(job)
        state.withLock { $0.running.append(Running(end: end, worker: worker, job: job)) }
    }
}

extension ManualTileExecutor.State {
    /// The next thing to do and when; nil when there is nothing before `end`.
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
