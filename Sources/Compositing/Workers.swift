internal import CLinux
internal import Dispatch
internal import Glibc
internal import LockedState

/// Runs jobs on several threads.
struct Workers: Sendable {
    /// The largest number of threads, including the calling one.
    let count: Int

    /// The number of processors that the process may use.
    static var processorCount: Int {
        let allowed = Int(tk_allowed_processor_count())
        return max(1, allowed > 0 ? allowed : sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// Runs jobs, each once and in any order, and returns when all are done.
    ///
    /// - Parameters:
    ///   - jobs: the number of jobs.
    ///   - state: creates the state that a worker reuses for all of its jobs.
    ///   - body: runs the job with a number.
    func perform<State>(
        _ jobs: Int, state: @Sendable () -> State, _ body: @Sendable (_ job: Int, _ state: State) -> Void
    ) {
        guard min(count, jobs) > 1 else {
            let own = state()
            for job in 0..<jobs {
                body(job, own)
            }
            return
        }
        let next = Locked(0)
        DispatchQueue.concurrentPerform(iterations: min(count, jobs)) { _ in
            let own = state()
            while true {
                let job = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard job < jobs else { return }
                body(job, own)
            }
        }
    }
}
