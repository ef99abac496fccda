internal import CLinux
internal import Dispatch
internal import Glibc
internal import Concurrency

/// Does many pieces of work on several threads.
struct Workers: Sendable {
    /// The most threads at a time, the calling one included.
    let count: Int

    /// Processors this process may run on.
    static var processorCount: Int {
        let allowed = Int(tk_allowed_processor_count())
        return max(1, allowed > 0 ? allowed : sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// Does `jobs` pieces of work, each once, in any order; returns when all are done.
    ///
    /// - Parameters:
    ///   - jobs: how many.
    ///   - state: makes what a worker keeps from one piece to the next.
    ///   - body: does the piece of a number.
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
