internal import Concurrency
internal import Dispatch
internal import Glibc

/// Requests addresses: the most urgent first, with limits for each host, and with retries where they may help.
///
/// ```swift
/// let client = HTTPClient()
/// let description = try await client.response(to: HTTPRequest("https://example.org/big.dzi"))
/// ```
///
/// Equal requests at the same time are sent once, and cancelled when nobody waits for the answer any more. A request is retried
/// after a delay if its connection fails, its answer breaks off, or the status is 408 or 5xx; it is not retried if the server
/// has stalled. A host that answers 429 or 503 gets no requests for as long as it asks, up to ``HTTPLimits/longestPause``.
/// Other statuses of 400 and more are final.
public final class HTTPClient: Sendable {
    /// The limits on requests at a time, and on retries.
    public let limits: HTTPLimits

    private struct State {
        var queue: RequestQueue
        var completions: [Int: @Sendable (Result<HTTPResponse, HTTPError>) -> Void] = [:]
        /// The exchanges of the jobs that were sent; nil while the transport is being asked to.
        var exchanges: [Int: (any HTTPExchange)?] = [:]
        var lastWaiter = 0
        /// The time for which the timer is set.
        var timerTime = Double.infinity
    }

    private let transport: any HTTPTransport
    private let state: Locked<State>
    private let timerQueue = DispatchQueue(label: "Networking.client")

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - transport: the transport that sends the requests; libcurl by default.
    ///   - limits: the limits on requests at a time, and on retries.
    public init(transport: any HTTPTransport = CurlTransport(), limits: HTTPLimits = HTTPLimits()) {
        self.transport = transport
        self.limits = limits
        state = Locked(State(queue: RequestQueue(limits, seed: UInt64.random(in: 0...UInt64.max))))
    }

    /// Requests an address.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - priority: the urgency; visible by default.
    ///   - completion: called once, on any thread, which it should not occupy, with an answer or the error. The answer has a
    ///     status of 2xx or 304 and a complete body; for a request with a range, the body is that part, as far as the file
    ///     goes. After ``HTTPTicket/cancel()`` the completion is not called.
    /// - Returns: a ticket that can cancel the request or change its priority.
    @discardableResult
    public func get(
        _ request: HTTPRequest, priority: HTTPPriority = .visible,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTicket {
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            state.completions[state.lastWaiter] = completion
            state.queue.add(state.lastWaiter, request, priority)
            return state.lastWaiter
        }
        sendNext()
        return HTTPTicket(client: self, waiter: waiter)
    }

    /// Requests an address, and waits for the answer without occupying a thread.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - priority: the urgency; visible by default.
    /// - Returns: the answer, under the conditions of ``get(_:priority:completion:)``.
    /// - Throws: ``HTTPError``; with the code `cancelled` if the task is cancelled.
    public func response(to request: HTTPRequest, priority: HTTPPriority = .visible) async throws -> HTTPResponse {
        try await awaitResult(of: request.url) { completion in
            get(request, priority: priority, completion: completion).cancel
        }
    }

    /// The number of unanswered requests; equal ones count once.
    public var requestCount: Int { state.withLock(\.queue.count) }

    // MARK: Tickets

    fileprivate func cancel(_ waiter: Int) {
        let exchange = state.withLock { state -> (any HTTPExchange)? in
            state.completions[waiter] = nil
            guard let job = state.queue.remove(waiter) else { return nil }
            // While the transport is being asked, whoever asks it finds that the job is gone.
            return state.exchanges.removeValue(forKey: job) ?? nil
        }
        exchange?.cancel()
        sendNext()
    }

    fileprivate func setPriority(_ priority: HTTPPriority, of waiter: Int) {
        state.withLock { $0.queue.setPriority(priority, of: waiter) }
    }

    // MARK: Sending

    private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    private static var date: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func sendNext() {
        while let (job, request) = nextJob() {
            let exchange = transport.send(request) { self.finish(job, $0) }
            let isUnwanted = state.withLock { state in
                // It may have been answered or cancelled meanwhile.
                guard state.exchanges[job] != nil else { return true }
                state.exchanges[job] = .some(exchange)
                return false
            }
            if isUnwanted { exchange.cancel() }
        }
    }

    private func nextJob() -> (job: Int, request: HTTPRequest)? {
        let now = Self.now
        let (next, time) = state.withLock { state in
            if let next = state.queue.next(at: now) {
                state.exchanges[next.job] = .some(nil)
                return (Optional(next), Double.infinity)
            }
            guard let time = state.queue.nextTime(after: now), time < state.timerTime else { return (nil, .infinity) }
            state.timerTime = time
            return (nil, time)
        }
        if time < .infinity {
            timerQueue.asyncAfter(deadline: .now() + (time - now)) {
                self.state.withLock { $0.timerTime = .infinity }
                self.sendNext()
            }
        }
        return next
    }

    private func finish(_ job: Int, _ result: Result<HTTPResponse, HTTPError>) {
        let now = Self.now
        let date = Self.date
        let (completions, delivered) = state.withLock { state in
            state.exchanges[job] = nil
            guard case .deliver(let waiters, let result) = state.queue.finish(job, result, at: now, date: date) else {
                return ([@Sendable (Result<HTTPResponse, HTTPError>) -> Void](), result)
            }
            return (waiters.compactMap { state.completions.removeValue(forKey: $0) }, result)
        }
        sendNext()
        for completion in completions { completion(delivered) }
    }
}

/// A handle to a request of an ``HTTPClient``.
public struct HTTPTicket: Sendable {
    fileprivate let client: HTTPClient
    fileprivate let waiter: Int

    /// Withdraws the request, which ends at once if nobody else waits for the answer.
    ///
    /// Has no effect on an answered request.
    public func cancel() { client.cancel(waiter) }

    /// Changes the urgency of the request.
    public func setPriority(_ priority: HTTPPriority) { client.setPriority(priority, of: waiter) }
}
