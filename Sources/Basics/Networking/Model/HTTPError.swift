/// The reason why a request has no complete answer.
public struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a failure.
    public enum Code: Hashable, Sendable {
        /// The address cannot be requested: it is malformed, or its scheme is neither http nor https.
        case unusableAddress
        /// The host is unknown or cannot be reached.
        case unreachable
        /// The answer did not begin, or did not go on, in time.
        case timedOut
        /// The connection ended before the answer was complete.
        case brokenOff
        /// The connection cannot be trusted: a certificate is invalid, or encryption fails.
        case untrusted
        /// There were too many redirects, or one to another scheme.
        case redirected
        /// A server redirects to a host that the user has neither named nor allowed, or a name leads to an address of a private
        /// network.
        case refusedHost
        /// The body is larger than the request allows.
        case tooLarge
        /// The server answered with an error, or with something that was not requested.
        case refused(status: Int)
        /// A file that is read in parts has changed on the server.
        case changed
        /// The request was cancelled.
        case cancelled
        /// libcurl is not installed, or memory or a thread for it is missing.
        case unavailable
    }

    /// The kind of the failure.
    public let code: Code
    /// The address, without user name, password, query and fragment.
    public let url: String
    /// Sentences that say the fault and the remedy.
    public let reason: String
    /// The headers of the answer that refuses the request; none for other failures.
    let headers: [HTTPHeader]

    /// Creates an error; parts of the address that may be secret are left out.
    public init(_ code: Code, url: String, _ reason: String) {
        self.init(code, url: url, reason, headers: [])
    }

    /// Creates an error from an answer with headers.
    init(_ code: Code, url: String, _ reason: String, headers: [HTTPHeader]) {
        self.code = code
        self.url = PublicAddress.text(of: url)
        self.reason = reason
        self.headers = headers
    }

    /// The address and the reason.
    public var description: String { "\(url): \(reason)" }

    /// Whether the same request may succeed at another attempt, at once or later.
    public var isTransient: Bool {
        switch code {
        case .unreachable, .timedOut, .brokenOff: true
        case .refused(let status): status == 408 || status == 429 || status >= 500
        case .unusableAddress, .untrusted, .redirected, .refusedHost, .tooLarge, .changed, .cancelled, .unavailable:
            false
        }
    }

    /// Whether the same request is made again at once: not after a server that has stalled, which costs its time only once.
    var isRetried: Bool { isTransient && code != .timedOut }
}
