internal import Concurrency

/// The work of an ``Admission``, and the requests that wait for it.
struct AdmissionJobs {
    /// Called with the answer, once, on any thread.
    typealias Completion = @Sendable (Result<ServerAnswer, any Error>) -> Void

    /// A piece of work, from its arrival to its answer, also if that takes several steps.
    struct Job: Sendable {
        /// The present step, as admission control knows it.
        var entry: AdmissionControl.Entry
        /// The present step.
        var work: AnswerWork
        /// Cancelled when nobody waits any longer.
        var cancellation = Cancellation()
        /// The requests that wait, by the numbers of their tickets.
        var waiters: [Int: Completion] = [:]
    }

    private(set) var control: AdmissionControl
    private var jobs: [Int: Job] = [:]
    /// The jobs by the keys of their work, unless they have been cancelled.
    private var keys: [String: Int] = [:]
    /// The jobs for which requests wait, by the numbers of their tickets.
    private var jobsOfTickets: [Int: Int] = [:]
    /// The jobs that wait for events.
    private var parked: ParkedJobs
    private var lastNumber = 0
    private var isClosed = false

    /// The number of jobs that wait for events.
    var parkedCount: Int { parked.count }

    /// Creates an empty collection.
    init(limits: AdmissionLimits) {
        control = AdmissionControl(limits: limits)
        parked = ParkedJobs(limit: limits.waitingTiles)
    }

    private mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Takes all work that can start.
    mutating func start() -> [Job] {
        var started: [Job] = []
        while let entry = control.startNext() {
            if let job = jobs[entry.id] { started.append(job) }
        }
        return started
    }

    /// Adds work, or a request to equal work; returns the number of its ticket.
    ///
    /// - Throws: why the work is refused.
    mutating func add(_ work: AnswerWork, at time: Int, _ completion: @escaping Completion) throws(RequestError) -> Int
    {
        guard !isClosed else { throw RequestError(503, "the server is stopping; try again in a moment.") }
        let number = nextNumber()
        if let key = work.key, let id = keys[key] {
            jobs[id]?.waiters[number] = completion
            jobsOfTickets[number] = id
            return number
        }
        let entry = AdmissionControl.Entry(id: number, lane: work.lane, memory: work.memory, time: time)
        try wait(entry, work)
        jobs[number] = Job(entry: entry, work: work, waiters: [number: completion])
        jobsOfTickets[number] = number
        if let key = work.key { keys[key] = number }
        return number
    }

    /// Removes a request; returns the job that runs and for which nobody waits any longer.
    mutating func cancel(_ ticket: Int) -> Job? {
        guard let id = jobsOfTickets.removeValue(forKey: ticket), var job = jobs[id] else { return nil }
        job.waiters[ticket] = nil
        jobs[id] = job
        guard job.waiters.isEmpty else { return nil }
        let wasWaiting = control.remove(job.entry) || job.work.prerequisite != nil
        remove(job)
        return wasWaiting ? nil : job
    }

    /// Ends a job that runs; returns the requests that wait for its answer.
    mutating func end(_ job: Job) -> [Completion] {
        control.end(job.entry)
        return takeWaiters(of: job)
    }

    /// Continues a job that runs with the work that remains: at once if it may, or else after waiting in its lane.
    ///
    /// - Parameters:
    ///   - job: the job, whose step has ended.
    ///   - work: the work that remains.
    ///   - time: the present time in milliseconds.
    /// - Returns: the job if it continues at once; nil if it waits, has joined equal work, or has been cancelled.
    /// - Throws: why the work that remains is refused; the job has not ended then.
    mutating func proceed(_ job: Job, with work: AnswerWork, at time: Int) throws(RequestError) -> Job? {
        let id = job.entry.id
        guard var next = jobs[id] else {
            control.end(job.entry)
            return nil
        }
        if let key = work.key, let other = keys[key], other != id {
            control.end(job.entry)
            join(next, other)
            return nil
        }
        next.work = work
        // The key of the first step stays: it names the same answer.
        next.work.key = job.work.key ?? work.key
        let isHeld =
            work.prerequisite == nil
            && (work.lane == .tile || (job.entry.lane == .region && work.memory <= job.entry.memory))
        if !isHeld {
            let entry = AdmissionControl.Entry(id: id, lane: work.lane, memory: work.memory, time: time)
            try wait(entry, work)
            control.end(job.entry)
            next.entry = entry
        }
        jobs[id] = next
        if let key = next.work.key { keys[key] = id }
        return isHeld ? next : nil
    }

    /// Lets work wait in its lane, or for what it needs before it is performed.
    private mutating func wait(_ entry: AdmissionControl.Entry, _ work: AnswerWork) throws(RequestError) {
        guard let prerequisite = work.prerequisite else { return try control.add(entry) }
        let limit = Int(min(prerequisite.limit, .seconds(86_400)) / .milliseconds(1))
        try parked.add(entry.id, for: prerequisite.event, until: entry.time + limit)
    }

    /// Returns the events that are new, each once; the caller calls ``admit(_:at:)`` when one has occurred.
    mutating func takeNewEvents() -> [OneShotEvent] { parked.takeNewEvents() }

    /// Lets the work wait in its lane that has waited for an event; returns the requests for work that is refused.
    mutating func admit(_ event: OneShotEvent, at time: Int) -> [(completion: Completion, error: RequestError)] {
        admit(parked.removeAll(for: event), at: time)
    }

    /// Moves work whose wait for an event has lasted too long to its lane; returns the requests for refused work.
    mutating func admitOverdue(at time: Int) -> [(completion: Completion, error: RequestError)] {
        admit(parked.removeOverdue(at: time), at: time)
    }

    private mutating func admit(_ ids: [Int], at time: Int) -> [(completion: Completion, error: RequestError)] {
        var refused: [(completion: Completion, error: RequestError)] = []
        for id in ids {
            guard var job = jobs[id] else { continue }
            job.entry.time = time
            job.work.prerequisite = nil
            jobs[id] = job
            do throws(RequestError) {
                try control.add(job.entry)
            } catch {
                refused += takeWaiters(of: job).map { ($0, error) }
            }
        }
        return refused
    }

    /// Moves the requests of a job to another one.
    private mutating func join(_ job: Job, _ other: Int) {
        remove(job)
        for (ticket, completion) in job.waiters {
            jobs[other]?.waiters[ticket] = completion
            jobsOfTickets[ticket] = other
        }
    }

    /// Ends the wait of all work that has waited since a time or longer; returns the requests for it.
    mutating func endWaits(begunBy time: Int) -> [Completion] {
        control.removeWaiting(since: time).flatMap { entry in
            jobs[entry.id].map { takeWaiters(of: $0) } ?? []
        }
    }

    /// Refuses all further work, and forgets what there is; returns it.
    mutating func close() -> [Job] {
        isClosed = true
        let all = Array(jobs.values)
        for job in all {
            _ = control.remove(job.entry)
            remove(job)
        }
        return all
    }

    /// Removes a job; returns its requests, of which there are none if it has been cancelled.
    private mutating func takeWaiters(of job: Job) -> [Completion] {
        guard let current = jobs[job.entry.id] else { return [] }
        remove(current)
        return Array(current.waiters.values)
    }

    private mutating func remove(_ job: Job) {
        jobs[job.entry.id] = nil
        if let prerequisite = job.work.prerequisite { parked.remove(job.entry.id, for: prerequisite.event) }
        if let key = job.work.key, keys[key] == job.entry.id { keys[key] = nil }
        for ticket in job.waiters.keys { jobsOfTickets[ticket] = nil }
    }
}
