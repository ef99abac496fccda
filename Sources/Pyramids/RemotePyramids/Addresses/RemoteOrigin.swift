internal import Networking
internal import TileContainers

/// The address that a pyramid was opened by, and what its description may make the client request.
///
/// A description names addresses of the host that it comes from, of the host that the user has named, and of those that
/// the app allows; never files, and never other schemes than http and https. Redirects lead nowhere else either.
struct RemoteOrigin: Sendable {
    /// The client, its headers and what is allowed.
    let access: NetworkAccess
    /// The address that the user has given.
    let given: URLReference
    /// The address that has answered, after redirects: what relative references are relative to.
    let base: URLReference
    /// The hosts that the user has named: that of ``given``, or all of a template.
    var namedHosts: Set<URLReference.Host>

    /// Creates the origin of an address.
    ///
    /// - Parameters:
    ///   - url: the address as it was given.
    ///   - base: the address that has answered; `nil`, the default, for the same.
    ///   - access: the client, its headers and what is allowed.
    /// - Throws: ``StoreError`` for an address that is none of http or https.
    init(_ url: String, answeredBy base: String? = nil, _ access: NetworkAccess) throws {
        guard let given = URLReference(url), let host = given.host, let base = URLReference(base ?? url),
            base.host != nil
        else {
            throw StoreError(
                .unreadable, path: PublicAddress.text(of: url),
                "this is not an address of http or https. Check the spelling.")
        }
        self.given = given
        self.base = base.withoutFragment
        self.access = access
        namedHosts = [host]
    }

    /// The address without passwords and query, for messages.
    var path: String { PublicAddress.text(of: given.text) }

    /// An error about the description.
    func malformed(_ message: String) -> StoreError { StoreError(.malformed, path: path, message) }

    // MARK: Hosts

    /// Resolves a reference of the description, and checks its host.
    ///
    /// An address of the same host by http is requested by https if the description came that way.
    ///
    /// - Throws: ``StoreError`` that names the host that is not allowed, or the address that is none.
    func address(_ reference: String) throws -> URLReference {
        guard var url = URLReference(reference)?.resolved(against: base) else {
            throw malformed("it names something that is not an address: \"\(reference.prefix(100))\".")
        }
        guard let host = url.host, url.authority == base.authority || !url.hasUser else {
            throw malformed(
                "it names the address \"\(PublicAddress.text(of: url.text).prefix(200))\". Only addresses of http and "
                    + "https without a user name are read.")
        }
        if base.host?.isSame(as: host) ?? false || namedHosts.contains(where: { $0.isSame(as: host) }) {
            if host.hasUsualPort, url.scheme == "http", base.scheme == "https" { url.scheme = "https" }
            return url
        }
        guard access.allowedHosts.contains(where: { $0.lowercased() == host.name || $0.lowercased() == "\(host)" })
        else {
            throw malformed(
                "its tiles are on another host, \(host), which is not asked without your consent. If you trust it, allow "
                    + "the host \(host).")
        }
        return url
    }

    // MARK: Requests

    /// The text after the address of a tile: the query of the description, such as a token.
    ///
    /// It is empty for another scheme, host or port than those of the description.
    func suffix(_ description: DescriptionAddress, for url: String) -> String {
        let address = URLReference(url)
        return address?.scheme == base.scheme && address?.host == base.host ? description.suffix : ""
    }

    /// A request; only the hosts that the user has named get the headers of the access.
    func request(_ url: String, byteLimit: Int = RemoteTileSource.tileByteLimit) -> HTTPRequest {
        let address = URLReference(url)
        let isOwn = address?.host.map(namedHosts.contains) ?? false && address?.scheme == given.scheme
        var request = HTTPRequest(url, headers: isOwn ? access.headers : [], byteLimit: byteLimit)
        request.hosts = HTTPHosts(named: namedHostsAndPorts, allowed: access.allowedHosts)
        return request
    }

    /// The hosts that the user has named, with their ports; those of http may be asked by https, too.
    private var namedHostsAndPorts: Set<String> {
        var hosts: Set<String> = []
        for host in namedHosts {
            hosts.insert("\(host.name):\(host.port)")
            if host.hasUsualPort { hosts.insert("\(host.name):443") }
        }
        return hosts
    }

    /// The most bytes of a description: 4 MiB.
    static let descriptionByteLimit = 4 << 20

    /// Requests a document; `nil` if there is none.
    ///
    /// - Throws: ``StoreError`` when the host does not answer, or with an error other than 404 and 410.
    func document(_ url: String, byteLimit: Int = descriptionByteLimit) async throws -> CachedHTTPClient.Answer? {
        do {
            let answer = try await access.client.answer(to: request(url, byteLimit: byteLimit))
            return answer.isMissing ? nil : answer
        } catch let error as HTTPError {
            throw StoreError(error)
        }
    }

    /// Requests an optional document; `nil` if it is missing or empty, which is no error.
    func optionalDocument(_ url: String) async -> [UInt8]? {
        let answer = try? await access.client.answer(to: request(url, byteLimit: Self.descriptionByteLimit))
        return answer.flatMap { $0.isMissing || $0.body.isEmpty ? nil : $0.body }
    }

    /// Requests a tile; `nil` if there is none.
    ///
    /// - Throws: ``StoreError`` when the host does not answer, or with something that is not a tile.
    func tile(_ url: String) async throws -> SampleTile? {
        guard let answer = try await document(url, byteLimit: RemoteTileSource.tileByteLimit),
            let tile = try RemoteTileSource.tile(in: answer, from: url)
        else { return nil }
        return try SampleTile(tile, path: PublicAddress.text(of: url))
    }
}

extension URLReference.Host {
    /// Whether both are one host: equal ports, or the usual ones of http and https.
    fileprivate func isSame(as other: URLReference.Host) -> Bool {
        name == other.name && (port == other.port || hasUsualPort && other.hasUsualPort)
    }
}
