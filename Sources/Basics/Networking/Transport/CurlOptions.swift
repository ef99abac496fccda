/// The settings of the connections of a ``CurlTransport``.
///
/// Proxies are taken from the environment: `http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`.
public struct CurlOptions: Hashable, Sendable {
    /// The name of the program for servers (`User-Agent`); the default is `TileKit`, and apps should add their own name.
    public var userAgent = "TileKit"
    /// The seconds in which a connection must be established; the default is 10.
    public var connectTimeout = 10.0
    /// The seconds for which an answer may be slower than ``slowestRate``; the default is 20.
    public var stallTimeout = 20.0
    /// The bytes per second below which an answer counts as stalled; the default is 50.
    public var slowestRate = 50
    /// The most redirects that are followed; the default is 5.
    ///
    /// All redirects, and the stalls of the answer after them, may take ``stallTimeout`` together.
    public var redirectLimit = 5
    /// The most connections to one host; the default is 6.
    ///
    /// Further requests wait, unless a connection takes several at a time.
    public var connectionsPerHost = 6
    /// The most connections; the default is 20.
    public var connectionLimit = 20
    /// The most requests at a time on a connection that takes several; the default is 16.
    public var streamsPerConnection = 16
    /// A PEM file of certificates to trust instead of the system's; `nil`, the default, for the system's.
    public var certificates: String?
    /// Whether user names and passwords for hosts are read from `~/.netrc`; the default is `false`.
    public var usesNetrc = false

    /// The addresses of names that are not to be looked up, as `NAME:PORT:ADDRESS` (`CURLOPT_RESOLVE`), for tests.
    package var resolvedNames: [String] = []

    /// Creates options with the defaults.
    public init() {}
}
