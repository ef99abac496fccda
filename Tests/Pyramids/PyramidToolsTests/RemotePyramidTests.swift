import Concurrency
import Foundation
import Networking
import PyramidTools
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import RemotePyramids
@testable import TileContainers
@testable import TileStores

/// Reports, checks and conversions of pyramids that are read over the network.
@Suite(.timeLimited) struct RemotePyramidTests {
    private let fixture: PyramidFixture
    private let cache: TemporaryFolder

    init() throws {
        fixture = try PyramidFixture()
        cache = try TemporaryFolder()
        try fixture.makeImage(300, 200)
    }

    private var access: NetworkAccess {
        NetworkAccess(client: CachedHTTPClient(cache: HTTPCache(path: cache.path("http.sqlite"))))
    }

    /// Serves files by their paths.
    private func serve(_ files: [String: Data]) throws -> ScriptedServer {
        try ScriptedServer { request in
            files[String(request.path.dropFirst())].map { .init(200, [UInt8]($0)) } ?? .init(404)
        }
    }

    private func open(_ url: String) async throws -> OpenedPyramid {
        let answer = try await access.client.answer(to: HTTPRequest(url))
        let response = DescribedPyramid.Response(bytes: answer.body, isComplete: true, contentType: "", url: url)
        return try #require(try await DescribedPyramid.open(url, response: response, access: access))
    }

    private func read(_ opened: OpenedPyramid) throws -> [TileIndex: [UInt8]] {
        var tiles: [TileIndex: [UInt8]] = [:]
        try opened.source.forEachStoredTile { index, _ in tiles[index] = try opened.source.read(index)?.bytes }
        return tiles
    }

    @Test func `a report requests no tile, and does not count them`() async throws {
        _ = try await fixture.cut()
        let server = try serve(fixture.folder.files())
        defer { server.close() }
        let opened = try await open(server.url("/big.dzi"))
        let before = server.requests.count
        let report = try PyramidReport(opened)
        #expect(!report.isCounted && report.path == server.url("/big.dzi") && report.bytes == 0)
        #expect(report.levels.map(\.tiles) == report.levels.map(\.level.grid.count))
        #expect(server.requests.count == before)
    }

    @Test func `every tile is checked, and one that is missing or damaged is an issue`() async throws {
        let local = try await fixture.cut()
        var files = try fixture.folder.files()
        let intact = try serve(files)
        defer { intact.close() }
        let valid = try await PyramidVerifier(open(intact.url("/big.dzi"))).verify()
        #expect(valid.isValid && valid.checkedTiles == local.source.pyramid.tileCount, "\(valid.issues)")
        files["big_files/9/1_1.jpg"] = nil
        files["big_files/9/2_1.jpg"] = Data("words".utf8)
        let damaged = try serve(files)
        defer { damaged.close() }
        let checked = try await PyramidVerifier(open(damaged.url("/big.dzi"))).verify()
        #expect(
            checked.issues.map(\.location) == [
                damaged.url("/big_files/9/1_1.jpg"), damaged.url("/big_files/9/2_1.jpg"),
            ])
        #expect(checked.issues.first?.message == "this tile is missing.")
    }

    @Test func `a conversion copies the tiles, each of which is requested once`() async throws {
        let local = try await fixture.cut()
        let server = try serve(fixture.folder.files())
        defer { server.close() }
        var options = ConversionOptions()
        options.target = PyramidTarget(.szi)
        let plan = try ConversionPlan(await open(server.url("/big.dzi")), options: options)
        let store = try plan.target.makeStore(
            at: fixture.folder.path("new.szi"), pyramid: plan.pyramid, format: plan.format)
        let summary = try await plan.convert(into: store)
        #expect(summary.copiedTiles == local.source.pyramid.tileCount && summary.recutTiles == 0)
        #expect(try read(fixture.open("new.szi")) == read(local))
        let paths = server.requests.map(\.path).filter { $0.contains("_files") }
        #expect(Set(paths).count == paths.count && paths.count == local.source.pyramid.tileCount)
    }

    @Test func `a conversion ends with a tile that is missing`() async throws {
        _ = try await fixture.cut()
        var files = try fixture.folder.files()
        files["big_files/9/1_1.jpg"] = nil
        let server = try serve(files)
        defer { server.close() }
        var options = ConversionOptions()
        options.target = PyramidTarget(.szi)
        let plan = try ConversionPlan(await open(server.url("/big.dzi")), options: options)
        let store = try plan.target.makeStore(
            at: fixture.folder.path("new.szi"), pyramid: plan.pyramid, format: plan.format)
        let error = await #expect(throws: StoreError.self) { try await plan.convert(into: store) }
        #expect(error?.path == server.url("/big_files/9/1_1.jpg") && error?.message.contains("is missing") == true)
        #expect(!fixture.folder.contents().contains("new.szi"))
    }

    @Test func `a conversion of an address is resumed, and one of another query is another`() async throws {
        let local = try await fixture.cut()
        let files = Locked(try fixture.folder.files())
        let server = try ScriptedServer { request in
            let name = String(request.path.dropFirst().prefix { $0 != "?" })
            return files.withLock { $0[name] }.map { .init(200, [UInt8]($0)) } ?? .init(403)
        }
        defer { server.close() }
        let missing = files.withLock { $0.removeValue(forKey: "big_files/8/1_1.jpg") }
        func plan(_ query: String) async throws -> ConversionPlan {
            let access = NetworkAccess(client: CachedHTTPClient(cache: nil))
            let opened = try #require(
                try await Pyramids.open(.url(server.url("/big.dzi" + query)), network: access))
            var options = ConversionOptions()
            options.target = PyramidTarget(.deepZoom)
            options.threads = 1
            return try ConversionPlan(opened, options: options)
        }
        func convert(_ plan: ConversionPlan) async throws -> ConversionSummary {
            var options = StoreOptions()
            options.resumes = true
            options.fingerprint = plan.fingerprint
            return try await plan.convert(
                into: try plan.target.makeStore(
                    at: fixture.folder.path("new"), pyramid: plan.pyramid, format: plan.format, options: options))
        }
        let first = try await plan("?key=secret")
        #expect(!first.fingerprint.contains("secret"))
        await #expect(throws: StoreError.self) { try await convert(first) }
        files.withLock { $0["big_files/8/1_1.jpg"] = missing }
        let other = try await plan("?key=other")
        let error = await #expect(throws: StoreError.self) { try await convert(other) }
        #expect(error?.code == .fingerprintMismatch)
        let summary = try await convert(try await plan("?key=secret"))
        #expect(summary.resumedTiles > 0)
        #expect(summary.resumedTiles + summary.copiedTiles == local.source.pyramid.tileCount)
        #expect(try read(fixture.open("new.dzi")) == read(local))
    }

    @Test func `of a map those tiles are converted that the server has`() async throws {
        let tile = try MapNaming.blankTile(side: 256)
        let server = try ScriptedServer { request in
            request.path.hasSuffix(".png") && !request.path.hasPrefix("/2/1/") ? .init(200, tile) : .init(404)
        }
        defer { server.close() }
        var access = access
        access.zooms = 0...2
        let opened = try await DescribedPyramid.openTemplate(server.url("/{z}/{x}/{y}.png"), access: access)
        var options = ConversionOptions()
        options.target = PyramidTarget(.pmtiles)
        let plan = try ConversionPlan(opened, options: options)
        let store = try plan.target.makeStore(
            at: fixture.folder.path("new.pmtiles"), pyramid: plan.pyramid, format: plan.format)
        let summary = try await plan.convert(into: store)
        #expect(summary.copiedTiles == 17)
        #expect(try read(fixture.open("new.pmtiles")).count == 17)
    }

    @Test func `a world of tiles is not converted`() async throws {
        let tile = try MapNaming.blankTile(side: 256)
        let server = try ScriptedServer { _ in .init(200, tile) }
        defer { server.close() }
        let opened = try await DescribedPyramid.openTemplate(server.url("/{z}/{x}/{y}.png"), access: access)
        var options = ConversionOptions()
        options.target = PyramidTarget(.pmtiles)
        let error = #expect(throws: StoreError.self) { try ConversionPlan(opened, options: options) }
        #expect(error?.message.contains("Open fewer zooms") == true)
    }
}
