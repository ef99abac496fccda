import Concurrency
import Georeferencing
import Networking
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import RemotePyramids
@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct RemoteTileSourceTests {
    private let network: NetworkFixture
    private let tile: [UInt8]
    private let first = TileIndex(level: 0, column: 0, row: 0)

    init() throws {
        network = try NetworkFixture()
        tile = try pngTile(2)
    }

    private func source(
        _ server: ScriptedServer, _ network: NetworkFixture? = nil,
        change: (inout RemoteTileSource.Description) -> Void = { _ in }
    ) -> RemoteTileSource {
        var description = RemoteTileSource.Description(pyramid: smallPyramid, format: .png)
        change(&description)
        let client = (network ?? self.network).access.client
        return RemoteTileSource(server.url("/"), description, client: client) {
            HTTPRequest(server.url("/\($0.level)/\($0.column)/\($0.row)?key=secret"))
        }
    }

    private func tile(_ index: TileIndex, of source: RemoteTileSource) async throws -> EncodedTile? {
        let (results, continuation) = AsyncStream.makeStream(of: Result<EncodedTile?, any Error>.self)
        let reading = source.beginReading(index, urgency: .visible) { continuation.yield($0) }
        defer { withExtendedLifetime(reading) {} }
        for await result in results { return try result.get() }
        return nil
    }

    @Test func `a missing tile is remembered, and so is one without bytes`() async throws {
        let server = try ScriptedServer { request in
            request.path.hasPrefix("/0/") ? .init(404) : request.path.hasPrefix("/1/") ? .init(204) : .init(200)
        }
        defer { server.close() }
        let source = source(server)
        for level in [0, 1, 2, 0, 1, 2] {
            #expect(try await tile(TileIndex(level: level, column: 0, row: 0), of: source) == nil)
        }
        #expect(server.requests.count == 3)
        #expect(try await tile(TileIndex(level: 0, column: 1, row: 0), of: source) == nil)
        #expect(server.requests.count == 3, "what is not in the grid is not requested")
    }

    @Test func `an answer that is not an image is an error that names the public address`() async throws {
        let server = try ScriptedServer { _ in
            .init(200, Array("<html>".utf8), headers: ["Content-Type": "text/html; charset=utf-8"])
        }
        defer { server.close() }
        let source = source(server)
        let error = await remoteError { _ = try await tile(first, of: source) }
        #expect(error?.code == .malformed && error?.path == server.url("/0/0/0"))
        #expect(error?.message.contains("(it calls it text/html)") == true)
        #expect(source.location(of: first) == server.url("/0/0/0"))
    }

    @Test func `vector tiles are refused by their type and by their compression`() async throws {
        for (body, type) in [([0x1F, 0x8B, 8], ""), ([1, 2], "application/vnd.mapbox-vector-tile")]
            as [([UInt8], String)]
        {
            let server = try ScriptedServer { _ in .init(200, body, headers: ["Content-Type": type]) }
            defer { server.close() }
            let error = await remoteError { _ = try await tile(first, of: source(server)) }
            #expect(error?.message.hasPrefix("these are vector tiles") == true)
        }
    }

    @Test func `an error of the server is one of the tile`() async throws {
        let server = try ScriptedServer { _ in .init(403) }
        defer { server.close() }
        let error = await remoteError { _ = try await tile(first, of: source(server)) }
        #expect(error?.code == .unreadable && error?.message.contains("403 (forbidden)") == true)
    }

    @Test func `without the server, tiles come from the cache, and the source is offline`() async throws {
        let bytes = tile
        let server = try ScriptedServer { _ in
            .init(200, bytes, headers: ["Cache-Control": "max-age=0", "ETag": "\"a\""])
        }
        let source = source(server)
        #expect(try await tile(first, of: source)?.bytes == tile)
        #expect(!source.isOffline)
        server.close(keepsPort: true)
        let restarted = self.source(server, network.restarted())
        #expect(try await tile(first, of: restarted) == EncodedTile(bytes: tile, format: .png))
        let error = await remoteError { _ = try await tile(TileIndex(level: 1, column: 0, row: 0), of: restarted) }
        #expect(error?.code == .inputOutput && restarted.isOffline)
    }

    @Test func `a tile that the server has changed is announced, and one that it has not is not`() async throws {
        let old = tile
        let new = try pngTile(3)
        let isNew = Locked(false)
        let server = try ScriptedServer { request in
            let body = isNew.withLock(\.self) && request.path.hasPrefix("/0/") ? new : old
            return .init(200, body, headers: ["Cache-Control": "max-age=0", "ETag": "\"\(body.count)\""])
        }
        defer { server.close() }
        let source = source(server)
        let (changes, continuation) = AsyncStream.makeStream(of: TileIndex.self)
        source.observeChanges { continuation.yield($0) }
        let other = TileIndex(level: 1, column: 0, row: 0)
        for index in [first, other] { #expect(try await tile(index, of: source)?.bytes == old) }
        isNew.withLock { $0 = true }
        #expect(try await tile(other, of: source)?.bytes == old)
        await server.waitForRequests(3)
        #expect(try await tile(first, of: source)?.bytes == old)
        #expect(await changes.first { _ in true } == first)
        #expect(try await tile(first, of: source)?.bytes == new)
    }

    @Test func `a cancelled reading ends its request`() async throws {
        let server = try ScriptedServer { _ in
            var answer = ScriptedServer.Answer(200, [])
            answer.delay = 30
            return answer
        }
        defer { server.close() }
        let reading = source(server).beginReading(first, urgency: .lookAhead) { _ in }
        await server.waitForRequests(1)
        reading.setUrgency(.visible)
        reading.cancel()
        while network.access.client.client.requestCount > 0 { await Task.yield() }
    }

    @Test func `tiles that are read in order are requested ahead, and each once`() async throws {
        let bytes = tile
        let server = try ScriptedServer { _ in .init(200, bytes, headers: ["Cache-Control": "no-store"]) }
        defer { server.close() }
        let source = source(server) { $0.pyramid = widePyramid }
        @Sendable func index(_ column: Int) -> TileIndex {
            TileIndex(level: widePyramid.finestLevel.index, column: column, row: 0)
        }
        try await withBlockingWork { () throws in
            #expect(try source.read(index(0))?.bytes == bytes)
            #expect(server.requests.count == 1, "one tile is not an order")
            for column in 1..<20 { #expect(try source.read(index(column))?.bytes == bytes) }
        }
        await server.waitForRequests(20 + TileReadAhead.depth)
        #expect(server.requests.count == 20 + TileReadAhead.depth)
        #expect(Set(server.paths).count == server.paths.count)
    }

    @Test func `a sparse pyramid has the tiles that the server has, each requested once`() async throws {
        let bytes = tile
        let server = try ScriptedServer { request in
            request.path.hasPrefix("/3/1/") ? .init(404) : .init(200, bytes, headers: ["Cache-Control": "no-store"])
        }
        defer { server.close() }
        let source = source(server)
        let found = try await withBlockingWork { () throws -> [TileIndex] in
            var found: [TileIndex] = []
            try source.forEachStoredTile { index, tile in
                #expect(tile.byteCount == bytes.count)
                let read = try source.read(index)?.bytes
                #expect(read == bytes)
                found.append(index)
            }
            return found
        }
        #expect(Set(found) == Set(smallPyramid.indices.filter { $0.level != 3 || $0.column != 1 }))
        #expect(Set(server.paths).count == smallPyramid.tileCount)
        #expect(server.requests.count == smallPyramid.tileCount)
    }

    @Test func `without gaps every tile counts as there, and nothing is requested`() async throws {
        let server = try ScriptedServer { _ in .init(404) }
        defer { server.close() }
        let source = source(server) { $0.isSparse = false }
        var count = 0
        try source.forEachStoredTile { index, tile in
            #expect(tile.byteCount == 0)
            count += 1
        }
        #expect(count == smallPyramid.tileCount && server.requests.isEmpty)
        #expect(try source.anyTile(of: 2) == TileIndex(level: 2, column: 0, row: 0))
    }

    @Test func `a world of tiles is not asked for one by one`() throws {
        let server = try ScriptedServer { _ in .init(404) }
        defer { server.close() }
        let source = source(server) { $0.pyramid = Pyramid(mapTilesOf: 0...19) }
        let error = #expect(throws: StoreError.self) { try source.forEachStoredTile { _, _ in } }
        #expect(error?.message.contains("there may be 366503875925 tiles") == true)
        #expect(server.requests.isEmpty)
    }

    @Test func `what a description excludes is never requested`() async throws {
        let server = try ScriptedServer { _ in .init(404) }
        defer { server.close() }
        let source = source(server) { description in
            description.coverage = TileCoverage(of: description.pyramid) { level in
                level.index == 3 ? (1..<9, 0..<1) : (0..<0, 0..<0)
            }
        }
        try await withBlockingWork { () throws in
            for index in smallPyramid.indices { #expect(try source.read(index) == nil) }
        }
        #expect(Set(server.paths) == ["/3/1/0?key=secret", "/3/2/0?key=secret"])
    }
}
