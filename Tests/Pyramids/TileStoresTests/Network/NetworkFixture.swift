import Foundation
import Networking
import TestSupport
import TilePyramid

@testable import FilePyramids
@testable import RemotePyramids
@testable import TileContainers
@testable import TileStores

/// A client with a cache of its own, and the opening of addresses as apps do it.
struct NetworkFixture {
    private let folder: TemporaryFolder
    var access: NetworkAccess

    /// Creates a client that does not wait long before it tries again.
    init() throws {
        folder = try TemporaryFolder()
        access = NetworkAccess(client: Self.client(folder.path("http.sqlite")))
    }

    /// Creates a client of another process with the same cache, which has all that this one has stored.
    func restarted(retries: Int = 1) -> NetworkFixture {
        access.client.cache?.flush()
        var other = self
        other.access.client = Self.client(folder.path("http.sqlite"), retries: retries)
        return other
    }

    private static func client(_ path: String, retries: Int = 1) -> CachedHTTPClient {
        var limits = HTTPLimits()
        limits.retries = retries
        limits.retryDelay = 0.01
        limits.pause = 0.01
        // Tests hold answers back, so the stall timeout must not expire.
        var options = CurlOptions()
        options.stallTimeout = 600
        return CachedHTTPClient(
            HTTPClient(transport: CurlTransport(options), limits: limits), cache: HTTPCache(path: path))
    }

    /// Requests an address, and opens what it answers.
    func open(_ url: String) async throws -> OpenedPyramid? {
        let request = HTTPRequest(String(url.prefix { $0 != "#" }), headers: access.headers)
        let response = try? await access.client.client.response(to: request)
        return try await DescribedPyramid.open(
            url,
            response: response.map {
                DescribedPyramid.Response(
                    bytes: $0.body, isComplete: true, contentType: $0.header("Content-Type") ?? "", url: $0.url)
            }, access: access)
    }
}

/// A server of files in memory, by their paths without the first slash and the query.
func serving(_ files: [String: [UInt8]]) throws -> ScriptedServer {
    try ScriptedServer { request in
        let path = request.path.dropFirst().prefix { $0 != "?" }
        return files[String(path)].map { .init(200, $0) } ?? .init(404)
    }
}

extension ScriptedServer {
    /// The paths that were requested, sorted.
    var paths: [String] { requests.map(\.path).sorted() }
}

/// A square tile in PNG format.
func pngTile(_ side: Int = 256) throws -> [UInt8] { try MapNaming.blankTile(side: side) }

/// The error of an asynchronous call.
func remoteError(_ body: () async throws -> Void) async -> StoreError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? StoreError
    }
}
