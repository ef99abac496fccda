import Georeferencing
import Networking
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import RemotePyramids
@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct RemoteMapTests {
    private var network: NetworkFixture
    private let tile: [UInt8]

    init() throws {
        network = try NetworkFixture()
        tile = try pngTile()
    }

    /// Serves a TileJSON document at `/m/tiles.json`, and one tile at any other address that begins with `/t/`.
    private func server(_ json: String) throws -> ScriptedServer {
        let bytes = tile
        return try ScriptedServer { request in
            request.path.hasPrefix("/m/tiles.json")
                ? .init(200, Array(json.utf8)) : request.path.hasPrefix("/t/") ? .init(200, bytes) : .init(404)
        }
    }

    private func urls(_ opened: OpenedPyramid, _ tiles: [(zoom: Int, column: Int, row: Int)]) throws -> [String] {
        let source = try #require(opened.source as? RemoteTileSource)
        let zoom = (source.georeference?.zoom ?? 0) - source.pyramid.finestLevel.index
        let set = TileMatrixSet(pyramid: source.pyramid, coarsestZoom: zoom)
        return try tiles.map { tile in
            let index = try #require(
                set.index(of: MapTile(zoom: tile.zoom, column: tile.column, row: tile.row)))
            return source.request(index).url
        }
    }

    @Test func `TileJSON gives zooms, bounds, names and attribution`() async throws {
        let server = try server(
            """
            {"tilejson": "2.2.0", "tiles": ["/t/a/{z}/{x}/{y}.png", "../t/b/{z}/{x}/{y}.png"], "minzoom": 3, "maxzoom": 5,
            "bounds": [5, 45, 15, 55], "name": "Alps", "attribution": "&copy; <a href='x'>All</a>", "version": "1.0.0"}
            """)
        defer { server.close() }
        let opened = try #require(try await network.open(server.url("/m/tiles.json")))
        #expect(server.paths == ["/m/tiles.json", "/t/a/3/4/2.png"])
        #expect(opened.format == .xyz && opened.name == "Alps" && opened.source.isSparse)
        #expect(opened.source.attribution == "© All")
        #expect(opened.source.properties.contains(PyramidProperty("attribution", "© All")))
        #expect(opened.source.georeference?.zoom == 5)
        #expect(opened.source.georeference?.bounds.edges == [5, 45, 15, 55])
        #expect(opened.source.pyramid.levels.map(\.grid.count) == [1, 4, 16])
        #expect(
            try urls(opened, [(3, 4, 2), (5, 16, 10), (5, 17, 10)]) == [
                server.url("/t/a/3/4/2.png"), server.url("/t/a/5/16/10.png"), server.url("/t/b/5/17/10.png"),
            ])
        let source = try #require(opened.source as? RemoteTileSource)
        #expect(source.mostTiles(of: 2) == 4, "tiles outside of the bounds are never requested")
    }

    @Test func `rows of the scheme tms are counted from the south`() async throws {
        let server = try server(
            #"{"tilejson": "3.0.0", "scheme": "tms", "tiles": ["/t/{z}/{x}/{y}"], "minzoom": 0, "maxzoom": 2}"#)
        defer { server.close() }
        let opened = try #require(try await network.open(server.url("/m/tiles.json")))
        #expect(opened.format == .tms)
        #expect(try urls(opened, [(2, 1, 0), (2, 1, 3)]) == [server.url("/t/2/1/3"), server.url("/t/2/1/0")])
    }

    @Test func `tiles of 512 pixels are measured`() async throws {
        let large = try pngTile(512)
        let server = try ScriptedServer { request in
            request.path == "/m/tiles.json"
                ? .init(200, Array(#"{"tiles": ["/t/{z}/{x}/{y}@2x.png"], "tilejson": "3.0.0", "maxzoom": 1}"#.utf8))
                : .init(200, large)
        }
        defer { server.close() }
        let opened = try #require(try await network.open(server.url("/m/tiles.json")))
        #expect(opened.source.pyramid.tileSize == 512 && opened.source.pyramid.size.width == 1024)
    }

    @Test func `an empty list of vector layers is that of images`() async throws {
        let server = try server(#"{"tilejson": "3.0.0", "tiles": ["/t/{z}/{x}/{y}.png"], "vector_layers": []}"#)
        defer { server.close() }
        #expect(try await network.open(server.url("/m/tiles.json"))?.source.format == .png)
    }

    @Test(arguments: [
        (#""maxzoom": 30"#, 0...23), (#""minzoom": 2, "maxzoom": 24"#, 2...23),
        (#""minzoom": 14, "maxzoom": 30, "bounds": [10, 45, 10.01, 45.01]"#, 14...30),
    ])
    func `zooms with sides that are too long are left out, with a warning`(
        members: String, zooms: ClosedRange<Int>
    ) async throws {
        let server = try server(#"{"tilejson": "3.0.0", "tiles": ["/t/{z}/{x}/{y}.png"], \#(members)}"#)
        defer { server.close() }
        let source = try #require(try await network.open(server.url("/m/tiles.json"))?.source as? RemoteTileSource)
        #expect(source.georeference?.zoom == zooms.upperBound && source.pyramid.levels.count == zooms.count)
        #expect(source.warnings.isEmpty == (zooms.upperBound == 30))
        if let warning = source.warnings.first {
            #expect(warning.hasPrefix("the zooms 24 to ") && warning.hasSuffix("more than 2147483648 pixels a side."))
        }
    }

    @Test func `quadkeys, edges and ratios are filled in, of the description's own host alone`() async throws {
        let server = try server(
            #"{"tilejson": "3.0.0", "tiles": ["/t/{quadkey}{r}.png", "/t/?b={bbox-epsg-3857}"], "minzoom": 1, "maxzoom": 2}"#
        )
        defer { server.close() }
        let opened = try #require(try await network.open(server.url("/m/tiles.json")))
        #expect(
            try urls(opened, [(1, 1, 1), (2, 3, 1), (2, 1, 2)]) == [
                server.url("/t/3.png"), server.url("/t/13.png"),
                server.url("/t/?b=-10018754.171394622,-10018754.171394622,0.0,0.0"),
            ])
        var dense = network
        dense.access.prefersDenseTiles = true
        let large = try #require(try await dense.open(server.url("/m/tiles.json")))
        #expect(try urls(large, [(1, 1, 1)]) == [server.url("/t/3@2x.png")])
        let foreign = #"{"tilejson": "3.0.0", "tiles": ["http://127.0.0.1:9/{quadkey}"]}"#
        let other = try self.server(foreign)
        defer { other.close() }
        let error = await remoteError { _ = try await network.open(other.url("/m/tiles.json")) }
        #expect(error?.message.contains("allow the host 127.0.0.1:9") == true)
    }

    @Test(arguments: [
        #"{"tilejson": "3.0.0", "tiles": ["/t/{z}/{x}/{y}.pbf"], "vector_layers": []}"#,
        #"{"tilejson": "3.0.0", "tiles": ["/t/{z}/{x}/{y}.mvt"]}"#,
        #"{"tilejson": "3.0.0", "tiles": ["/t/{z}/{x}/{y}"], "format": "pbf"}"#,
        #"{"tilejson": "3.0.0", "tiles": ["/t/{z}/{x}/{y}"], "vector_layers": [{"id": "roads"}]}"#,
        #"{"tilejson": "3.0.0", "tiles": ["/t/{z}/{x}/{y}"], "vector_layers": {}}"#,
    ])
    func `vector tiles are refused`(json: String) async throws {
        let server = try server(json)
        defer { server.close() }
        let error = await remoteError { _ = try await network.open(server.url("/m/tiles.json")) }
        #expect(error?.message.hasPrefix("these are vector tiles") == true)
    }

    @Test(arguments: [
        (#"{"tilejson": "3.0.0", "tiles": []}"#, "1 to 64 are read"),
        (#"{"tilejson": "3.0.0", "tiles": ["/a.png"]}"#, "It needs {z}, {x} and {y}"),
        (#"{"tilejson": "3.0.0", "tiles": ["file:///{z}/{x}/{y}.png"]}"#, "Only addresses of http and https"),
        (#"{"tilejson": "3.0.0", "tiles": ["http://u:p@a.org/{z}/{x}/{y}"]}"#, "without a user name"),
        (#"{"tilejson": "3.0.0", "tiles": ["/t/{z}/{x}/{y}"], "minzoom": 5, "maxzoom": 2}"#, "is less than minzoom"),
        (#"{"tilejson": "3.0.0", "tiles": ["/t/{z}/{x}/{y}"], "maxzoom": 31}"#, "maxzoom: 31 is not within 0 to 30"),
        (#"{"tilejson": "3.0.0", "tiles": "#, "the description is damaged"),
        (#"{"tilejson": "3.0.0", "tiles": ["http://{s}.a.org/{z}/{x}/{y}"]}"#, "allow the host a.a.org"),
        (#"{"tilejson": "3.0.0", "tiles": ["http://127.0.0.1:9/{z}/{x}/{y}"]}"#, "allow the host 127.0.0.1:9"),
    ])
    func `damaged and hostile TileJSON is refused with a reason`(json: String, reason: String) async throws {
        let server = try server(json)
        defer { server.close() }
        let error = await remoteError { _ = try await network.open(server.url("/m/tiles.json")) }
        #expect(error?.code == .malformed && error?.message.contains(reason) == true, "\(error.map { "\($0)" } ?? "")")
        #expect(server.requests.map(\.path).first == "/m/tiles.json" && server.requests.count <= 2)
    }

    @Test func `another host is asked if it is allowed, and does not get the headers`() async throws {
        let bytes = tile
        let tiles = try ScriptedServer { _ in .init(200, bytes) }
        defer { tiles.close() }
        let json = #"{"tilejson": "3.0.0", "tiles": ["\#(tiles.url("/{z}/{x}/{y}.png"))"], "maxzoom": 1}"#
        let server = try server(json)
        defer { server.close() }
        var network = network
        network.access.headers = [HTTPHeader("Authorization", "secret")]
        network.access.allowedHosts = ["127.0.0.1:\(tiles.port)"]
        #expect(try await network.open(server.url("/m/tiles.json")) != nil)
        #expect(server.requests.map { $0.headers["authorization"] } == ["secret"])
        #expect(tiles.requests.map { $0.headers["authorization"] } == [nil])
        network.access.allowedHosts = ["127.0.0.1"]
        #expect(try await network.open(server.url("/m/tiles.json")) != nil)
    }

    @Test(arguments: [
        "http://{switch:127.evil.com/,127.}{switch:0.0.1/,evil.com/,x/}{z}/{x}/{y}.png",
        "http://{switch:127.,127.0.0.1/}{switch:0.0.1/,evil.com/,0.0.1/x/}{z}/{x}/{y}.png",
    ])
    func `each combination of choices is checked for its host`(template: String) throws {
        let origin = try RemoteOrigin("http://127.0.0.1/tiles.json", network.access)
        var map = MapDescription()
        map.templates = [template]
        let error = #expect(throws: StoreError.self) { try RemoteMap(map, of: origin) }
        #expect(error?.message.contains("evil.com") == true)
    }

    @Test func `all hosts of a template that the user has named get the headers`() async throws {
        let server = try server("")
        defer { server.close() }
        var network = network
        network.access.headers = [HTTPHeader("X-Key", "secret")]
        network.access.zooms = 0...1
        let opened = try await DescribedPyramid.openTemplate(
            "http://{switch:127.0.0.1,localhost}:\(server.port)/t/{z}/{x}/{y}.png", access: network.access)
        let source = try #require(opened.source as? RemoteTileSource)
        let requests = [0, 1].map { source.request(TileIndex(level: 1, column: $0, row: 0)) }
        #expect(requests.map { $0.url.contains("localhost") } == [false, true])
        #expect(requests.allSatisfy { $0.headers.map(\.value) == ["secret"] })
    }

    @Test func `the host of the description gets the headers for each tile`() async throws {
        let server = try server(#"{"tilejson": "3.0.0", "tiles": ["/t/{z}/{x}/{y}.png"], "maxzoom": 1}"#)
        defer { server.close() }
        var network = network
        network.access.headers = [HTTPHeader("X-Key", "secret")]
        #expect(try await network.open(server.url("/m/tiles.json")) != nil)
        #expect(server.requests.map { $0.headers["x-key"] } == ["secret", "secret"])
    }

    @Test func `addresses of one host by http are read by https if the description is`() throws {
        let origin = try RemoteOrigin("https://example.org/a/tiles.json", network.access)
        #expect(try origin.address("http://EXAMPLE.org/b").text == "https://EXAMPLE.org/b")
        #expect(try origin.address("b").text == "https://example.org/a/b")
        #expect(throws: StoreError.self) { try origin.address("http://example.org:8080/b") }
        #expect(throws: StoreError.self) { try origin.address("//other.org/b") }
        #expect(throws: StoreError.self) { try origin.address("http://example.org\\@other.org/b") }
    }

    // MARK: Templates

    @Test func `a template is the world, after a look at what may describe it`() async throws {
        let server = try server("")
        defer { server.close() }
        let opened = try await DescribedPyramid.openTemplate(
            server.url("/t/{z}/{x}/{y}.png?key=1"), access: network.access)
        #expect(
            server.paths == ["/t/0/0/0.png?key=1", "/t/metadata.json", "/t/tilemapresource.xml", "/t/tiles.json"])
        #expect(opened.format == .xyz && opened.path == server.url("/t/{z}/{x}/{y}.png"))
        #expect(opened.source.pyramid == Pyramid(mapTilesOf: 0...19))
        #expect(opened.source.georeference?.zoom == 19)
        #expect(try urls(opened, [(19, 1, 2)]) == [server.url("/t/19/1/2.png?key=1")])
    }

    @Test func `zooms of the access are those of a template, and {-y} counts from the south`() async throws {
        let server = try server("")
        defer { server.close() }
        var access = network.access
        access.zooms = 2...3
        let opened = try await DescribedPyramid.openTemplate(server.url("/t/{z}/{x}/{-y}.png"), access: access)
        #expect(opened.format == .tms && opened.source.pyramid == Pyramid(mapTilesOf: 2...3))
        #expect(try urls(opened, [(2, 1, 0)]) == [server.url("/t/2/1/3.png")])
    }

    @Test func `metadata beside the zooms limits a template`() async throws {
        let bytes = tile
        let metadata = #"{"bounds": "5,45,15,55", "minzoom": "3", "maxzoom": "4", "format": "png", "name": "Alps"}"#
        let server = try ScriptedServer { request in
            request.path == "/t/metadata.json"
                ? .init(200, Array(metadata.utf8)) : request.path.hasSuffix(".png") ? .init(200, bytes) : .init(404)
        }
        defer { server.close() }
        let opened = try await DescribedPyramid.openTemplate(server.url("/t/{z}/{x}/{y}.png"), access: network.access)
        #expect(opened.name == "Alps" && opened.source.pyramid.levels.map(\.grid.count) == [1, 4])
    }

    @Test func `a page in place of a description is none, and a template without tiles has 256 pixels`() async throws {
        let server = try ScriptedServer { request in
            request.path.hasSuffix(".png") ? .init(404) : .init(200, Array("<html>no</html>".utf8))
        }
        defer { server.close() }
        let opened = try await DescribedPyramid.openTemplate(server.url("/t/{z}/{x}/{y}.png"), access: network.access)
        #expect(opened.source.pyramid == Pyramid(mapTilesOf: 0...19) && opened.source.format == .png)
    }

    @Test func `zooms that a server refuses are no error unless it refuses all`() async throws {
        let bytes = tile
        let server = try ScriptedServer { request in
            request.path.hasPrefix("/t/2/") ? .init(200, bytes) : .init(403)
        }
        defer { server.close() }
        let template = server.url("/t/{z}/{x}/{y}.png")
        let opened = try await DescribedPyramid.openTemplate(template, access: network.access)
        #expect(opened.source.pyramid.tileSize == 256 && opened.name == "t")
        let other = server.url("/{z}/{x}/{y}.png")
        let error = await remoteError { _ = try await DescribedPyramid.openTemplate(other, access: network.access) }
        #expect(error?.message.contains("403 (forbidden)") == true)
    }

    @Test func `a server that is gone is an error`() async throws {
        let server = try server("")
        server.close(keepsPort: true)
        let error = await remoteError {
            _ = try await DescribedPyramid.openTemplate(server.url("/t/{z}/{x}/{y}.png"), access: network.access)
        }
        #expect(error?.code == .inputOutput)
    }

    // MARK: TMS

    @Test func `a tile map of the world has folders with addresses of their own`() async throws {
        let bytes = tile
        @Sendable func xml(_ url: String) -> String {
            """
            <TileMap version="1.0.0"><Title>World</Title><SRS>OSGEO:41001</SRS>
            <BoundingBox minx="-20037508.34" miny="-20037508.34" maxx="20037508.34" maxy="20037508.34"/>
            <Origin x="-20037508.34" y="-20037508.34"/><TileFormat width="256" height="256" extension="png"/>
            <TileSets profile="mercator"><TileSet href="\(url)/x/7" units-per-pixel="78271.516964" order="0"/>
            <TileSet href="8/" units-per-pixel="39135.758482" order="1"/></TileSets></TileMap>
            """
        }
        let server = try ScriptedServer { request in
            let host = "http://" + (request.headers["host"] ?? "")
            return request.path == "/m/tilemapresource.xml"
                ? .init(200, Array(xml(host).utf8)) : request.path.hasSuffix(".png") ? .init(200, bytes) : .init(404)
        }
        defer { server.close() }
        let opened = try #require(try await network.open(server.url("/m/tilemapresource.xml")))
        #expect(opened.name == "World" && opened.source.georeference?.zoom == 2)
        #expect(
            try urls(opened, [(1, 0, 0), (2, 1, 0)]) == [server.url("/x/7/0/1.png"), server.url("/m/8/1/3.png")])
    }
}
