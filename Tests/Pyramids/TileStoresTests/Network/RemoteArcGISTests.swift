import Georeferencing
import Networking
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import RemotePyramids
@testable import TileStores

@Suite(.timeLimited) struct RemoteArcGISTests {
    private let network: NetworkFixture

    init() throws { network = try NetworkFixture() }

    /// Opens the service at a path, whose description is `json`; its page for people is HTML.
    private func open(_ json: String, _ path: String = "/rest/services/b%20c/MapServer?f=json") async throws -> (
        OpenedPyramid, ScriptedServer
    ) {
        let tile = try pngTile()
        let server = try ScriptedServer { request in
            if request.path.contains("/tile/") { return .init(200, tile) }
            guard request.path.contains("f=json") else {
                return .init(200, Array("<html>".utf8), headers: ["Content-Type": "text/html"])
            }
            return .init(200, Array(json.utf8))
        }
        do {
            return (try #require(try await network.open(server.url(path))), server)
        } catch {
            server.close(keepsPort: true)
            throw error
        }
    }

    private func json(
        _ members: String = "", wkid: String = #""wkid": 102100, "latestWkid": 3857"#,
        origin: String = #""x": -20037508.342787, "y": 20037508.342787"#,
        resolutions: [Double] = (0...4).map { 156_543.03392800014 / Double(1 << $0) },
        extent: String = #""xmin": 556597.45, "ymin": 5621521.48, "xmax": 1669792.36, "ymax": 7361866.11"#
    ) -> String {
        let lods = resolutions.enumerated().map { #"{"level": \#($0), "resolution": \#($1), "scale": 1}"# }
        return """
            {"currentVersion": 10.81, "mapName": "Layers", "copyrightText": "A &amp; B", \(members)
            "tileInfo": {"rows": 256, "cols": 256, "dpi": 96, "format": "MIXED", "origin": {\(origin)},
            "spatialReference": {\(wkid)}, "lods": [\(lods.joined(separator: ","))]},
            "fullExtent": {\(extent), "spatialReference": {\(wkid)}}}
            """
    }

    private func url(_ opened: OpenedPyramid, _ level: Int, _ column: Int, _ row: Int) throws -> String {
        let source = try #require(opened.source as? RemoteTileSource)
        let url = try #require(URLReference(source.request(TileIndex(level: level, column: column, row: row)).url))
        return url.path + (url.query.map { "?\($0)" } ?? "")
    }

    @Test func `a cached service in Web Mercator is a map`() async throws {
        let (opened, server) = try await open(json(#""singleFusedMapCache": true,"#))
        defer { server.close() }
        #expect(opened.format == .arcGIS && opened.name == "b c" && opened.source.format == .png)
        #expect(opened.source.georeference?.zoom == 4 && opened.source.attribution == "A & B")
        #expect(opened.source.pyramid.levels.count == 5)
        // 5 to 15 degrees east, 45 to 55 degrees north.
        #expect((0...4).map { opened.source.mostTiles(of: $0) } == [1, 1, 1, 1, 1])
        #expect(try url(opened, 4, 8, 5) == "/rest/services/b%20c/MapServer/tile/4/5/8")
    }

    @Test(arguments: ["/a/MapServer", "/a/MapServer/", "/a/ImageServer", "/a/mapserver?token=x"])
    func `the address of its page is enough`(path: String) async throws {
        let (opened, server) = try await open(json(), path)
        defer { server.close() }
        let token = path.contains("token") ? "?token=x" : ""
        #expect(try url(opened, 0, 0, 0).hasSuffix("/tile/0/0/0\(token)"))
    }

    @Test func `a service in another system has levels of any ratio, and begins with its extent`() async throws {
        let (opened, server) = try await open(
            json(
                #""minLOD": 1,"#, wkid: #""wkid": 27700"#, origin: #""x": -5220400, "y": 4470200"#,
                resolutions: [1000, 500, 200, 50],
                extent: #""xmin": 0, "ymin": 0, "xmax": 700000, "ymax": 1300000"#))
        defer { server.close() }
        let pyramid = opened.source.pyramid
        #expect(pyramid.levels.map(\.downsample) == [10, 4, 1] && opened.source.georeference == nil)
        // The extent begins 5,220,400 m east and 3,170,200 m south of the corner: at pixel 10440.8 and 6340.4 of 500 m.
        #expect(pyramid.levels.map(\.origin.x) == [10440, 26100, 104_400])
        #expect(pyramid.levels.map(\.origin.y) == [6340, 15850, 63400])
        #expect(try url(opened, 0, 0, 0).hasSuffix("/tile/1/24/40"))
        #expect(try url(opened, 2, 0, 0).hasSuffix("/tile/3/247/407"))
    }

    @Test func `what has no cached images is refused with a reason`() async throws {
        let cases = [
            (#"{"currentVersion": 10.8, "singleFusedMapCache": false, "fullExtent": {}}"#, "draws its maps on request"),
            (json(#""singleFusedMapCache": false,"#), "draws its maps on request"),
            (json(#""type": "indexedVector", "resourceInfo": {},"#), "these are vector tiles"),
            (#"{"error": {"code": 499, "message": "Token Required"}}"#, "refuses the request: Token Required."),
            (json(resolutions: []), "has no levels of detail"),
            (json(origin: #""x": 1e300, "y": 0"#), "is not within"),
            (json().replacing("256", with: "0"), "tileInfo.rows"),
            (json().replacing(#""cols": 256"#, with: #""cols": 512"#), "its tiles have 256×256 pixels"),
        ]
        for (json, reason) in cases {
            let error = await remoteError { _ = try await open(json) }
            #expect(error?.message.contains(reason) == true, "\(reason): \(error.map { "\($0)" } ?? "")")
        }
    }
}
