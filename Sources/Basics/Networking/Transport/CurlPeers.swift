internal import Glibc

/// Decides to which addresses of the network the names of hosts may lead; used on the transport's thread only.
///
/// The user has named or allowed every host that is asked, but not the address that its owner gives it. A name that had a
/// public address, as a stranger's server has it, does not lead to a private one later.
final class CurlPeers {
    /// The most names that are remembered; a stranger has few, as each is one that the user has named.
    static let nameLimit = 4096

    private var publicNames: Set<String>

    /// Begins with names that have had public addresses; none by default.
    init(publicNames: Set<String> = []) {
        self.publicNames = publicNames
    }

    /// Whether a name may lead to an address.
    func permits(_ peer: NetworkAddress, for host: String) -> Bool { !peer.isPrivate || !publicNames.contains(host) }

    /// Notes an address to which a name has led.
    func note(_ peer: NetworkAddress, of host: String) {
        guard !peer.isPrivate, publicNames.count < Self.nameLimit else { return }
        publicNames.insert(host)
    }

    /// Whether addresses with a scheme are requested from a proxy of the environment, which finds the addresses of hosts.
    static func hasProxy(for scheme: String) -> Bool {
        // libcurl does not read HTTP_PROXY, which a CGI program's client could set.
        let names = ["\(scheme)_proxy", "all_proxy", "ALL_PROXY"] + (scheme == "https" ? ["HTTPS_PROXY"] : [])
        return names.contains { name in getenv(name).map { $0.pointee != 0 } ?? false }
    }
}
