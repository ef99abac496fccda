public import Networking

/// The settings for reading pyramids over the network: the client, the headers and the hosts.
///
/// The client's cache keeps the answers; addresses are opened by ``Pyramids/open(_:network:formats:)``.
public struct NetworkAccess: Sendable {
    /// The client that makes the requests and keeps the answers.
    public var client: CachedHTTPClient
    /// Headers for each request to the host of the address that is opened, or to the hosts of its template, such as
    /// `Authorization`; none by default.
    ///
    /// No other host, port or scheme gets them, also where that host redirects. They are neither logged nor kept.
    public var headers: [HTTPHeader] = []
    /// The zooms of map tiles without a description; 0 to 19 by default.
    public var zooms = 0...19
    /// Whether map tiles are requested at twice the resolution; the default is `false`.
    ///
    /// It works with templates that have `{r}` or `{ratio}`.
    ///
    /// Apps set it for displays with more than about 1.5 pixels per point.
    public var prefersDenseTiles = false
    /// Hosts that descriptions may refer to and servers redirect to, beside the host that is opened; none by default.
    ///
    /// An entry is a name, for all ports, or a name with a port, such as `example.org:8080`. A description that names tiles of
    /// a host that is not among these is refused, and so is a redirect to one, with an error that names the host.
    public var allowedHosts: Set<String> = []

    /// Creates an access.
    ///
    /// - Parameter client: the client; by default one with the cache that the tools share.
    public init(client: CachedHTTPClient = .standard) {
        self.client = client
    }
}
