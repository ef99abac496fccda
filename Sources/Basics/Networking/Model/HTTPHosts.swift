/// The hosts that a request may reach besides the host of its address, because the user wants it.
///
/// A server cannot lead a request anywhere else: a redirect to another host or port is refused, with an error that names
/// the host. An entry is a name, `example.org`, for all ports, or a name with a port, `example.org:8080`. IPv6 addresses are
/// in brackets, `[2001:db8::1]`.
public struct HTTPHosts: Hashable, Sendable {
    /// The hosts that the user has named in addresses; none by default.
    ///
    /// They may have any address, also one of the user's own network. But a name that had a public address must not lead to a
    /// private one later (DNS rebinding).
    public var named: Set<String>
    /// The hosts that the user has allowed expressly, whatever addresses they have; none by default.
    public var allowed: Set<String>

    /// Creates a list of hosts.
    ///
    /// - Parameters:
    ///   - named: the hosts that the user has named in addresses.
    ///   - allowed: the hosts that the user has allowed expressly.
    public init(named: Set<String> = [], allowed: Set<String> = []) {
        self.named = named
        self.allowed = allowed
    }
}
