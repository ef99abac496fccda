internal import Concurrency
internal import Dispatch
internal import Files
internal import Glibc

/// Requests addresses through a cache on disk.
///
/// A fresh answer comes from the cache without a request. A stale answer is delivered at once and checked at low priority, so
/// that the next request gets the current one (stale-while-revalidate, RFC 5861, section 3). An answer that must not be used
/// without a check waits for the server. When the server cannot be reached or has an error, the stale answer is delivered
/// whatever its headers say (stale-if-error, section 4), without a second attempt.
public final class CachedHTTPClient: Sendable {
    /// The client that makes the requests.
    public let client: HTTPClient
    /// The cache; nil for none.
    public let cache: HTTPCache?

    /// The client of the whole process, with the cache that the tools share; it is created on first use.
    ///
    /// On `exit`, the process waits until the answers that have arrived are in the cache, for half a second at most. Do not
    /// call `exit` in a completion, which may run on the cache's queue.
    public static let standard: CachedHTTPClient = {
        atexit { CachedHTTPClient.standard.cache?.flush(atMost: .milliseconds(500)) }
        return CachedHTTPClient(cache: HTTPCache.standardPath.map { HTTPCache(path: $0) })
    }()

    /// The least number of seconds between two reported updates of an answer: 30.
    ///
    /// Without it, an answer that differs each time would be requested without end by code that reacts to updates.
    static let updateInterval = 30.0
    /// The most checks of stale answers that wait for the server: 256; further stale answers are delivered without a check.
    static let pendingCheckLimit = 256

    let keys: HTTPCacheKeys
    private let reachability = Locked(Reachability())
    /// The times of the last reported updates, in seconds from 1970, by the keys of the requests.
    private let updates = Locked<[String: Double]>([:])
    /// The most times that are remembered.
    private static let updateLimit = 4096
    private let pendingChecks = Locked(0)

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - client: the client that makes the requests.
    ///   - cache: the cache; nil for none.
    ///   - keySpace: a name that keeps this client's answers apart in the cache, if its transport adds passwords or headers and
    ///     thus gets other answers to equal requests; empty by default, for the answers that all other clients share.
    public init(_ client: HTTPClient = HTTPClient(), cache: HTTPCache?, keySpace: String = "") {
        self.client = client
        self.cache = cache
        keys = HTTPCacheKeys(space: keySpace)
    }

    /// Whether the last request found no network or no server.
    public var isOffline: Bool { reachability.withLock(\.isOffline) }

    /// Notes whether an answer shows that there is a network.
    func noteReachability(_ result: Result<HTTPResponse, HTTPError>) {
        let observers = reachability.withLock { $0.note(result) }
        for observer in observers { observer() }
    }

    /// Calls a closure whenever ``isOffline`` has changed, on any thread, until the observation is released.
    package func observeReachability(_ observer: @escaping @Sendable () -> Void) -> ReachabilityObservation {
        let number = reachability.withLock { $0.add(observer) }
        return ReachabilityObservation { [weak self] in
            _ = self?.reachability.withLock { $0.observers.removeValue(forKey: number) }
        }
    }

    /// Requests an address.
    ///
    /// - Parameters:
    ///   - request: the request, without validators.
    ///   - priority: the urgency; visible by default.
    ///   - onUpdate: called if the answer was stale and the server has another body, at most once every 30 seconds; with
    ///     nil, the default, a stale answer is only replaced in the cache.
    ///   - completion: called once, on any thread, which it should not occupy; not after a cancellation.
    /// - Returns: a ticket that can cancel the request.
    @discardableResult
    public func get(
        _ request: HTTPRequest, priority: HTTPPriority = .visible, onUpdate: (@Sendable (Answer) -> Void)? = nil,
        completion: @escaping @Sendable (Result<Answer, HTTPError>) -> Void
    ) -> CachedHTTPTicket {
        let ticket = CachedHTTPTicket(priority)
        guard let cache else {
            fetch(request, nil, ticket, completion)
            return ticket
        }
        cache.find(keys.key(of: request)) { entry in
            guard !ticket.isCancelled else { return }
            guard let entry else { return self.fetch(request, nil, ticket, completion) }
            if entry.freshness.expires > Self.now { return completion(.success(Answer(entry, .cache))) }
            if entry.freshness.mustRevalidate { return self.fetch(request, entry, ticket, completion) }
            completion(.success(Answer(entry, .staleCache)))
            self.check(request, entry, onUpdate)
        }
        return ticket
    }

    /// Requests an address, and waits for the answer without occupying a thread.
    ///
    /// - Throws: ``HTTPError``; with the code `cancelled` if the task is cancelled.
    public func answer(to request: HTTPRequest, priority: HTTPPriority = .visible) async throws -> Answer {
        try await awaitResult(of: request.url) { completion in
            get(request, priority: priority, completion: completion).cancel
        }
    }

    private func mayReportUpdate(of request: HTTPRequest) -> Bool {
        let key = keys.key(of: request)
        let now = Self.now
        return updates.withLock { updates in
            if let last = updates[key], now - last < Self.updateInterval { return false }
            if updates.count >= Self.updateLimit {
                updates = updates.filter { now - $0.value < Self.updateInterval }
                // All of them are recent: these updates are for another time.
                guard updates.count < Self.updateLimit else { return false }
            }
            updates[key] = now
            return true
        }
    }

    private static var now: Double { Double(time(nil)) }

    // MARK: The server

    /// The outcome of a request for which there may be a kept answer.
    private enum Outcome {
        /// The kept answer is current.
        case current
        /// The server has sent another answer.
        case replaced(HTTPCache.Entry)
        case failed(HTTPError)
    }

    private func fetch(
        _ request: HTTPRequest, _ entry: HTTPCache.Entry?, _ ticket: CachedHTTPTicket,
        _ completion: @escaping @Sendable (Result<Answer, HTTPError>) -> Void
    ) {
        send(request, entry?.freshness, ticket) { outcome in
            switch (outcome, entry) {
            case (.current, let entry?): completion(.success(Answer(entry, .cache)))
            case (.replaced(let new), _): completion(.success(Answer(new, .server)))
            case (.failed(let error), let entry?) where error.isTransient:
                completion(.success(Answer(entry, .staleCache)))
            case (.failed(let error), _): completion(.failure(error))
            case (.current, nil):
                completion(
                    .failure(
                        HTTPError(
                            .refused(status: 304), url: request.url,
                            "the server answers that nothing has changed, though nothing was kept.")))
            }
        }
    }

    /// Checks an answer that has been delivered, also when nobody waits for it any more.
    private func check(_ request: HTTPRequest, _ entry: HTTPCache.Entry, _ onUpdate: (@Sendable (Answer) -> Void)?) {
        let isBegun = pendingChecks.withLock { count in
            guard count < Self.pendingCheckLimit else { return false }
            count += 1
            return true
        }
        guard isBegun else { return }
        // Many checks may wait for long: they keep the hashes of the bodies.
        let status = entry.status
        let count = entry.body.count
        let hash = FNV1aHash.hash(entry.body)
        send(request, entry.freshness, CachedHTTPTicket(.revalidation)) { outcome in
            self.pendingChecks.withLock { $0 -= 1 }
            guard let onUpdate, case .replaced(let new) = outcome else { return }
            guard new.status != status || new.body.count != count || FNV1aHash.hash(new.body) != hash else { return }
            if self.mayReportUpdate(of: request) { onUpdate(Answer(new, .server)) }
        }
    }

    /// Asks the server: whether a kept answer is current, if there is one.
    private func send(
        _ request: HTTPRequest, _ kept: Freshness?, _ ticket: CachedHTTPTicket,
        _ completion: @escaping @Sendable (Outcome) -> Void
    ) {
        var sent = request
        if let kept {
            sent.protocolHeaders += kept.validators
            // The kept answer is there at once.
            sent.retries = 0
        }
        ticket.send(with: client, sent) { completion(self.take($0, to: request, kept)) }
    }

    private func take(_ result: Result<HTTPResponse, HTTPError>, to request: HTTPRequest, _ kept: Freshness?) -> Outcome
    {
        noteReachability(result)
        switch result {
        case .success(let response):
            guard response.status == 304 else { return .replaced(keep(response, request)) }
            guard let kept else { return .current }
            if let freshness = Freshness(response, now: Self.now) {
                cache?.refresh(keys.key(of: request), freshness.completed(by: kept))
            } else {
                cache?.remove(keys.key(of: request))
            }
            return .current
        case .failure(let error):
            guard case .refused(let status) = error.code, status == 404 || status == 410 else { return .failed(error) }
            // Of a page that says so, neither the body nor its type and tag are of use.
            let headers = error.headers.filter { Freshness.lifetimeHeaders.contains($0.name.lowercased()) }
            return .replaced(keep(HTTPResponse(status: status, headers: headers, url: request.url), request))
        }
    }

    /// Keeps an answer in place of the former one; if it must not be stored, that goes, too.
    private func keep(_ response: HTTPResponse, _ request: HTTPRequest) -> HTTPCache.Entry {
        let freshness = Freshness(response, now: Self.now)
        let entry = HTTPCache.Entry(
            status: response.status, body: response.body,
            freshness: freshness
                ?? Freshness(
                    expires: 0, mustRevalidate: true, etag: response.header("ETag") ?? "",
                    lastModified: response.header("Last-Modified") ?? ""),
            contentType: response.header("Content-Type") ?? "", contentRange: response.header("Content-Range") ?? "")
        let key = keys.key(of: request)
        if freshness == nil { cache?.remove(key) } else { cache?.store(entry, for: key) }
        return entry
    }
}

extension Freshness {
    /// The freshness that a confirmation has, which may leave out the validators.
    fileprivate func completed(by former: Freshness) -> Freshness {
        Freshness(
            expires: expires, mustRevalidate: mustRevalidate, etag: etag.isEmpty ? former.etag : etag,
            lastModified: lastModified.isEmpty ? former.lastModified : lastModified)
    }
}
