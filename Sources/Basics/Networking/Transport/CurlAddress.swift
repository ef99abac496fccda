internal import CCURL

/// An absolute address as libcurl reads it, with its origin (RFC 6454).
struct CurlAddress {
    /// The address.
    let text: String
    /// The scheme in lower case.
    let scheme: String
    /// The host in lower case, in ASCII (Punycode) where libcurl can write it so, with the zone of an IPv6 address.
    let host: String
    /// The port; the default port of the scheme if the address has none.
    let port: String
    /// Whether the address names its port.
    let hasPort: Bool

    /// Reads an address; nil if the text is none, or of a scheme that libcurl does not know.
    ///
    /// - Parameters:
    ///   - text: the address.
    ///   - base: the absolute address that it may be relative to; nil for none.
    ///   - curl: libcurl's functions.
    init?(_ text: String, relativeTo base: String? = nil, _ curl: UnsafePointer<tk_curl_functions>) {
        guard let parsed = curl.pointee.url() else { return nil }
        defer { curl.pointee.url_cleanup(parsed) }
        func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
            var text: UnsafeMutablePointer<CChar>?
            guard curl.pointee.url_get(parsed, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
            defer { curl.pointee.free(text) }
            return String(cString: text)
        }
        if let base, curl.pointee.url_set(parsed, CURLUPART_URL, base, 0) != CURLUE_OK { return nil }
        // Servers send addresses with spaces and letters that should be escaped.
        guard curl.pointee.url_set(parsed, CURLUPART_URL, text, UInt32(CURLU_URLENCODE)) == CURLUE_OK,
            let text = part(CURLUPART_URL), let scheme = part(CURLUPART_SCHEME),
            let host = part(CURLUPART_HOST, Self.punycode) ?? part(CURLUPART_HOST),
            let port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT)
        else { return nil }
        let zone = part(CURLUPART_ZONEID).map { "%\($0)" } ?? ""
        self.text = text
        self.scheme = scheme.lowercased()
        self.port = port
        self.host = host.lowercased() + zone
        hasPort = part(CURLUPART_PORT) != nil
    }

    /// `CURLU_PUNYCODE`, since libcurl 7.88; others ignore it.
    private static let punycode: Int32 = 1 << 12

    /// Whether the port is the usual one of the scheme.
    var hasUsualPort: Bool { port == (scheme == "https" ? "443" : "80") }

    /// The host, with the port unless it is the usual one.
    var hostAndPort: String { hasUsualPort ? host : "\(host):\(port)" }

    /// Whether scheme, host and port are the same.
    func hasOrigin(of other: CurlAddress) -> Bool {
        (scheme, host, port) == (other.scheme, other.host, other.port)
    }
}
