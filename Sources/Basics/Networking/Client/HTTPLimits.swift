/// How many requests an ``HTTPClient`` makes at a time, and how often again.
public struct HTTPLimits: Hashable, Sendable {
    /// The most requests at a time to one host; the default is 6, as browsers have it.
    public var requestsPerHost = 6
    /// The most requests at a time to a host that takes several on one connection; the default is 16.
    public var multiplexedRequestsPerHost = 16
    /// The most requests at a time; the default is 20.
    public var requests = 20
    /// How often a request that failed is made again; the default is 3.
    ///
    /// One whose server has stalled is not.
    public var retries = 3
    /// The seconds before the first retry, which double with each further one; the default is 0.5.
    public var retryDelay = 0.5
    /// By how much delays vary at random, so that many clients do not come back at once: the default is a fifth.
    public var jitter = 0.2
    /// The seconds for which a host is left alone that answers 429 or 503 without saying for how long; the default is 5.
    public var pause = 5.0
    /// The most seconds for which a host is left alone, whatever it says; the default is 300.
    public var longestPause = 300.0

    /// Creates limits with the defaults.
    public init() {}
}
