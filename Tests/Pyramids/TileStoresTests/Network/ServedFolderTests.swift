import Foundation
import Networking
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileStores

/// The pyramids that the stores write, served as files.
@Suite(.timeLimited) struct ServedFolderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes a pyramid of 600×410 pixels in tiles of 128, and returns the files and the source of the folder.
    private func make(
        _ format: PyramidFormat, named name: String = "big", rounding: PyramidShape.Rounding? = nil
    ) async throws -> (files: [String: [UInt8]], local: OpenedPyramid) {
        var target = PyramidTarget(format)
        target.rounding = rounding
        var fixture = try TIFFPyramidFixture()
        fixture.pyramid = Pyramid(size: PixelSize(width: 600, height: 410), tileSize: 128, shape: target.shape)
        let store = try target.makeStore(at: folder.path(name), pyramid: fixture.pyramid, format: .jpeg)
        for index in fixture.pyramid.indices {
            let tile = try fixture.tile(index)
            try store.write(tile.span.bytes, format: .jpeg, at: index)
        }
        if let images = store as? any LevelImageStore {
            for level in images.wholeLevels {
                let image = try fixture.tile(
                    TileIndex(level: level, column: 0, row: 0), size: fixture.pyramid.levels[level].size)
                try images.write(wholeLevel: level, image.span.bytes, format: .jpeg)
            }
        }
        try store.finish()
        let local = try #require(try await Pyramids.open(folder.path))
        return (try folder.files().mapValues { [UInt8]($0) }, local)
    }

    /// Expects the same tiles of both pyramids.
    private func expectEqual(_ remote: OpenedPyramid, _ local: OpenedPyramid) async throws {
        #expect(remote.source.format == local.source.format)
        #expect(remote.source.pyramid == local.source.pyramid)
        let indices = Array(local.source.pyramid.indices)
        let remote = remote.source
        let local = local.source
        try await withBlockingWork { () throws in
            for index in indices { #expect(try remote.read(index) == local.read(index), "\(index)") }
            let outside = TileIndex(level: 0, column: 0, row: 1 << 20)
            #expect(try remote.read(outside) == nil && remote.storedTile(outside) == nil)
        }
    }

    @Test(arguments: [
        (PyramidFormat.deepZoom, "big.dzi", ["/big_files/0/0_0.jpg"]),
        (.zoomify, "big/ImageProperties.xml", ["/big/TileGroup0/0-0-0.jpg"]),
        (.iiif, "big/info.json", ["/big/full/75,52/0/default.jpg"]),
        (.iiif2, "big/info.json", ["/big/full/75,/0/default.jpg"]),
        (.xyz, "big/tiles.json", ["/big/0/0/0.jpg"]),
        (.tms, "big/tilemapresource.xml", ["/big/0/0/0.jpg"]),
    ])
    func `a description is opened with few requests, and the tiles are those of the folder`(
        format: PyramidFormat, name: String, requests: [String]
    ) async throws {
        let (files, local) = try await make(format)
        let server = try serving(files)
        defer { server.close() }
        let remote = try #require(try await NetworkFixture().open(server.url("/\(name)")))
        #expect(remote.format == format)
        #expect(server.paths == (["/\(name)"] + requests).sorted())
        try await expectEqual(remote, local)
    }

    @Test(arguments: [(PyramidFormat.zoomify, ""), (.iiif, "/"), (.xyz, "/"), (.tms, "")])
    func `the address of a folder is enough`(format: PyramidFormat, slash: String) async throws {
        let (files, local) = try await make(format)
        let server = try serving(files)
        defer { server.close() }
        let remote = try #require(try await NetworkFixture().open(server.url("/big\(slash)")))
        try await expectEqual(remote, local)
    }

    @Test func `sizes of Zoomify that are rounded up are recognized by a tile`() async throws {
        let (files, local) = try await make(.zoomify, rounding: .up)
        let server = try serving(files)
        defer { server.close() }
        let remote = try #require(try await NetworkFixture().open(server.url("/big/ImageProperties.xml")))
        try await expectEqual(remote, local)
    }

    @Test func `a token in the query goes with each tile`() async throws {
        let (files, _) = try await make(.deepZoom)
        let server = try serving(files)
        defer { server.close() }
        let remote = try #require(try await NetworkFixture().open(server.url("/big.dzi?token=secret")))
        #expect(remote.path == server.url("/big.dzi") && remote.name == "big.dzi")
        #expect(server.paths.last == "/big_files/0/0_0.jpg?token=secret")
        let index = TileIndex(level: 0, column: 0, row: 0)
        #expect(remote.source.fileName(of: index) == server.url("/big_files/0/0_0.jpg"))
    }

    @Test func `a token in the query goes to no other host`() async throws {
        let (files, _) = try await make(.deepZoom)
        let tiles = try serving(files)
        defer { tiles.close() }
        let json = """
            {"Image": {"Url": "\(tiles.url("/big_files/"))", "Format": "jpg", "Overlap": 0, "TileSize": 128,
            "Size": {"Width": 600, "Height": 410}}}
            """
        let server = try serving(["big.js": Array(json.utf8)])
        defer { server.close() }
        var network = try NetworkFixture()
        network.access.allowedHosts = ["127.0.0.1:\(tiles.port)"]
        #expect(try await network.open(server.url("/big.js?token=secret")) != nil)
        #expect(tiles.paths == ["/big_files/0/0_0.jpg"])
    }

    @Test(arguments: [
        (PyramidFormat.deepZoom, PyramidShape.Rounding?.none, "big.dzi"), (.zoomify, .up, "big/ImageProperties.xml"),
        (.iiif, nil, "big/info.json"),
    ])
    func `a server that refuses what it does not have is read as one that says so`(
        format: PyramidFormat, rounding: PyramidShape.Rounding?, name: String
    ) async throws {
        let (files, local) = try await make(format, rounding: rounding)
        let kept = files.filter { name, _ in !(0...5).contains { name.hasPrefix("big_files/\($0)/") } }
        let server = try ScriptedServer { request in
            kept[String(request.path.dropFirst())].map { .init(200, $0) } ?? .init(403)
        }
        defer { server.close() }
        let remote = try #require(try await NetworkFixture().open(server.url("/\(name)")))
        #expect(
            remote.source.pyramid.presentLevels == (format == .deepZoom ? 6..<11 : local.source.pyramid.presentLevels))
        #expect(remote.source.pyramid.size == local.source.pyramid.size)
    }

    @Test(arguments: [(PyramidFormat.deepZoom, "big.dzi"), (.zoomify, "big/ImageProperties.xml")])
    func `a server that refuses every tile is an error`(format: PyramidFormat, name: String) async throws {
        let (files, _) = try await make(format)
        let description = try #require(files[name])
        let server = try ScriptedServer { request in
            request.path == "/\(name)" ? .init(200, description) : .init(403)
        }
        defer { server.close() }
        let error = await remoteError { _ = try await NetworkFixture().open(server.url("/\(name)")) }
        #expect(error?.message.contains("403 (forbidden)") == true)
    }

    @Test func `a Deep Zoom pyramid without coarse levels has those that have tiles`() async throws {
        let (files, _) = try await make(.deepZoom)
        let server = try serving(files.filter { name, _ in !(0...5).contains { name.hasPrefix("big_files/\($0)/") } })
        defer { server.close() }
        let remote = try #require(try await NetworkFixture().open(server.url("/big.dzi")))
        #expect(remote.source.pyramid.presentLevels == 6..<11)
    }

    @Test(arguments: [
        #"{"Image": {"xmlns": "a", "Url": "URL", "Format": "jpg", "Overlap": "0", "TileSize": "128", "Size": {"Width": "600", "Height": 410}}}"#,
        #" call_1({"Image": {"Format": "jpg", "Overlap": 0, "TileSize": 128, "Size": {"Width": 600, "Height": 410}}});"#,
    ])
    func `Deep Zoom may be described in JSON, and in a call`(json: String) async throws {
        var (files, local) = try await make(.deepZoom)
        files["big.js"] = Array(json.replacing("URL", with: "/big_files").utf8)
        let server = try serving(files)
        defer { server.close() }
        try await expectEqual(try #require(try await NetworkFixture().open(server.url("/big.js"))), local)
    }

    @Test func `a redirect moves the tiles with the description`() async throws {
        let (files, local) = try await make(.deepZoom)
        let server = try ScriptedServer { request in
            if request.path == "/old/x.dzi" { return .init(302, headers: ["Location": "/big.dzi"]) }
            return files[String(request.path.dropFirst())].map { .init(200, $0) } ?? .init(404)
        }
        defer { server.close() }
        try await expectEqual(try #require(try await NetworkFixture().open(server.url("/old/x.dzi"))), local)
    }

    @Test func `what is not a description is not a pyramid`() async throws {
        let server = try serving([
            "a.txt": Array("words".utf8), "a.svg": Array("<svg/>".utf8), "a.json": Array(#"{"a": 1}"#.utf8),
            "page": Array("<!DOCTYPE html><html>".utf8), "a.jpg": [0xFF, 0xD8, 0xFF],
        ])
        defer { server.close() }
        for name in ["a.txt", "a.svg", "a.json", "page", "a.jpg", "missing"] {
            #expect(try await NetworkFixture().open(server.url("/\(name)")) == nil, "\(name)")
        }
    }
}

/// Runs code that blocks on a thread of its own.
func withBlockingWork<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body() }) }
    }
}
