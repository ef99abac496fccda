internal import CCURL

/// An absolute address as libcurl reads it, with its origin (RFC 6454).
struct CurlAddress {
    /// The address.
    let text: String
    /// The scheme in lower case.
    let scheme: String
    private let host: String
    /// The port; that of the scheme if the address has none.
    private let port: String

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
            let text = part(CURLUPART_URL), let scheme = part(CURLUPART_SCHEME), let host = part(CURLUPART_HOST),
            let port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT)
        else { return nil }
        (self.text, self.scheme, self.host, self.port) = (text, scheme.lowercased(), host.lowercased(), port)
    }

    /// Whether scheme, host and port are the same.
    func hasOrigin(of other: CurlAddress) -> Bool {
        (scheme, host, port) == (other.scheme, other.host, other.port)
    }
}
