/// The names under which a server answers; a request for another one is refused.
///
/// A page can give its own name the address of this machine (DNS rebinding). Requests of that page then arrive here, and the
/// browser lets it read the answers, because they have the page's own origin. Such requests name the host of the page, by which
/// they are recognized. IP addresses need no name in the DNS, and are always answered.
struct ServedHosts: Hashable, Sendable {
    private let names: Set<String>

    /// Creates the names that are answered beside IP addresses and those of the loopback network.
    ///
    /// - Parameters:
    ///   - host: what the server listens on.
    ///   - baseURL: the address that clients see; nil if it is not known.
    ///   - names: further names.
    /// - Throws: ``ServerError`` for a name that is none.
    init(host: String, baseURL: String?, names: [String]) throws(ServerError) {
        if let wrong = names.first(where: { !ClientOrigin.isHost($0) || $0.contains(":") }) {
            throw ServerError(
                .invalidOption,
                "\(wrong): this is not a name of a server; it has neither a scheme nor a port, as tiles.example.org.")
        }
        let base = baseURL.flatMap { RequestTarget($0)?.authority }
        self.names = Set(([host, base].compactMap { $0 } + names).map { Self.name(of: $0) })
    }

    /// Refuses a request for another host.
    ///
    /// - Parameter host: the host of the request, with or without a port; nil for requests of HTTP/1.0, which browsers do not
    ///   send.
    /// - Throws: an error with the status 400 for an invalid host, and 421 for that of another server.
    func check(_ host: String?) throws(RequestError) {
        guard let host else { return }
        guard ClientOrigin.isHost(host) else { throw ClientOrigin.invalidHost }
        let name = Self.name(of: host)
        guard Self.isAddress(name) || Self.isLoopback(name) || names.contains(name) else {
            throw RequestError(
                421,
                "this server does not answer for \(name); whoever runs it can allow the name \(name).")
        }
    }

    /// A host in lower case, without its port and the dot at the end of a complete name.
    private static func name(of host: String) -> String {
        guard !host.hasPrefix("[") else { return String(host.prefix { $0 != "]" }) + "]" }
        let name = host.prefix { $0 != ":" }.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }

    private static func isLoopback(_ name: String) -> Bool { name == "localhost" || name.hasSuffix(".localhost") }

    /// Whether a host is an address of IPv6 in brackets, or one of IPv4: four numbers to 255.
    private static func isAddress(_ name: String) -> Bool {
        guard !name.hasPrefix("[") else { return true }
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4
            && numbers.allSatisfy { number in
                (1...3).contains(number.utf8.count)
                    && number.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                    && UInt8(number) != nil
            }
    }
}
