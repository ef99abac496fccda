/// The jobs that wait for events, by event: they hold neither a worker nor a position in a lane.
struct ParkedJobs {
    private struct Group {
        /// It is kept until it has occurred, so that no other object has its identifier.
        let event: OneShotEvent
        /// The jobs, and the times in milliseconds until which they wait.
        var jobs: [Int: Int] = [:]
    }

    /// The most jobs that wait.
    let limit: Int
    /// The number of jobs that wait.
    private(set) var count = 0
    private var groups: [ObjectIdentifier: Group] = [:]
    private var newEvents: [OneShotEvent] = []

    /// Creates an empty collection.
    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a job.
    ///
    /// - Parameters:
    ///   - id: the number of the job.
    ///   - event: what it waits for.
    ///   - deadline: until when, in milliseconds.
    /// - Throws: an error with the status 503 if too many jobs wait.
    mutating func add(_ id: Int, for event: OneShotEvent, until deadline: Int) throws(RequestError) {
        guard count < limit else { throw RequestError(503, "too many requests are waiting; try again in a moment.") }
        let key = ObjectIdentifier(event)
        if groups[key] == nil {
            groups[key] = Group(event: event)
            newEvents.append(event)
        }
        groups[key]?.jobs[id] = deadline
        count += 1
    }

    /// Returns the events that are new, each once; the caller calls ``removeAll(for:)`` when one has occurred.
    mutating func takeNewEvents() -> [OneShotEvent] {
        defer { newEvents = [] }
        return newEvents
    }

    /// Removes a job; returns whether it was there.
    @discardableResult
    mutating func remove(_ id: Int, for event: OneShotEvent) -> Bool {
        guard groups[ObjectIdentifier(event)]?.jobs.removeValue(forKey: id) != nil else { return false }
        count -= 1
        return true
    }

    /// Removes the jobs that wait for an event, and returns them in the order in which they came.
    mutating func removeAll(for event: OneShotEvent) -> [Int] {
        let jobs = groups.removeValue(forKey: ObjectIdentifier(event))?.jobs ?? [:]
        count -= jobs.count
        return jobs.keys.sorted()
    }

    /// Removes the jobs whose time is over, and returns them.
    mutating func removeOverdue(at time: Int) -> [Int] {
        var overdue: [Int] = []
        for (key, group) in groups {
            let jobs = group.jobs.filter { $0.value <= time }.map(\.key)
            for job in jobs { groups[key]?.jobs[job] = nil }
            overdue += jobs
        }
        count -= overdue.count
        return overdue.sorted()
    }
}
