/// The limits of an ``HTTPClient`` on requests at a time, and on retries.
public struct HTTPLimits: Hashable, Sendable {
    /// The most requests at a time to one host; the default is 6, as browsers have it.
    public var requestsPerHost = 6
    /// The most requests at a time to a host that takes several on one connection; the default is 16.
    public var multiplexedRequestsPerHost = 16
    /// The most requests at a time; the default is 20.
    public var requests = 20
    /// The number of retries of a request that failed; the default is 3.
    ///
    /// A request whose server has stalled is not made again.
    public var retries = 3
    /// The seconds before the first retry; each further delay is twice as long; the default is 0.5.
    public var retryDelay = 0.5
    /// The fraction by which delays vary at random, so that many clients do not come back at once: the default is a fifth.
    public var jitter = 0.2
    /// The seconds without requests to a host that answers 429 or 503 and states no time; the default is 5.
    public var pause = 5.0
    /// The most seconds without requests to a host, whatever time it states; the default is 300.
    public var longestPause = 300.0

    /// Creates limits with the defaults.
    public init() {}
}
