/// Finds the origin by which a client reached the server, with which absolute addresses in answers begin.
struct ClientOrigin: Hashable, Sendable {
    /// The origin that is fixed, without a slash at the end; nil if requests say it.
    var fixed: String?
    /// Whether a proxy says in fields of its own what the client has requested.
    var trustsProxy: Bool
    /// The origin for clients that send no `Host` field, which HTTP/1.0 does not require.
    var local: String

    /// The most characters of a host with its port: those of a name in the DNS, and of a port.
    private static let hostLimit = 255 + 6

    /// Creates an origin that is fixed, or found for each request.
    ///
    /// - Throws: ``ServerError`` if the base address does not begin with `http://` or `https://` and a host, or has a query.
    init(baseURL: String?, trustsProxy: Bool, local: String) throws(ServerError) {
        fixed = try baseURL.map { address throws(ServerError) in
            guard let origin = Self.validBase(address) else {
                throw ServerError(
                    .invalidOption,
                    "\(address): this is not a base address; it begins with http:// or https:// and a host, "
                        + "and has neither a query nor a fragment.")
            }
            return origin
        }
        self.trustsProxy = trustsProxy
        self.local = local
    }

    /// The origin for a request.
    ///
    /// - Parameters:
    ///   - fields: the header fields, by names in lower case.
    ///   - authority: the host of the target, which has precedence over the field `Host`.
    /// - Returns: the origin, without a slash at the end.
    /// - Throws: an error with the status 400 for an invalid host.
    func origin(fields: [String: String], authority: String?) throws(RequestError) -> String {
        if let fixed { return fixed }
        var scheme = "http"
        var host = authority ?? fields["host"]
        if trustsProxy {
            let forwarded = Self.forwarded(fields)
            host = forwarded.host ?? host
            scheme =
                try forwarded.scheme.map { text throws(RequestError) in
                    guard ["http", "https"].contains(text.lowercased()) else {
                        throw RequestError(400, "the proxy names a scheme that is neither http nor https.")
                    }
                    return text.lowercased()
                } ?? scheme
        }
        guard let host else { return local }
        guard Self.isHost(host) else { throw Self.invalidHost }
        return "\(scheme)://\(host)"
    }

    /// The error for a text that is not a host.
    static var invalidHost: RequestError {
        RequestError(400, "the host of the request is not valid; send a single Host field.")
    }

    /// The scheme and host that the nearest proxy states in `X-Forwarded-…`, or else in `Forwarded` (RFC 7239).
    ///
    /// A proxy adds to the end of a field, so that all other elements may be made up by the client; and of a proxy that sends
    /// the older fields, a `Forwarded` is the client's.
    private static func forwarded(_ fields: [String: String]) -> (scheme: String?, host: String?) {
        func last(_ text: String?) -> String? {
            text?.split(separator: ",", omittingEmptySubsequences: false).last.map(trimmed)
        }
        var scheme = last(fields["x-forwarded-proto"])
        var host = last(fields["x-forwarded-host"])
        guard scheme == nil, host == nil else { return (scheme, host) }
        for pair in (last(fields["forwarded"]) ?? "").split(separator: ";") {
            let sides = pair.split(separator: "=", maxSplits: 1)
            guard sides.count == 2 else { continue }
            let value = trimmed(sides[1]).filter { $0 != "\"" }
            switch trimmed(sides[0]).lowercased() {
            case "proto": scheme = value
            case "host": host = value
            default: break
            }
        }
        return (scheme, host)
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }

    /// Whether a text is a host, or an address of IPv6 in brackets, with or without a port.
    static func isHost(_ text: String) -> Bool {
        let bytes = text.utf8
        guard (1...hostLimit).contains(bytes.count) else { return false }
        let rest: Substring.UTF8View
        if bytes.first == UInt8(ascii: "[") {
            let address = bytes.dropFirst().prefix { $0 != UInt8(ascii: "]") }
            guard !address.isEmpty, address.endIndex < bytes.endIndex,
                address.allSatisfy({ isHexadecimal($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
            else { return false }
            rest = bytes[bytes.index(after: address.endIndex)...]
        } else {
            let name = bytes.prefix { $0 != UInt8(ascii: ":") }
            guard !name.isEmpty, name.allSatisfy(isNameByte) else { return false }
            rest = bytes[name.endIndex...]
        }
        guard let colon = rest.first else { return true }
        let port = rest.dropFirst()
        return colon == UInt8(ascii: ":") && (1...5).contains(port.count)
            && port.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// A base address without slashes at its end; nil if it is not valid.
    private static func validBase(_ text: String) -> String? {
        guard let target = RequestTarget(text), let host = target.authority, isHost(host), target.query.isEmpty,
            !text.utf8.contains(where: { "?#\"<>\\".utf8.contains($0) })
        else { return nil }
        var base = text
        while base.hasSuffix("/") { base.removeLast() }
        return base
    }
}

/// Finds the client of a proxy.
enum ForwardedClient {
    /// The address that the nearest proxy has seen: the last one of `X-Forwarded-For`, because all others may be made up.
    static func address(_ fields: [String: String]) -> String? {
        guard let last = fields["x-forwarded-for"]?.split(separator: ",").last else { return nil }
        return last.filter { $0 != " " && $0 != "\t" }
    }
}
