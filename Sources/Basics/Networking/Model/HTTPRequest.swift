/// A request for the bytes at an address.
public struct HTTPRequest: Hashable, Sendable {
    /// The address; only `http:` and `https:` are requested.
    public var url: String
    /// The bytes that are wanted of the resource; `nil` for all.
    public var range: Range<Int>?
    /// Headers for the host of the address, such as keys: where a redirect leads to another host, port or scheme, they are
    /// not sent.
    public var headers: [HTTPHeader]
    /// Headers that are sent wherever redirects lead, such as conditions and encodings; none by default.
    ///
    /// They say what is asked for, never who asks.
    public var protocolHeaders: [HTTPHeader] = []
    /// The hosts that the server may lead to, beside that of the address; none by default.
    ///
    /// Whoever makes a request of an address that a server has named checks its host beforehand.
    public var hosts = HTTPHosts()
    /// The most bytes of the body; an answer with more fails as soon as that is known.
    public var byteLimit: Int
    /// How often the request is made again if it fails, but not because the server has stalled; `nil`, the default, for ``HTTPLimits/retries``.
    ///
    /// None is for a request for something of which an old version can be shown at once.
    public var retries: Int?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - url: the address.
    ///   - range: the bytes that are wanted, not empty; `nil`, the default, for all.
    ///   - headers: headers for the host of the address; none by default.
    ///   - byteLimit: the most bytes of the body; 64 MiB by default.
    public init(_ url: String, range: Range<Int>? = nil, headers: [HTTPHeader] = [], byteLimit: Int = 64 << 20) {
        self.url = url
        self.range = range
        self.headers = headers
        self.byteLimit = byteLimit
    }
}

/// A header of a request or of a response.
public struct HTTPHeader: Hashable, Sendable {
    /// The name, whose case does not matter.
    public var name: String
    /// The value without white space around it.
    public var value: String

    /// Creates a header.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The answer of a server, whatever its status.
public struct HTTPResponse: Hashable, Sendable {
    /// The status, such as 200.
    public var status: Int
    /// The headers in their order.
    public var headers: [HTTPHeader]
    /// The body, without its encoding for the transfer.
    public var body: [UInt8]
    /// The address that has answered, after redirects.
    public var url: String
    /// Whether the host takes several requests on one connection, as HTTP/2 does.
    public var isMultiplexed: Bool

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: the status.
    ///   - headers: the headers; none by default.
    ///   - body: the body; empty by default.
    ///   - url: the address that has answered.
    ///   - isMultiplexed: whether the host takes several requests on one connection; `false` by default.
    public init(
        status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], url: String, isMultiplexed: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
        self.isMultiplexed = isMultiplexed
    }

    /// The value of the first header with a name in any case; `nil` if there is none.
    ///
    /// - Complexity: O(headers).
    public func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }
}
