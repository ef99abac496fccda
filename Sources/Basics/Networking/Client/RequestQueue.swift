/// The requests of an ``HTTPClient``: their order, the equal ones that are sent as one, and the retries.
///
/// It has no threads and no clock, so that the same events always have the same effects. Equal requests are one job,
/// which has a waiter for each.
struct RequestQueue {
    /// The outcome of an answer.
    enum Outcome {
        /// The waiters get the result.
        case deliver([Int], Result<HTTPResponse, HTTPError>)
        /// The request will be made again.
        case retried
        /// Nobody waits for it any more.
        case unwanted
    }

    private enum Stage: Hashable {
        case queued
        case delayed(until: Double)
        case running
    }

    private struct Job {
        let request: HTTPRequest
        let host: Int
        var priority: HTTPPriority
        var stage = Stage.queued
        var waiters: [Int: HTTPPriority]
        var attempts = 0
        var pauses = 0
    }

    /// A host: its running requests, and its waiting ones by priority and age.
    private struct Host {
        var running = 0
        var isMultiplexed = false
        var pausedUntil = -Double.infinity
        /// Jobs in the order of their arrival; jobs that have moved elsewhere meanwhile are skipped.
        var waiting = HTTPPriority.allCases.map { _ in JobList() }
    }

    private struct JobList {
        var jobs: [Int] = []
        var first = 0

        /// Returns the first job that is still there; drops the others before it.
        mutating func first(where isThere: (Int) -> Bool) -> Int? {
            while first < jobs.count, !isThere(jobs[first]) { first += 1 }
            guard first < jobs.count else {
                jobs = []
                first = 0
                return nil
            }
            if first > 1024, first > jobs.count / 2 {
                jobs.removeFirst(first)
                first = 0
            }
            return jobs[first]
        }
    }

    let limits: HTTPLimits
    private var jobs: [Int: Job] = [:]
    private var jobsByRequest: [HTTPRequest: Int] = [:]
    private var jobsByWaiter: [Int: Int] = [:]
    private var hosts: [Host] = []
    private var hostNumbers: [String: Int] = [:]
    /// The jobs that are delayed, with the times at which they are queued again.
    private var delayed: [Int: Double] = [:]
    private var lastJob = 0
    private var running = 0
    private var random: SplitMix64

    /// The number of hosts beyond which all are forgotten when nothing is asked for.
    static let idleHostLimit = 64

    /// Creates an empty queue, whose delays vary by a seed.
    init(_ limits: HTTPLimits, seed: UInt64) {
        self.limits = limits
        random = SplitMix64(state: seed)
    }

    /// The number of requests that are not answered, equal ones counted once.
    var count: Int { jobs.count }

    // MARK: Waiters

    /// Adds a waiter for a request.
    mutating func add(_ waiter: Int, _ request: HTTPRequest, _ priority: HTTPPriority) {
        if let number = jobsByRequest[request], var job = jobs[number] {
            job.waiters[waiter] = priority
            jobs[number] = job
            jobsByWaiter[waiter] = number
            updatePriority(of: number)
            return
        }
        lastJob += 1
        jobs[lastJob] = Job(
            request: request, host: hostNumber(of: request.url), priority: priority, waiters: [waiter: priority])
        jobsByRequest[request] = lastJob
        jobsByWaiter[waiter] = lastJob
        enqueue(lastJob)
    }

    /// Changes the priority of a waiter.
    mutating func setPriority(_ priority: HTTPPriority, of waiter: Int) {
        guard let number = jobsByWaiter[waiter], jobs[number]?.waiters[waiter] != priority else { return }
        jobs[number]?.waiters[waiter] = priority
        updatePriority(of: number)
    }

    /// Removes a waiter.
    ///
    /// - Returns: the job that has to be cancelled, as nobody waits for its answer any more; nil if there is none.
    mutating func remove(_ waiter: Int) -> Int? {
        guard let number = jobsByWaiter.removeValue(forKey: waiter), let job = jobs[number] else { return nil }
        jobs[number]?.waiters[waiter] = nil
        guard job.waiters.count == 1 else {
            updatePriority(of: number)
            return nil
        }
        forget(number)
        guard job.stage == .running else { return nil }
        release(job.host)
        return number
    }

    private mutating func updatePriority(of number: Int) {
        guard let job = jobs[number], let priority = job.waiters.values.max(), priority != job.priority else { return }
        jobs[number]?.priority = priority
        if job.stage == .queued { enqueue(number) }
    }

    private mutating func hostNumber(of url: String) -> Int {
        let name = Self.host(of: url)
        if let number = hostNumbers[name] { return number }
        hosts.append(Host())
        hostNumbers[name] = hosts.count - 1
        return hosts.count - 1
    }

    private mutating func enqueue(_ number: Int) {
        guard let job = jobs[number] else { return }
        hosts[job.host].waiting[job.priority.rawValue].jobs.append(number)
    }

    private mutating func forget(_ number: Int) {
        delayed[number] = nil
        guard let job = jobs.removeValue(forKey: number) else { return }
        jobsByRequest[job.request] = nil
        for waiter in job.waiters.keys { jobsByWaiter[waiter] = nil }
    }

    private mutating func release(_ host: Int) {
        running -= 1
        hosts[host].running -= 1
    }

    // MARK: Sending

    /// The next request to send, which counts as sent; nil if none may be sent now.
    mutating func next(at now: Double) -> (job: Int, request: HTTPRequest)? {
        for (number, time) in delayed where time <= now {
            delayed[number] = nil
            jobs[number]?.stage = .queued
            enqueue(number)
        }
        guard running < limits.requests else { return nil }
        var best: (priority: HTTPPriority, job: Int)?
        for host in hosts.indices where hosts[host].pausedUntil <= now && hosts[host].running < limit(of: hosts[host]) {
            guard let (priority, job) = firstWaiting(at: host) else { continue }
            if best.map({ (priority.rawValue, -job) > ($0.priority.rawValue, -$0.job) }) ?? true {
                best = (priority, job)
            }
        }
        guard let number = best?.job, let job = jobs[number] else {
            if jobs.isEmpty, hosts.count > Self.idleHostLimit {
                hosts = []
                hostNumbers = [:]
            }
            return nil
        }
        jobs[number]?.stage = .running
        jobs[number]?.attempts += 1
        running += 1
        hosts[job.host].running += 1
        return (number, job.request)
    }

    private mutating func firstWaiting(at host: Int) -> (HTTPPriority, Int)? {
        let jobs = jobs
        for priority in HTTPPriority.allCases.reversed() {
            let first = hosts[host].waiting[priority.rawValue].first { number in
                jobs[number].map { $0.stage == .queued && $0.priority == priority } ?? false
            }
            if let first { return (priority, first) }
        }
        return nil
    }

    private func limit(of host: Host) -> Int {
        host.isMultiplexed ? limits.multiplexedRequestsPerHost : limits.requestsPerHost
    }

    /// The time at which the next delay or pause ends, so that a request may be sent; nil if none waits for that.
    func nextTime(after now: Double) -> Double? {
        let pauses = hosts.lazy.filter { host in host.waiting.contains { $0.first < $0.jobs.count } }.map(\.pausedUntil)
        return [delayed.values.filter { $0 > now }.min(), pauses.filter { $0 > now }.min()].compactMap(\.self).min()
    }

    // MARK: Answers

    /// Takes the answer to a job.
    mutating func finish(
        _ number: Int, _ result: Result<HTTPResponse, HTTPError>, at now: Double, date: Double
    ) -> Outcome {
        guard var job = jobs[number], job.stage == .running else { return .unwanted }
        release(job.host)
        if case .success(let response) = result { hosts[job.host].isMultiplexed = response.isMultiplexed }
        let checked = result.flatMap { job.request.checked($0) }
        guard case .failure(let error) = checked, error.isRetried else { return deliver(number, checked) }
        if case .refused(let status) = error.code, status == 429 || status == 503 {
            // The host as a whole is left alone.
            let wait = (try? result.get())?.retryDelay(at: date) ?? limits.pause
            let pause = min(max(0, wait), limits.longestPause)
            let pausedUntil = hosts[job.host].pausedUntil
            hosts[job.host].pausedUntil = max(pausedUntil, now + pause)
            job.pauses += 1
            guard job.pauses <= job.request.retries ?? limits.retries else { return deliver(number, checked) }
            job.stage = .queued
            jobs[number] = job
            enqueue(number)
            return .retried
        }
        guard job.attempts <= job.request.retries ?? limits.retries else { return deliver(number, checked) }
        let factor = 1 + limits.jitter * (2 * random.nextFraction() - 1)
        let time = now + limits.retryDelay * Double(1 << (job.attempts - 1)) * factor
        job.stage = .delayed(until: time)
        jobs[number] = job
        delayed[number] = time
        return .retried
    }

    private mutating func deliver(_ number: Int, _ result: Result<HTTPResponse, HTTPError>) -> Outcome {
        let waiters = jobs[number]?.waiters.keys.sorted() ?? []
        forget(number)
        return .deliver(waiters, result)
    }

    /// The host of an address, with its port, in lower case.
    static func host(of url: String) -> String {
        let address = PublicAddress.text(of: url)
        guard let colon = address.firstIndex(of: ":") else { return "" }
        return String(address[colon...].dropFirst(3).prefix { $0 != "/" }).lowercased()
    }
}

extension HTTPRequest {
    /// A complete answer, or why it is none.
    func checked(_ response: HTTPResponse) -> Result<HTTPResponse, HTTPError> {
        func refusal(_ reason: String) -> Result<HTTPResponse, HTTPError> {
            .failure(HTTPError(.refused(status: response.status), url: url, reason, headers: response.headers))
        }
        guard response.status != 304 else { return .success(response) }
        guard (200..<300).contains(response.status) else {
            return refusal(
                "the server answers with status \(response.status)\(StatusText.meaning(of: response.status)).")
        }
        guard let range else { return .success(response) }
        guard response.status == 206 else {
            // The server sends all of it, which is as good if that is not much.
            guard response.body.count >= range.upperBound else {
                return refusal("the server does not send parts of a file, and the whole has another size.")
            }
            var part = response
            part.body = Array(response.body[range])
            return .success(part)
        }
        guard let sent = response.header("Content-Range").flatMap(ContentRange.init), sent.first == range.lowerBound,
            sent.count == response.body.count, sent.count <= range.count
        else { return refusal("the server sends another part of the file than was asked for.") }
        return .success(response)
    }
}

/// A generator of pseudorandom numbers (Steele, Lea and Flood, 2014).
struct SplitMix64 {
    var state: UInt64

    /// A number from 0 to 1, without 1.
    mutating func nextFraction() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
    }
}
