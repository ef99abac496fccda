import Networking
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import RemotePyramids
@testable import TileContainers
@testable import TileStores

/// Redirects of pyramids, which lead to no other host than descriptions may name.
@Suite(.timeLimited) struct RedirectedPyramidTests {
    private let network: NetworkFixture

    init() throws {
        network = try NetworkFixture()
    }

    private static let image = Array(
        """
        <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="png" Overlap="0" TileSize="256">
        <Size Width="256" Height="256"/></Image>
        """.utf8)

    private func hasHint(_ error: (any Error)?, _ port: Int) -> Bool {
        (error as? StoreError)?.message.contains("allow the host 127.0.0.1:\(port)") ?? false
    }

    private func open(_ url: String, _ access: NetworkAccess) async throws -> OpenedPyramid {
        try #require(try await Pyramids.open(PyramidLocation(url), network: access))
    }

    /// Opens a pyramid that a server describes itself, with the tile of its coarsest level; other paths are redirected to
    /// another.
    private func open(
        _ name: String, _ description: [UInt8], _ other: ScriptedServer, allows: Bool
    ) async throws -> (opened: OpenedPyramid, server: ScriptedServer) {
        let tile = try pngTile()
        let server = try ScriptedServer { request in
            if request.path == "/\(name)" { return .init(200, description) }
            if request.path == "/a_files/0/0_0.png" { return .init(200, tile) }
            return .init(302, headers: ["Location": other.url(request.path)])
        }
        var access = network.access
        if allows { access.allowedHosts = ["127.0.0.1:\(other.port)"] }
        do {
            return (try await open(server.url("/\(name)"), access), server)
        } catch {
            server.close()
            throw error
        }
    }

    @Test func `tiles are not taken from a host that the server leads to, unless it is allowed`() async throws {
        let tile = try pngTile()
        let other = try ScriptedServer { _ in .init(200, tile) }
        defer { other.close() }
        let (opened, server) = try await open("a.dzi", Self.image, other, allows: false)
        defer { server.close() }
        let index = TileIndex(level: opened.source.pyramid.levels.count - 1, column: 0, row: 0)
        let error = try await withBlockingWork { #expect(throws: StoreError.self) { try opened.source.read(index) } }
        #expect(hasHint(error, other.port) && other.requests.isEmpty)
        let (allowed, second) = try await open("a.dzi", Self.image, other, allows: true)
        defer { second.close() }
        #expect(try await withBlockingWork { try allowed.source.read(index)?.bytes } == tile)
    }

    @Test(arguments: [
        #"{"tilejson": "3.0.0", "tiles": ["/{z}/{x}/{y}.png"], "maxzoom": 1}"#,
        #"{"tilejson": "3.0.0", "tiles": ["{z}/{x}/{y}.png", "t/{z}/{x}/{y}.png"], "maxzoom": 1}"#,
    ])
    func `a map whose tiles are elsewhere is refused when it is opened`(json: String) async throws {
        let tile = try pngTile()
        let other = try ScriptedServer { _ in .init(200, tile) }
        defer { other.close() }
        let error = await remoteError { _ = try await open("tiles.json", Array(json.utf8), other, allows: false) }
        #expect(hasHint(error, other.port) && other.requests.isEmpty)
        let (_, server) = try await open("tiles.json", Array(json.utf8), other, allows: true)
        server.close()
    }

    @Test func `a description and a file that is read in parts are where they were named`() async throws {
        let description = Self.image
        let tile = try pngTile()
        let other = try ScriptedServer { .init(200, $0.path == "/a.dzi" ? description : tile) }
        defer { other.close() }
        let server = try ScriptedServer { request in .init(307, headers: ["Location": other.url(request.path)]) }
        defer { server.close() }
        for name in ["/a.dzi", "/a.pmtiles", "/a.tif", "/folder"] {
            let error = await remoteError {
                _ = try await open(server.url(name), network.access)
            }
            #expect(hasHint(error, other.port), "\(name)")
        }
        let error = await remoteError { _ = try await ShardFile.open(server.url("/a.shard"), network: network.access) }
        #expect(hasHint(error, other.port) && other.requests.isEmpty)
        var access = network.access
        access.allowedHosts = ["127.0.0.1"]
        #expect(try await open(server.url("/a.dzi"), access).format == .deepZoom)
    }

    @Test func `a host of the user's template may lead to another one of it`() async throws {
        let tile = try pngTile()
        let other = try ScriptedServer { _ in .init(200, tile) }
        defer { other.close() }
        let server = try ScriptedServer { request in .init(302, headers: ["Location": other.url(request.path)]) }
        defer { server.close() }
        let first = "127.0.0.1:\(server.port)"
        let second = "127.0.0.1:\(other.port)"
        let template = "http://{switch:\(first),\(second)}/{z}/{x}/{y}.png"
        let opened = try await open(template, network.access)
        let index = TileIndex(level: 0, column: 0, row: 0)
        #expect(try await withBlockingWork { try opened.source.read(index)?.bytes } == tile)
    }
}
