import Networking
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import RemotePyramids
@testable import TileStores

@Suite(.timeLimited) struct RemoteIIIFTests {
    private let network: NetworkFixture
    private let tile: [UInt8]

    init() throws {
        network = try NetworkFixture()
        tile = try pngTile(4)
    }

    /// A server of an image at `/iiif/a`, whose description is made from its address.
    private func server(_ json: @escaping @Sendable (_ url: String) -> String) throws -> ScriptedServer {
        let bytes = tile
        return try ScriptedServer { request in
            let url = "http://" + (request.headers["host"] ?? "") + "/iiif/a"
            if request.path == "/iiif/a/info.json" { return .init(200, Array(json(url).utf8)) }
            if request.path == "/iiif/a" { return .init(303, headers: ["Location": url + "/info.json"]) }
            return request.path.hasPrefix("/iiif/a/") ? .init(200, bytes) : .init(404)
        }
    }

    private func three(_ members: String, id: String = "URL") -> @Sendable (String) -> String {
        { url in
            """
            {"@context": "http://iiif.io/api/image/3/context.json", "id": "\(id.replacing("URL", with: url))",
            "type": "ImageService3", "protocol": "http://iiif.io/api/image", "width": 6000, "height": 4000, \(members)}
            """
        }
    }

    private func two(_ members: String) -> @Sendable (String) -> String {
        { url in
            """
            {"@context": "http://iiif.io/api/image/2/context.json", "@id": "\(url)",
            "protocol": "http://iiif.io/api/image", "width": 6000, "height": 4000, \(members)}
            """
        }
    }

    private func names(_ opened: OpenedPyramid) throws -> [String] {
        let source = try #require(opened.source as? RemoteTileSource)
        let finest = source.pyramid.finestLevel
        let last = TileIndex(level: finest.index, column: finest.grid.columns - 1, row: finest.grid.rows - 1)
        return try [TileIndex(level: 0, column: 0, row: 0), last].map { index in
            let url = source.request(index).url
            let image = try #require(url.firstRange(of: "/iiif/a/"))
            return String(url[image.upperBound...])
        }
    }

    @Test func `tiles that are listed are requested as they are listed`() async throws {
        let server = try server(
            three(#""profile": "level1", "tiles": [{"width": 1024, "height": 512, "scaleFactors": [1, 2, 4, 8]}]"#))
        defer { server.close() }
        let opened = try #require(try await network.open(server.url("/iiif/a/info.json")))
        #expect(opened.format == .iiif && opened.name == "a" && !opened.source.isSparse)
        #expect(opened.source.pyramid.levels.map(\.downsample) == [8, 4, 2, 1])
        #expect(
            try names(opened) == ["full/750,500/0/default.jpg", "5120,3584,880,416/880,416/0/default.jpg"])
    }

    @Test func `without tiles, a server of version 3 is asked for regions`() async throws {
        let server = try server(three(#""profile": "level2""#))
        defer { server.close() }
        let opened = try #require(try await network.open(server.url("/iiif/a/info.json")))
        #expect(opened.source.pyramid.levels.map(\.downsample) == [16, 8, 4, 2, 1])
        #expect(
            try names(opened) == ["full/375,250/0/default.jpg", "5632,3584,368,416/368,416/0/default.jpg"])
    }

    @Test func `without tiles, a server of version 2 is asked for regions in its form`() async throws {
        let server = try server(
            two(#""profile": ["http://iiif.io/api/image/2/level1.json", {"formats": ["png"], "maxWidth": 300}]"#))
        defer { server.close() }
        let opened = try #require(try await network.open(server.url("/iiif/a/info.json")))
        #expect(opened.format == .iiif2 && opened.source.pyramid.tileSize == 300)
        #expect(try names(opened) == ["full/188,/0/default.jpg", "5700,3900,300,100/300,/0/default.jpg"])
    }

    @Test func `tiles that are larger than what is served are not requested`() async throws {
        let server = try server(
            three(
                #""profile": "level2", "maxArea": 40000, "preferredFormats": ["webp"], "tiles": [{"width": 1024, "scaleFactors": [1, 2, 4, 8]}]"#
            ))
        defer { server.close() }
        let opened = try #require(try await network.open(server.url("/iiif/a/info.json")))
        #expect(opened.source.pyramid.tileSize == 200)
        #expect(try names(opened).last == "5800,3800,200,200/200,200/0/default.webp")
    }

    @Test func `without tiles, a server of level 0 has the sizes of the whole image`() async throws {
        let server = try server(
            three(
                #""profile": "level0", "sizes": [{"width": 600, "height": 400}, {"width": 150, "height": 100}, {"width": 6000, "height": 4000}]"#
            ))
        defer { server.close() }
        let opened = try #require(try await network.open(server.url("/iiif/a/info.json")))
        #expect(opened.source.pyramid.levels.map(\.size.width) == [150, 600, 6000])
        #expect(opened.source.pyramid.tileCount == 3)
        #expect(try names(opened) == ["full/150,100/0/default.jpg", "full/max/0/default.jpg"])
    }

    @Test func `the address of the image is enough where the server redirects`() async throws {
        let server = try server(three(#""profile": "level2""#))
        defer { server.close() }
        #expect(try await network.open(server.url("/iiif/a")) != nil)
    }

    @Test func `the address in the description is that of the tiles`() async throws {
        let server = try server(three(#""profile": "level2""#, id: "URL/moved"))
        defer { server.close() }
        let opened = try #require(try await network.open(server.url("/iiif/a/info.json")))
        #expect(try names(opened).first == "moved/full/375,250/0/default.jpg")
    }

    @Test func `a copy with the address of a foreign original is read where it is`() async throws {
        let server = try server(three(#""profile": "level2""#, id: "https://example.org/a"))
        defer { server.close() }
        let opened = try #require(try await network.open(server.url("/iiif/a/info.json")))
        #expect(try names(opened).first == "full/375,250/0/default.jpg")
    }

    @Test func `a foreign address without tiles beside the description is refused`() async throws {
        let json = three(#""profile": "level2""#, id: "https://example.org/a")
        let server = try ScriptedServer { request in
            request.path == "/info.json" ? .init(200, Array(json("").utf8)) : .init(404)
        }
        defer { server.close() }
        let error = await remoteError { _ = try await network.open(server.url("/info.json")) }
        #expect(error?.message.contains("allow the host example.org") == true)
    }

    @Test(arguments: [
        (#""profile": "level0""#, "the server sends 4×4 pixels for the whole image of 6000×4000."),
        (#""profile": "level0", "tiles": [{"width": 256, "scaleFactors": [2]}]"#, "do not contain 1"),
        (#""tiles": [{"width": 0, "scaleFactors": [1]}]"#, "tiles[0].width"),
        (#""tiles": [{"width": 9, "scaleFactors": [1, 1]}]"#, "the scaleFactors of the tiles are invalid"),
        (#""profile": "level2", "width": 9"#, "occurs twice"),
        (#""profile": "level0", "tiles": [{"width": 100000, "scaleFactors": [1]}]"#, ""),
    ])
    func `damaged descriptions are refused with a reason`(members: String, reason: String) async throws {
        let server = try server(three(members))
        defer { server.close() }
        let error = await remoteError { _ = try await network.open(server.url("/iiif/a/info.json")) }
        if reason.isEmpty {
            #expect(error == nil, "a tile ends with the image")
        } else {
            #expect(error?.message.contains(reason) == true, "\(error.map { "\($0)" } ?? "")")
        }
    }
}
