import Concurrency
import Foundation
import LayerTree
import Networking
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) @MainActor struct ViewerNetworkTests {
    private let folder: TemporaryFolder
    private let terrain: CutTerrain

    init() async throws {
        folder = try TemporaryFolder()
        terrain = try await CutTerrain()
    }

    private var cache: String { folder.path("http.sqlite") }

    private func files(_ terrain: CutTerrain? = nil, _ change: (inout FolderAnswers.Conditions) -> Void = { _ in })
        -> FolderAnswers
    {
        var conditions = FolderAnswers.Conditions()
        change(&conditions)
        let path = (terrain ?? self.terrain).path
        return FolderAnswers(folder: String(path.dropLast("/terrain.xxx".count)), conditions: conditions)
    }

    /// The pixels of the file without a network.
    private func expected(_ terrain: CutTerrain? = nil) async -> [UInt32] {
        let stage = NetworkStage()
        await stage.show((terrain ?? self.terrain).path)
        return stage.pixels()
    }

    private nonisolated static func isTile(_ request: ScriptedServer.Request) -> Bool {
        request.path.contains("_files/10/")
    }

    /// The column of a tile.
    private nonisolated static func column(_ request: ScriptedServer.Request) -> Int {
        request.path.split(separator: "/").last.flatMap { Int($0.prefix { $0 != "_" }) } ?? 0
    }

    @Test func `a view has the pixels of the file though answers break off, and again without the server`() async throws
    {
        let files = files { $0.brokenOffShare = 1.0 / 3 }
        let server = try ScriptedServer { files.answer(to: $0) }
        let url = server.url("/terrain.dzi")
        var limits = HTTPLimits.impatient
        limits.retries = 30
        let expected = await expected()
        let first = NetworkStage(cache: cache, limits: limits)
        await first.show(url)
        #expect(first.pixels() == expected)
        #expect(files.counts.brokenOff > 0 && files.counts.repeated == 0)
        #expect(!first.viewer.status.isOffline && first.stage.messages.isEmpty)
        server.close(keepsPort: true)

        let second = first.restarted()
        await second.show(url)
        await second.frames { $0.status.isOffline }
        #expect(second.pixels() == expected && second.stage.messages.isEmpty)
    }

    @Test func `what a dying server has sent stays, the rest fails, and F5 loads it when the server is back`()
        async throws
    {
        let files = files()
        let gate = Gate()
        defer { gate.open() }
        let server = try ScriptedServer { request in
            if Self.isTile(request), Self.column(request) >= 3 { gate.wait() }
            return files.answer(to: request)
        }
        let url = server.url("/terrain.dzi")
        let expected = await expected()
        // Tiles that are held take no connection from others.
        var limits = HTTPLimits.impatient
        var options = CurlOptions()
        limits.requestsPerHost = 40
        limits.requests = 40
        options.connectionsPerHost = 40
        options.connectionLimit = 40
        let stage = NetworkStage(cache: cache, limits: limits, options: options)
        stage.viewer.open([url])
        await stage.frames { $0.document != nil && $0.status.loadingTiles == 16 }
        #expect(!stage.viewer.status.isOffline)
        server.close(keepsPort: true)
        await stage.frames { $0.status.failedTiles.count == 16 && $0.status.isOffline }
        stage.stage.frame()
        #expect(stage.stage.messages.count == 1, "one line about all sixteen")
        stage.dismissMessages()
        let seen = stage.pixels()
        let left = (0..<600).flatMap { row in (0..<300).map { row * 800 + $0 } }
        #expect(left.allSatisfy { seen[$0] == expected[$0] }, "what was loaded stays")
        let isWhole = seen == expected
        #expect(!isWhole)

        let revived = try await revive(server.port) { files.answer(to: $0) }
        defer { revived.close() }
        stage.stage.tap(.function(5))
        await stage.frames { $0.isSettled && $0.status.failedTiles.isEmpty && !$0.status.isOffline }
        stage.dismissMessages()
        // A failed expectation of pixels would describe all of them.
        let isWholeAgain = stage.pixels() == expected
        #expect(isWholeAgain)
        let loaded = Set(server.requests.filter { !Self.isTile($0) || Self.column($0) < 3 }.map(\.path))
        let paths = revived.requests.map(\.path)
        #expect(Set(paths).count == paths.count && loaded.isDisjoint(with: paths), "nothing is loaded twice")
    }

    /// A server at the port of one that has ended, which is free a moment later.
    private func revive(_ port: Int, _ answer: @escaping ChangingServer.Answers) async throws -> ScriptedServer {
        while true {
            if let server = try? ScriptedServer(port: port, answer) { return server }
            await Task.yield()
        }
    }

    @Test func `the status says that the server is gone as soon as the check of a kept tile fails`() async throws {
        let files = files()
        let gate = Gate()
        defer { gate.open() }
        let changing = try ChangingServer { files.answer(to: $0).stale }
        let url = changing.server.url("/terrain.dzi")
        let first = NetworkStage(cache: cache)
        await first.show(url)
        changing.set { request in
            if request.path.contains("_files/") { gate.wait() }
            return files.answer(to: request).stale
        }
        let second = first.restarted()
        await second.show(url)
        #expect(!second.viewer.status.isOffline)
        let pixels = second.pixels()
        changing.server.close(keepsPort: true)
        // No input makes a frame.
        await second.frames { $0.status.isOffline }
        #expect(second.pixels() == pixels && second.stage.messages.isEmpty)
    }

    @Test func `a tile that has changed is shown as it was, and then as it is`() async throws {
        let old = files()
        let new = try await CutTerrain(seed: 4)
        let newFiles = files(new)
        let changing = try ChangingServer { old.answer(to: $0).stale }
        defer { changing.server.close() }
        let url = changing.server.url("/terrain.dzi")
        let before = await expected()
        let after = await expected(new)
        #expect(before != after)
        let first = NetworkStage(cache: cache)
        await first.show(url)
        #expect(first.pixels() == before)

        let gate = Gate()
        defer { gate.open() }
        changing.set { request in
            if request.path.contains("_files/") { gate.wait() }
            return newFiles.answer(to: request).stale
        }
        let second = first.restarted()
        await second.show(url)
        #expect(second.pixels() == before, "nothing waits for the server")
        gate.open()
        var isNew = false
        while !isNew {
            await second.frames { $0.isSettled }
            isNew = second.pixels() == after
            if !isNew { await Task.yield() }
        }
        #expect(second.stage.messages.isEmpty)
    }

    @Test func `a busy server is asked again when it wants to be, which may be a date`() async throws {
        let files = files()
        let refused = Locked(false)
        let server = try ScriptedServer { request in
            guard Self.isTile(request),
                refused.withLock({ wasRefused in
                    defer { wasRefused = true }
                    return !wasRefused
                })
            else { return files.answer(to: request) }
            // The date is over; a date that is not understood would be a pause of minutes.
            return .init(429, headers: ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"])
        }
        defer { server.close() }
        var limits = HTTPLimits.impatient
        limits.pause = 300
        let stage = NetworkStage(limits: limits)
        await stage.show(server.url("/terrain.dzi"))
        #expect(await stage.pixels() == expected())
        #expect(refused.withLock(\.self) && stage.stage.messages.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a file in one piece has the pixels of a file on a disk, whether or not the server sends parts`(
        sendsParts: Bool
    ) async throws {
        let terrain = try await CutTerrain(format: .szi)
        let files = files(terrain)
        let server = try ScriptedServer { request in
            var request = request
            if !sendsParts { request.headers["range"] = nil }
            return files.answer(to: request)
        }
        let url = server.url("/terrain.szi")
        let first = NetworkStage(cache: cache)
        await first.show(url)
        #expect(await first.pixels() == expected() && first.stage.messages.isEmpty)
        #expect(files.counts.repeated == 0)
        server.close(keepsPort: true)
        await server.waitForNoConnections()

        let second = first.restarted()
        await second.show(url)
        #expect(await second.pixels() == expected() && second.stage.messages.isEmpty)
        #expect(second.viewer.status.isOffline)
    }

    @Test func `tiles that are waited for have no threads of their own`() async {
        await #expect(processExitsWith: .success) {
            try await Self.waitForManyTiles()
        }
    }

    private static func waitForManyTiles() async throws {
        let gate = Gate()
        let server = try ScriptedServer { request in
            if request.path == "/big.dzi" { return .init(200, Array(description.utf8)) }
            let level = request.path.split(separator: "/").dropFirst().first.flatMap { Int($0) } ?? 0
            // The opening looks at the coarse levels.
            if level <= 7 {
                let size = PixelSize(width: (20000 - 1) >> (15 - level) + 1, height: (15000 - 1) >> (15 - level) + 1)
                return (try? DocumentScene.tile(size)).map { .init(200, $0) } ?? .init(404)
            }
            gate.wait()
            return .init(404)
        }
        let stage = NetworkStage()
        stage.viewer.resize(to: PixelSize(width: 2000, height: 1500), scale: 1)
        stage.viewer.open([server.url("/big.dzi")])
        await stage.frames { $0.status.loadingTiles >= 250 && stage.access.client.client.requestCount >= 20 }
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        // Among them are six of the server's connections, and those of the loader's workers, which Dispatch keeps for a while.
        #expect(threads < 80)
        gate.open()
        await stage.frames { $0.status.loadingTiles == 0 }
        server.close(keepsPort: true)
    }

    private nonisolated static let description =
        #"<Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="png" Overlap="0" TileSize="128">"#
        + #"<Size Width="20000" Height="15000"/></Image>"#

    @Test func `another file ends the transfers of the former one`() async throws {
        let files = files()
        let server = try ScriptedServer { request in
            var answer = files.answer(to: request)
            // Tiles dribble.
            if request.path.contains("_files/") { answer.secondsPerByte = 0.05 }
            return answer
        }
        defer { server.close() }
        let stage = NetworkStage()
        stage.viewer.open([server.url("/terrain.dzi")])
        await stage.frames { $0.status.loadingTiles == 28 }
        await server.waitForRequests(3)
        await stage.show(terrain.path)
        // Connections end with their transfers, and the others are closed by the server's end of them.
        await stage.frames { _ in stage.access.client.client.requestCount == 0 }
        await server.waitForNoConnections()
        #expect(stage.stage.messages.isEmpty)
    }

    @Test func `another file ends the opening of the former one`() async throws {
        let server = try ScriptedServer { _ in
            var answer = ScriptedServer.Answer(200, [UInt8](repeating: 1, count: 1000))
            answer.secondsPerByte = 0.05
            return answer
        }
        defer { server.close() }
        let stage = NetworkStage()
        stage.viewer.open([server.url("/slow.dzi")])
        await server.waitForRequests(1)
        await stage.show(terrain.path)
        await server.waitForNoConnections()
        #expect(stage.access.client.client.requestCount == 0 && stage.stage.messages.isEmpty)
    }
}
