/// The target of a request (RFC 9112, section 3.2), as it was sent.
struct RequestTarget: Hashable {
    /// The path, which begins with a slash.
    var path: String
    /// The query without the question mark; empty if there is none.
    var query: String
    /// The host and port of a target that is a whole address; nil for others.
    var authority: String?

    /// Splits a target; nil if it is neither a path nor a whole address, or has characters that have to be percent-encoded.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else { return nil }
        var rest = text[...]
        if !rest.hasPrefix("/") {
            let scheme = rest.prefix(8).lowercased()
            guard scheme.hasPrefix("http://") || scheme == "https://" else { return nil }
            let address = rest.dropFirst(scheme == "https://" ? 8 : 7)
            let host = address.prefix { $0 != "/" && $0 != "?" }
            authority = String(host)
            rest = address[host.endIndex...]
        }
        // Characters of a target are single bytes.
        let bytes = rest.utf8
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        path = mark == bytes.startIndex ? "/" : String(rest[..<mark])
        query = mark == bytes.endIndex ? "" : String(rest[bytes.index(after: mark)...])
    }
}
