import Georeferencing
import Networking
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import RemotePyramids
@testable import TileStores

/// Maps whose descriptions name zooms that their servers do not have.
@Suite(.timeLimited) struct FinestZoomTests {
    private let network: NetworkFixture
    private let tile: [UInt8]

    init() throws {
        network = try NetworkFixture()
        tile = try pngTile()
    }

    /// A server of a map with the tiles for which a closure is true; others are answered with a status.
    private func server(
        _ json: String, refusing status: Int = 404, _ has: @escaping @Sendable (_ zoom: Int, _ x: Int, _ y: Int) -> Bool
    ) throws -> ScriptedServer {
        let bytes = tile
        return try ScriptedServer { request in
            guard request.path != "/m.json" else { return .init(200, Array(json.utf8)) }
            let numbers = request.path.dropLast(4).split(separator: "/").compactMap { Int($0) }
            guard numbers.count == 3, has(numbers[0], numbers[1], numbers[2]) else {
                return status == 200 ? .init(200, Array("<html>none</html>".utf8)) : .init(status)
            }
            return .init(200, bytes)
        }
    }

    private func json(_ members: String) -> String {
        #"{"tilejson": "3.0.0", "tiles": ["/{z}/{x}/{y}.png"], \#(members)}"#
    }

    /// The finest zoom that is found, the warnings, and the number of requests for tiles after the opening.
    private func search(
        _ server: ScriptedServer, in region: GeoBounds? = nil
    ) async throws -> (zoom: Int?, warnings: [String], requests: Int) {
        let opened = try #require(try await network.open(server.url("/m.json")))
        let before = server.requests.count
        let trimmed = try opened.withoutMissingZooms(in: region)
        #expect(trimmed.path == opened.path && trimmed.name == opened.name)
        #expect(trimmed.source.georeference?.bounds == opened.source.georeference?.bounds)
        return (trimmed.source.georeference?.zoom, trimmed.warnings, server.requests.count - before)
    }

    @Test(arguments: [404, 400, 403, 204, 200])
    func `the finest zoom with tiles is found by few requests, however a server refuses others`(
        status: Int
    ) async throws {
        let server = try server(json(#""minzoom": 0, "maxzoom": 22"#), refusing: status) { zoom, _, _ in zoom <= 14 }
        defer { server.close() }
        let (zoom, warnings, requests) = try await search(server)
        #expect(zoom == 14 && requests <= 32, "\(requests)")
        #expect(
            warnings == [
                "the zooms 15 to 22 are left out: its server has no tile of them at the places that were asked for. Name "
                    + "zooms to have all of their tiles requested."
            ])
    }

    @Test func `a finest zoom that is there costs a request, and nothing is left out`() async throws {
        let server = try server(json(#""minzoom": 0, "maxzoom": 14"#)) { zoom, _, _ in zoom <= 14 }
        defer { server.close() }
        let (zoom, warnings, requests) = try await search(server)
        #expect(zoom == 14 && warnings.isEmpty && requests == 1)
    }

    @Test(arguments: 0...20)
    func `every finest zoom is found`(last: Int) async throws {
        let server = try server(json(#""minzoom": 0, "maxzoom": 20, "bounds": [5, 45, 11, 48]"#)) { zoom, _, _ in
            zoom <= last
        }
        defer { server.close() }
        #expect(try await search(server).zoom == last)
    }

    @Test func `coarse zooms may be lacking as well`() async throws {
        let server = try server(json(#""minzoom": 0, "maxzoom": 20"#)) { zoom, _, _ in zoom == 13 }
        defer { server.close() }
        #expect(try await search(server).zoom == 13)
    }

    @Test func `fine tiles in a corner are found at the center that is named, or below coarser ones`() async throws {
        // All tiles of zoom 15 are around 8.5° east and 47.4° north; zoom 5 has this one.
        let has: @Sendable (Int, Int, Int) -> Bool = { zoom, x, y in
            let left = 17156 >> (15 - min(15, zoom))
            let top = 11472 >> (15 - min(15, zoom))
            return zoom <= 15 && (zoom <= 5 || x == left && y == top)
        }
        let center = try server(
            json(#""maxzoom": 22, "center": [8.487, 47.395, 10]"#), has)
        defer { center.close() }
        #expect(try await search(center).zoom == 15)
        let region = GeoBounds(west: 8, south: 47, east: 9, north: 48, crs: .wgs84)
        let plain = try server(json(#""maxzoom": 22"#), has)
        defer { plain.close() }
        let found = try await search(plain, in: region).zoom
        #expect(found == 15)
    }

    @Test func `a map without any tile stays as it is`() async throws {
        let server = try server(json(#""maxzoom": 22"#)) { _, _, _ in false }
        defer { server.close() }
        let (zoom, warnings, requests) = try await search(server)
        #expect(zoom == 22 && warnings.isEmpty && requests <= FinestZoomSearch.requestLimit)
    }

    @Test func `a server that fails is an error`() async throws {
        let server = try server(json(#""maxzoom": 5"#), refusing: 500) { zoom, _, _ in zoom == 0 }
        defer { server.close() }
        let opened = try #require(try await network.open(server.url("/m.json")))
        let error = await remoteError { _ = try opened.withoutMissingZooms() }
        #expect(error?.code == .inputOutput)
    }
}
