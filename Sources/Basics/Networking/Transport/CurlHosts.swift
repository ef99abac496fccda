internal import CCURL

/// The hosts that a request may be led to, as libcurl reads them.
struct CurlHosts {
    private struct Entry {
        let host: String
        /// The port; nil for all.
        let port: String?

        init?(_ text: String, _ curl: UnsafePointer<tk_curl_functions>) {
            guard let address = CurlAddress("http://\(text)", curl) else { return nil }
            host = address.host
            port = address.hasPort ? address.port : nil
        }

        func matches(_ address: CurlAddress) -> Bool { host == address.host && port ?? address.port == address.port }
    }

    private let origin: CurlAddress?
    private let named, allowed: [Entry]

    /// Reads the hosts of a request; entries that are none are left out.
    init(_ request: HTTPRequest, _ curl: UnsafePointer<tk_curl_functions>) {
        origin = CurlAddress(request.url, curl)
        named = request.hosts.named.compactMap { Entry($0, curl) }
        allowed = request.hosts.allowed.compactMap { Entry($0, curl) }
    }

    /// Whether a server may lead to an address: to the origin of the request, there by https too, or to a host of the user.
    func permits(_ address: CurlAddress) -> Bool {
        if let origin, origin.host == address.host {
            if origin.scheme == address.scheme && origin.port == address.port { return true }
            let isSamePort = origin.port == address.port || origin.hasUsualPort && address.hasUsualPort
            if address.scheme == "https", isSamePort { return true }
        }
        return (named + allowed).contains { $0.matches(address) }
    }

    /// Whether the user has allowed the host expressly.
    func allowsExpressly(_ address: CurlAddress) -> Bool { allowed.contains { $0.matches(address) } }
}
