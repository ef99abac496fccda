import TiledLayers
import RemotePyramids
import TilePyramid
import Concurrency
import LayerTree
import Networking
import TestLimits
import TestSupport
import Testing
import TileStores
import VectorDrawing

@testable import TileViewing

/// A viewer that opens the address of a server, and steps through what it lists.
@Suite(.timeLimited) @MainActor struct ViewerListTests {
    private let terrain: CutTerrain

    init() async throws {
        terrain = try await CutTerrain()
    }

    /// A server with a list of two pyramids, which are the same but for their names.
    private func server(_ list: @escaping @Sendable (_ host: String) -> String) throws -> ScriptedServer {
        let files = FolderAnswers(
            folder: String(terrain.path.dropLast("/terrain.xxx".count)), conditions: FolderAnswers.Conditions())
        let port = Locked(0)
        let server = try ScriptedServer { request in
            switch request.path {
            case "/": return .init(200, Array("<!DOCTYPE html>".utf8), headers: ["Content-Type": "text/html"])
            case "/index.json": return .init(200, Array(list("http://127.0.0.1:\(port.withLock(\.self))").utf8))
            default:
                var request = request
                request.path = request.path.replacing("/other/", with: "/")
                return files.answer(to: request)
            }
        }
        port.withLock { $0 = server.port }
        return server
    }

    @Test func `the address of a server opens the first image of its list, and the keys go on`() async throws {
        let server = try server { host in
            """
            {"images": [{"name": "one", "dzi": "\(host)/terrain.dzi"}, {"name": "two", "dzi": "\(host)/other/terrain.dzi"}]}
            """
        }
        defer { server.close() }
        let stage = NetworkStage(readsLists: true)
        stage.viewer.open([server.url("/")])
        await stage.settle(server.url("/terrain.dzi"))
        #expect(stage.viewer.title == "terrain.dzi (1 of 2) - tileview" && stage.stage.messages.isEmpty)
        let first = stage.pixels()
        stage.stage.tap(" ")
        await stage.settle(server.url("/other/terrain.dzi"))
        #expect(stage.viewer.title == "terrain.dzi (2 of 2) - tileview")
        // A failed expectation of pixels would describe all of them.
        let isSame = stage.pixels() == first
        #expect(isSame)
    }

    @Test func `a server without images is a message`() async throws {
        let server = try server { _ in "{\"images\": []}" }
        defer { server.close() }
        let stage = NetworkStage(readsLists: true)
        let text = await stage.refusal(server.url("/"))
        #expect(text == "http://127.0.0.1:\(server.port): this list is empty. Open the address of an image.")
    }

    @Test func `an address that is not a list is opened as before`() async throws {
        let server = try server { _ in "" }
        defer { server.close() }
        let stage = NetworkStage(readsLists: true)
        await stage.show(server.url("/terrain.dzi"))
        #expect(stage.viewer.title == "terrain.dzi - tileview" && stage.stage.messages.isEmpty)
    }

    @Test func `the thumbnail of a pyramid at an address is its coarsest level that is large enough`() throws {
        let server = try server { _ in "" }
        defer { server.close() }
        let stage = NetworkStage()
        var options = DocumentOptions()
        options.network = stage.access
        let decoder = Thumbnails.decoder(options)
        let (buffer, full) = try decoder.decode(file: server.url("/terrain.dzi")) { _ in
            PixelSize(width: 20, height: 15)
        }
        #expect(buffer.size.width >= 20 && buffer.size.width < 40 && full.width > 500)
        let levels = Set(
            server.requests.compactMap { request in
                request.path.contains("_files/") ? request.path.split(separator: "/").dropFirst().first : nil
            })
        #expect(levels.count <= 3, "\(levels)")
    }
}
