internal import Concurrency

/// Runs the work of requests within limits, on threads that may block.
///
/// Requests with equal keys share one piece of work; it is cancelled when nobody waits for it any longer. Safe to use from any
/// thread.
final class Admission: Sendable {
    /// Called with the answer, once, on any thread.
    typealias Completion = @Sendable (Result<ServerAnswer, any Error>) -> Void

    /// A request that waits for work.
    struct Ticket: Hashable, Sendable {
        fileprivate var job: Int
        fileprivate var number: Int
    }

    private struct Job {
        var entry: AdmissionQueue.Entry
        var work: AnswerWork
        var cancellation = Cancellation()
        var waiters: [Int: Completion] = [:]
    }

    private struct State {
        var queue: AdmissionQueue
        var jobs: [Int: Job] = [:]
        /// The jobs by the keys of their work, unless they have been cancelled.
        var keys: [String: Int] = [:]
        var nextNumber = 0
        var isClosed = false

        mutating func number() -> Int {
            nextNumber += 1
            return nextNumber
        }

        /// Takes all work that can start.
        mutating func start() -> [Job] {
            var started: [Job] = []
            while let entry = queue.startNext() {
                if let job = jobs[entry.id] { started.append(job) }
            }
            return started
        }

        mutating func remove(_ job: Job) {
            jobs[job.entry.id] = nil
            if let key = job.work.key, keys[key] == job.entry.id { keys[key] = nil }
        }

        mutating func add(_ work: AnswerWork, _ completion: @escaping Completion) throws(RequestError) -> Ticket {
            guard !isClosed else { throw RequestError(503, "the server is stopping; try again in a moment.") }
            let number = number()
            if let key = work.key, let id = keys[key] {
                jobs[id]?.waiters[number] = completion
                return Ticket(job: id, number: number)
            }
            let entry = AdmissionQueue.Entry(id: number, lane: work.lane, memory: work.memory)
            try queue.add(entry)
            jobs[number] = Job(entry: entry, work: work, waiters: [number: completion])
            if let key = work.key { keys[key] = number }
            return Ticket(job: number, number: number)
        }
    }

    private let state: Locked<State>

    /// Creates lanes without work.
    init(limits: AdmissionLimits) {
        state = Locked(State(queue: AdmissionQueue(limits: limits)))
    }

    /// Adds work.
    ///
    /// - Parameters:
    ///   - work: the work.
    ///   - completion: called with the answer, or at once with the error of work that is refused; not after
    ///     ``cancel(_:)``.
    /// - Returns: what ``cancel(_:)`` takes; nil for work that is refused.
    @discardableResult
    func submit(_ work: AnswerWork, completion: @escaping Completion) -> Ticket? {
        do {
            let (ticket, started) = try state.withLock { state in
                let ticket = try state.add(work, completion)
                return (ticket, state.start())
            }
            started.forEach(run)
            return ticket
        } catch {
            completion(.failure(error))
            return nil
        }
    }

    /// Waits no longer for work, which leaves its lane, or is cancelled if it runs, unless others wait for it.
    func cancel(_ ticket: Ticket) {
        let (cancelled, started): (Job?, [Job]) = state.withLock { state in
            guard var job = state.jobs[ticket.job], job.waiters.removeValue(forKey: ticket.number) != nil else {
                return (nil, [])
            }
            state.jobs[ticket.job] = job
            guard job.waiters.isEmpty else { return (nil, []) }
            let wasWaiting = state.queue.remove(job.entry)
            state.remove(job)
            return (wasWaiting ? nil : job, state.start())
        }
        cancelled?.cancellation.cancel()
        started.forEach(run)
    }

    /// Refuses all further work, and cancels what waits or runs; nobody is called for it any more.
    func close() {
        let jobs = state.withLock { state in
            state.isClosed = true
            let jobs = Array(state.jobs.values)
            for job in jobs {
                _ = state.queue.remove(job.entry)
                state.remove(job)
            }
            return jobs
        }
        for job in jobs { job.cancellation.cancel() }
    }

    private func run(_ job: Job) {
        let task = startBlockingTask {
            let result: Result<ServerAnswer, any Error>
            do {
                result = .success(
                    try await Cancellation.$current.withValue(job.cancellation) { try await job.work.run() })
            } catch {
                result = .failure(error)
            }
            self.end(job, result)
        }
        job.cancellation.onCancel { task.cancel() }
    }

    private func end(_ job: Job, _ result: Result<ServerAnswer, any Error>) {
        let (waiters, started) = state.withLock { state in
            state.queue.end(job.entry)
            // After a cancellation, the job is gone already.
            let waiters = state.jobs[job.entry.id]?.waiters.values.map { $0 } ?? []
            state.remove(job)
            return (waiters, state.start())
        }
        started.forEach(run)
        for completion in waiters { completion(result) }
    }

    /// The lanes as they are now.
    var queue: AdmissionQueue { state.withLock(\.queue) }
}
