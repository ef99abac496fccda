import VectorDrawing
import Compositing
import LayerTree
import Networking
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores
import TiledLayers

@testable import TileViewing

/// Maps over the network whose coarsest zoom has many tiles.
@MainActor
@Suite(.timeLimited) struct CoarselessMapTests {
    /// A server of a TileJSON with zooms, whose tiles are green, but for those that are missing.
    private func server(
        _ zooms: ClosedRange<Int>, _ members: String = "", side: Int = 64,
        missing: @escaping @Sendable (String) -> Int? = { _ in nil }
    ) throws -> ScriptedServer {
        let tile = PNGFixture(width: side, height: side) { _, _, channel in channel == 1 ? 200 : 40 }.encoded()
        return try ScriptedServer { request in
            if request.path == "/tiles.json" {
                let json = """
                    {"tilejson": "3.0.0", "tiles": ["/{z}/{x}/{y}.png"], \(members)
                    "minzoom": \(zooms.lowerBound), "maxzoom": \(zooms.upperBound)}
                    """
                return .init(200, Array(json.utf8))
            }
            return missing(request.path).map { .init($0) } ?? .init(200, tile)
        }
    }

    private func settings(_ url: String, _ stage: NetworkStage) -> ViewerSettings {
        var opening = DocumentOptions()
        opening.network = stage.access
        var settings = ViewerSettings(loader: TileLoader())
        settings.size = PixelSize(width: 160, height: 120)
        settings.features = []
        settings.open = { [opening] in try Document(opening: $0, options: opening) }
        return settings
    }

    @Test func `all of the map is covered at first, by tiles that are composed`() async throws {
        let server = try server(3...5)
        defer { server.close() }
        let stage = NetworkStage()
        await stage.show(server.url("/tiles.json"))
        let viewer = stage.viewer
        #expect(viewer.tiles?.image.composedLevelCount == 3 && viewer.document?.size.width == 2048)
        await stage.frames { $0.tiles?.missingTiles.isEmpty == true }
        #expect(StatusValues(viewer.status).loading == nil && viewer.tiles?.lastFrame?.blanks.isEmpty == true)
    }

    @Test func `a screenshot of a small size is whole, of 64 requests`() async throws {
        let server = try server(3...5)
        defer { server.close() }
        let screenshot = try Screenshot.take(of: server.url("/tiles.json"), settings("", NetworkStage()))
        #expect(screenshot.failures.isEmpty && screenshot.error == nil)
        let snapshot = Compositor(workerCount: 1).draw(screenshot.frame)
        // The square of the map is 120 pixels wide.
        let isGreen = (21..<139).allSatisfy { x in (1..<119).allSatisfy { snapshot[x, $0] == 0xFF28_C828 } }
        #expect(isGreen)
        let tiles = server.requests.map(\.path).filter { $0.hasPrefix("/3/") }
        #expect(
            Set(tiles).count == 64
                && server.requests.map(\.path).filter { $0.hasPrefix("/4/") || $0.hasPrefix("/5/") }.isEmpty)
    }

    @Test func `a screenshot in which a tile is missing for a fault is none without a failure`() async throws {
        let server = try server(3...5) { $0 == "/3/2/2.png" ? 403 : $0 == "/3/1/1.png" ? 404 : nil }
        defer { server.close() }
        let screenshot = try Screenshot.take(of: server.url("/tiles.json"), settings("", NetworkStage()))
        #expect(screenshot.failures.count == 1 && screenshot.failures[0].contains("/3/2/2.png"))
    }

    @Test func `a map of too many tiles begins with a part around its center`() async throws {
        let server = try server(7...8, #""center": [90, 0, 7],"#, side: 16)
        defer { server.close() }
        let stage = NetworkStage()
        await stage.show(server.url("/tiles.json"))
        let view = stage.viewer.currentView
        let size = try #require(stage.viewer.document?.size)
        #expect(abs(view.center.x - Double(size.width) * 0.75) < 2 && abs(view.center.y - Double(size.height) / 2) < 2)
        await stage.frames { $0.tiles?.missingTiles.isEmpty == true }
        #expect(stage.viewer.tiles?.lastFrame?.blanks.isEmpty == true)
        // Half of 2048 tiles in view, and those at the edges, once all have been requested.
        let tiles = Set(server.requests.map(\.path).filter { $0.hasPrefix("/7/") })
        #expect((1000...2048).contains(tiles.count), "\(tiles.count)")
    }
}
