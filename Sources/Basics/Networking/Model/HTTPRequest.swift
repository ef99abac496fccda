/// A request for the bytes at an address.
public struct HTTPRequest: Hashable, Sendable {
    /// The address; only `http:` and `https:` are requested.
    public var url: String
    /// The wanted range of bytes; `nil` for the whole resource.
    public var range: Range<Int>?
    /// Headers for the host of the address, such as keys; not sent after a redirect to another host, port or scheme.
    public var headers: [HTTPHeader]
    /// Headers that are also sent after any redirect, such as conditions and encodings; none by default.
    ///
    /// They describe the request, never the sender.
    public var protocolHeaders: [HTTPHeader] = []
    /// The hosts to which the server may redirect, besides the host of the address; none by default.
    ///
    /// If a server has named the address itself, the caller checks its host beforehand.
    public var hosts = HTTPHosts()
    /// The most bytes of the body; a larger answer fails as soon as its size is known.
    public var byteLimit: Int
    /// The number of retries if the request fails, unless the server has stalled; `nil`, the default, for
    /// ``HTTPLimits/retries``.
    ///
    /// 0 is for a request that has an old answer to show at once.
    public var retries: Int?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - url: the address.
    ///   - range: the wanted range of bytes, not empty; `nil`, the default, for all.
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
    /// The name; its case does not matter.
    public var name: String
    /// The value, without surrounding white space.
    public var value: String

    /// Creates a header.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The answer of a server, with any status.
public struct HTTPResponse: Hashable, Sendable {
    /// The status, such as 200.
    public var status: Int
    /// The headers in their order.
    public var headers: [HTTPHeader]
    /// The body, after decoding of its transfer encoding.
    public var body: [UInt8]
    /// The address that answered, after redirects.
    public var url: String
    /// Whether the host takes several requests on one connection, as HTTP/2 does.
    public var isMultiplexed: Bool

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: the status.
    ///   - headers: the headers; none by default.
    ///   - body: the body; empty by default.
    ///   - url: the address that answered.
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

    /// Returns the value of the first header with a name, in any case; `nil` if there is none.
    ///
    /// - Complexity: O(headers).
    public func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }
}
