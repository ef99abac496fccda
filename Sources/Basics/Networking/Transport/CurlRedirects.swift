internal import CCURL

/// The redirects of a request: which are followed, and whether its headers may still be sent.
struct CurlRedirects {
    /// The reason why a redirect is not followed.
    struct Refusal: Hashable {
        /// The kind of the failure.
        var code = HTTPError.Code.redirected
        /// Sentences that say the fault and the remedy.
        let reason: String
    }

    /// The address to request.
    private(set) var url: String
    /// The hosts that servers may lead to.
    let hosts: CurlHosts
    /// Whether all redirects so far have led to the scheme, host and port of the first address.
    private(set) var isAtOrigin = true
    /// Whether the end of a redirect's body was not received.
    private(set) var hasCutOffBody = false

    private var left: Int
    private var ignoredBytes = 0

    /// The statuses that redirect if they have an address (RFC 9110, section 15.4).
    static let statuses: Set<Int> = [300, 301, 302, 303, 307, 308]
    /// The most bytes of the bodies of redirects that are received, so that their connections can be used again.
    static let ignoredByteLimit = 64 << 10

    /// Begins with the address of a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - limit: the most redirects that are followed.
    ///   - curl: libcurl's functions.
    init(of request: HTTPRequest, limit: Int, _ curl: UnsafePointer<tk_curl_functions>) {
        url = request.url
        left = limit
        hosts = CurlHosts(request, curl)
    }

    /// Counts bytes that nobody reads; returns whether further ones are received.
    mutating func ignore(_ count: Int) -> Bool {
        ignoredBytes += count
        hasCutOffBody = ignoredBytes > Self.ignoredByteLimit
        return !hasCutOffBody
    }

    /// Follows a redirect.
    ///
    /// - Parameters:
    ///   - location: the address of the redirect, which may be relative.
    ///   - curl: libcurl's functions.
    /// - Returns: why it is not followed; nil if it is.
    mutating func follow(_ location: String, _ curl: UnsafePointer<tk_curl_functions>) -> Refusal? {
        let current = CurlAddress(url, curl)
        guard let next = CurlAddress(location, relativeTo: current?.text, curl),
            ["http", "https"].contains(next.scheme)
        else { return Refusal(reason: "the server redirects to an address that is neither http nor https.") }
        guard next.scheme == "https" || current?.scheme != "https" else {
            return Refusal(
                reason: "the server redirects from https to http, where anyone could read and change the answer.")
        }
        guard hosts.permits(next) else {
            return Refusal(
                code: .refusedHost,
                reason: "the server redirects to another host, \(next.hostAndPort), which is not asked without your "
                    + "consent. If you trust it, allow the host \(next.hostAndPort).")
        }
        guard left > 0 else { return Refusal(reason: "the server redirects too often.") }
        left -= 1
        // Once elsewhere, headers are not sent even if another redirect leads back: that host has chosen the address.
        isAtOrigin = isAtOrigin && current?.hasOrigin(of: next) ?? false
        url = next.text
        return nil
    }
}
