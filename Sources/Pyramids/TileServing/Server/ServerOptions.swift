/// The settings of a server: addresses, limits and logs.
public struct ServerOptions: Sendable {
    /// The address or name to listen on; by default only programs of the same machine reach the server.
    public var host = "127.0.0.1"
    /// The port; 8080 by default, 0 for one that is free.
    public var port = 8080
    /// The address that clients see, such as `https://example.org/images`; nil, the default, for the one in each request.
    public var baseURL: String?
    /// Whether a proxy is trusted; the default is `false`.
    ///
    /// The proxy states the scheme and host of the request in `Forwarded`, or in `X-Forwarded-Proto` and
    /// `X-Forwarded-Host`, and the client in `X-Forwarded-For`. Without a proxy, any client could forge these fields.
    public var trustsProxy = false
    /// The names by which clients reach the server, such as `tiles.example.org`, without a port; none by default.
    ///
    /// A request for any other host is answered with 421. IP addresses, `localhost` and names that end in `.localhost`,
    /// ``host`` and the host of ``baseURL`` need not be named.
    public var serverNames: [String] = []
    /// The origin whose pages may read answers in browsers, such as `https://example.org`, or `*` for all (CORS).
    ///
    /// nil, the default, means `*` if other machines reach the server, and no origin if ``host`` is an address of the
    /// loopback network. Then a web page that is open on this machine cannot read the images that are served here for its
    /// user.
    public var corsOrigin: String?
    /// The seconds for which clients and proxies may keep tiles and images without asking again; an hour by default.
    public var maxAge = 3600
    /// Checks signatures; nil, the default, if addresses are not signed.
    public var signer: URLSigner?
    /// The file descriptor for the access log; nil, the default, for no log.
    ///
    /// The descriptor stays open and belongs to the caller. If it is a pipe or a socket, the process has to ignore SIGPIPE.
    public var accessLog: CInt?
    /// The file descriptor for errors that clients do not see, because they name files; nil, the default, for none.
    ///
    /// The rules of ``accessLog`` apply. The access log has these errors, too.
    public var errorLog: CInt?
    /// Adapts the advice in these errors, and in those that clients get, to the options that the program has; unchanged by default.
    public var adaptError: @Sendable (String) -> String = { $0 }

    /// The threads that talk to clients; nil, the default, for two, or one on a machine with one processor.
    public var loopThreads: Int?
    /// The answers that are made at a time; nil, the default, for two on each processor.
    ///
    /// Half of them, rounded up, are for tiles alone; a single one is shared, so that tiles wait while it makes a region.
    public var workers: Int?
    /// The bytes of memory that large answers may need together while they are made; 256 MiB by default.
    public var regionMemory = 256 << 20
    /// The bytes of memory that bodies may take together while clients receive them; 256 MiB by default.
    ///
    /// What does not fit is answered with 503. Bodies of at most 16 KiB are not counted, and a single one may be larger.
    public var bodyMemory = 256 << 20
    /// The most small answers that wait for a worker; 512 by default.
    ///
    /// As many other requests may wait for an image that is being opened or prepared.
    public var waitingTiles = 512
    /// The most large answers that wait for a worker; 64 by default.
    public var waitingRegions = 64
    /// The time after which a request that waits for a worker is answered with 503; 30 seconds by default.
    public var waitTimeout: Duration = .seconds(30)

    /// The most connections at a time; 12,288 by default.
    ///
    /// They are fewer if the system allows fewer open files (`ulimit -n`); ``TileServer/connectionLimit`` is the actual
    /// number. Each may take ``connectionMemory``, which is 384 MiB for all of them, and 16 KiB for a small body.
    public var connections = 12_288
    /// The most connections of one address; 256 by default.
    ///
    /// A proxy needs as many as all of its clients.
    public var connectionsPerAddress = 256
    /// The bytes of memory in which a connection keeps a request and the header of its answer; 32 KiB by default.
    public var connectionMemory = 32 << 10
    /// The most bytes of a request's target; 8 KiB by default.
    public var targetLimit = 8 << 10
    /// The whole seconds after which an idle connection is closed; 30 by default.
    public var idleTimeout = 30
    /// The time within which a client has to send its first or next request as a whole; a minute by default.
    public var requestTimeout: Duration = .seconds(60)
    /// The time within which a client has to receive an answer; a minute by default.
    ///
    /// A second is added for every ``slowestRate`` bytes of the body.
    public var answerTimeout: Duration = .seconds(60)
    /// The bytes of a body that a client has to receive in a second, on average after ``answerTimeout``; 32 KiB by default.
    public var slowestRate = 32 << 10
    /// The time that a stop leaves to requests that have arrived; 10 seconds by default.
    public var stopTimeout: Duration = .seconds(10)

    /// Creates options with the default values.
    public init() {}
}
