internal import Concurrency
internal import Glibc

/// Requests addresses through a cache on disk.
///
/// A fresh answer comes from the cache without a request. An old one is delivered at once and checked at low priority, so
/// that it is there when it is asked for again; one that must not be used without a check waits for the server. When the server
/// cannot be reached, the old answer is delivered whatever its headers say.
public final class CachedHTTPClient: Sendable {
    /// An answer, and where it comes from.
    public struct Answer: Hashable, Sendable {
        /// Where an answer comes from.
        public enum Origin: Hashable, Sendable {
            /// The server has just sent it.
            case server
            /// It was kept, and is fresh or was found to be current.
            case cache
            /// It was kept and may be out of date.
            case staleCache
        }

        /// The status: 200, 206, or 404 and 410 for what is missing.
        public var status: Int
        /// The body.
        public var body: [UInt8]
        /// The type of the body as the server has it; empty if it has said none.
        public var contentType: String
        /// The bytes of the whole file, for a part of it; nil if they are unknown.
        public var fileSize: Int?
        /// The entity tag; empty for none.
        public var etag: String
        /// Where the answer comes from.
        public var origin: Origin

        /// Whether there is nothing at the address.
        public var isMissing: Bool { status == 404 || status == 410 }
    }

    /// The client that makes the requests.
    public let client: HTTPClient
    /// The cache; nil for none.
    public let cache: HTTPCache?

    /// The client of the whole process, with the cache that the tools share; it begins with its first use.
    public static let standard = CachedHTTPClient(
        cache: HTTPCache.standardPath.map { HTTPCache(path: $0) })

    /// The seconds for which no further update of an answer is reported after one: 30.
    ///
    /// An answer that is another one each time would else be requested without end by those who use its updates.
    public static let updateInterval = 30.0

    let keys: HTTPCacheKeys
    private let reachability = Locked(Reachability())
    /// When updates were reported, by the keys of the requests.
    private let updates = Locked<[String: Double]>([:])
    /// The most times that are remembered.
    private static let updateLimit = 4096

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - client: the client that makes the requests.
    ///   - cache: the cache; nil for none.
    ///   - keySpace: a name of the answers' own in the cache, for a client that gets other answers to equal requests, because
    ///     its transport adds passwords or headers; empty by default, for the answers of all others.
    public init(_ client: HTTPClient = HTTPClient(), cache: HTTPCache?, keySpace: String = "") {
        (self.client, self.cache, keys) = (client, cache, HTTPCacheKeys(space: keySpace))
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
    ///   - onUpdate: called if the answer was old and the server has another body, at most once in ``updateInterval``; nil,
    ///     the default, for an old answer that is only replaced in the cache.
    ///   - completion: called once, on any thread, which it should not occupy; not after a cancellation.
    /// - Returns: what cancels the request.
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
            // The check goes on when nobody waits for the tile any more.
            self.fetch(request, entry, CachedHTTPTicket(.revalidation)) { result in
                guard let onUpdate, let answer = try? result.get(), answer.origin == .server else { return }
                guard answer.status != entry.status || answer.body != entry.body else { return }
                if self.mayReportUpdate(of: request) { onUpdate(answer) }
            }
        }
        return ticket
    }

    /// Requests an address, and waits for the answer without occupying a thread.
    ///
    /// - Throws: ``HTTPError``; with the code `cancelled` if the task is cancelled.
    public func answer(to request: HTTPRequest, priority: HTTPPriority = .visible) async throws -> Answer {
        let (results, continuation) = AsyncStream.makeStream(of: Result<Answer, HTTPError>.self)
        let ticket = get(request, priority: priority) { result in
            continuation.yield(result)
            continuation.finish()
        }
        let result = await withTaskCancellationHandler {
            await results.first { _ in true }
        } onCancel: {
            ticket.cancel()
            continuation.finish()
        }
        guard let result else { throw HTTPError(.cancelled, url: request.url, "the request was cancelled.") }
        return try result.get()
    }

    private func mayReportUpdate(of request: HTTPRequest) -> Bool {
        let (key, now) = (keys.key(of: request), Self.now)
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

    /// Asks the server, whether an entry is still current if there is one.
    private func fetch(
        _ request: HTTPRequest, _ entry: HTTPCache.Entry?, _ ticket: CachedHTTPTicket,
        _ completion: @escaping @Sendable (Result<Answer, HTTPError>) -> Void
    ) {
        var asked = request
        asked.protocolHeaders += entry?.freshness.validators ?? []
        ticket.send(with: client, asked) { result in
            completion(self.take(result, to: request, entry))
        }
    }

    private func take(
        _ result: Result<HTTPResponse, HTTPError>, to request: HTTPRequest, _ entry: HTTPCache.Entry?
    ) -> Result<Answer, HTTPError> {
        noteReachability(result)
        switch result {
        case .success(let response):
            if response.status == 304, let entry {
                if let freshness = Freshness(response, now: Self.now) {
                    cache?.refresh(keys.key(of: request), freshness.completed(by: entry.freshness))
                }
                return .success(Answer(entry, .cache))
            }
            let new = keep(response, request)
            return .success(Answer(new, .server))
        case .failure(let error):
            if case .refused(let status) = error.code, status == 404 || status == 410 {
                return .success(Answer(keep(HTTPResponse(status: status, url: request.url), request), .server))
            }
            if let entry, error.isTransient { return .success(Answer(entry, .staleCache)) }
            return .failure(error)
        }
    }

    private func keep(_ response: HTTPResponse, _ request: HTTPRequest) -> HTTPCache.Entry {
        let freshness = Freshness(response, now: Self.now)
        let entry = HTTPCache.Entry(
            status: response.status, body: response.body,
            freshness: freshness
                ?? Freshness(
                    expires: 0, mustRevalidate: true, etag: response.header("ETag") ?? "",
                    lastModified: response.header("Last-Modified") ?? ""),
            contentType: response.header("Content-Type") ?? "", contentRange: response.header("Content-Range") ?? "")
        if freshness != nil { cache?.store(entry, for: keys.key(of: request)) }
        return entry
    }
}

extension CachedHTTPClient.Answer {
    fileprivate init(_ entry: HTTPCache.Entry, _ origin: Origin) {
        (status, body, contentType) = (entry.status, entry.body, entry.contentType)
        fileSize = ContentRange(entry.contentRange)?.total
        etag = entry.freshness.etag
        self.origin = origin
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
