internal import Concurrency

/// Runs the work of requests within limits, on threads that may block.
///
/// Requests with equal keys share one piece of work; it is cancelled when nobody waits for it any longer. Work that plans again
/// waits for what its next step needs. Safe to use from any thread.
final class Admission: Sendable {
    /// A request that waits for work.
    struct Ticket: Hashable, Sendable {
        fileprivate var number: Int
    }

    private let jobs: Locked<AdmissionJobs>
    private let now: @Sendable () -> Int

    /// Creates lanes without work.
    ///
    /// - Parameters:
    ///   - limits: how much runs and waits.
    ///   - now: the time in milliseconds; by default that of the ``MonotonicClock``.
    init(limits: AdmissionLimits, now: @escaping @Sendable () -> Int = { MonotonicClock.milliseconds }) {
        jobs = Locked(AdmissionJobs(limits: limits))
        self.now = now
    }

    /// Adds work.
    ///
    /// - Parameters:
    ///   - work: the work.
    ///   - completion: called with the answer, or at once with the error of work that is refused; not after
    ///     ``cancel(_:)``.
    /// - Returns: what ``cancel(_:)`` takes; nil for work that is refused.
    @discardableResult
    func submit(_ work: AnswerWork, completion: @escaping AdmissionJobs.Completion) -> Ticket? {
        let time = now()
        do {
            let (number, started) = try jobs.withLock { jobs in
                let number = try jobs.add(work, at: time, completion)
                return (number, jobs.start())
            }
            started.forEach(run)
            watchPrerequisite(of: work)
            return Ticket(number: number)
        } catch {
            completion(.failure(error))
            return nil
        }
    }

    /// Waits no longer for work, which leaves its lane, or is cancelled if it runs, unless others wait for it.
    func cancel(_ ticket: Ticket) {
        let (cancelled, started) = jobs.withLock { jobs in
            let cancelled = jobs.cancel(ticket.number)
            return (cancelled, jobs.start())
        }
        cancelled?.cancellation.cancel()
        started.forEach(run)
    }

    /// Answers requests with the status 503 that have waited too long for work to start, and performs work that has waited long
    /// enough for an event; to be called from time to time.
    func endLongWaits() {
        let time = now()
        let (expired, refused, started) = jobs.withLock { jobs in
            let limit = jobs.control.limits.waitingMilliseconds
            let expired = jobs.endWaits(begunBy: time - limit)
            let refused = jobs.admitOverdue(at: time)
            return (expired, refused, jobs.start())
        }
        started.forEach(run)
        for (completion, error) in refused { completion(.failure(error)) }
        let error = RequestError(503, "the server has too much to do; try again in a moment.")
        for completion in expired { completion(.failure(error)) }
    }

    /// Refuses all further work, and cancels what waits or runs; nobody is called for it any more.
    func close() {
        for job in jobs.withLock({ $0.close() }) { job.cancellation.cancel() }
    }

    private func run(_ job: AdmissionJobs.Job) {
        let task = startBlockingTask {
            let result: Result<AnswerPlan, any Error>
            do {
                result = .success(
                    try await Cancellation.$current.withValue(job.cancellation) { try await job.work.perform() })
            } catch {
                result = .failure(error)
            }
            switch result {
            case .success(.answer(let answer)): self.end(job, .success(answer))
            case .success(.work(let work)): self.proceed(job, with: work)
            case .failure(let error): self.end(job, .failure(error))
            }
        }
        job.cancellation.onCancel { task.cancel() }
    }

    private func proceed(_ job: AdmissionJobs.Job, with work: AnswerWork) {
        let time = now()
        do {
            let (next, started) = try jobs.withLock { jobs in
                let next = try jobs.proceed(job, with: work, at: time)
                return (next, jobs.start())
            }
            if let next { run(next) }
            started.forEach(run)
            watchPrerequisite(of: work)
        } catch {
            end(job, .failure(error))
        }
    }

    /// Lets work wait in its lane once what it waits for has happened.
    private func watchPrerequisite(of work: AnswerWork) {
        guard work.prerequisite != nil else { return }
        for event in jobs.withLock({ $0.takeNewEvents() }) {
            event.whenSignaled { [weak self, weak event] in
                if let event { self?.admit(event) }
            }
        }
    }

    private func admit(_ event: OneShotEvent) {
        let time = now()
        let (refused, started) = jobs.withLock { jobs in
            let refused = jobs.admit(event, at: time)
            return (refused, jobs.start())
        }
        started.forEach(run)
        for (completion, error) in refused { completion(.failure(error)) }
    }

    private func end(_ job: AdmissionJobs.Job, _ result: Result<ServerAnswer, any Error>) {
        let (completions, started) = jobs.withLock { jobs in
            let completions = jobs.end(job)
            return (completions, jobs.start())
        }
        started.forEach(run)
        for completion in completions { completion(result) }
    }

    /// The lanes as they are now.
    var control: AdmissionControl { jobs.withLock(\.control) }

    /// The pieces of work that wait for events.
    var parkedCount: Int { jobs.withLock(\.parkedCount) }
}
