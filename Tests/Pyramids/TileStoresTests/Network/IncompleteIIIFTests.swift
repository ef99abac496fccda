import ImageCodecs
import Networking
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import RemotePyramids
@testable import TileStores

/// Image services whose description lacks tiles, scale factors or sizes, and which answer nothing but what their level of
/// compliance defines.
@Suite(.timeLimited) struct IncompleteIIIFTests {
    private let network: NetworkFixture

    init() throws { network = try NetworkFixture() }

    /// A service of one image of an even color.
    private struct Service: Sendable {
        var version = IIIFVersion.three
        var level = 0
        var size = PixelSize(width: 2000, height: 1200)
        /// More members of the description.
        var members = ""
        /// The files of a server of level 0, besides the largest whole image.
        var files: Set<String> = []
        /// The largest side of what it sends.
        var limit = Int.max

        func description(_ url: String) -> String {
            let profile =
                version == .three ? #""level\#(level)""# : #"["http://iiif.io/api/image/2/level\#(level).json"]"#
            return """
                {"@context": "http://iiif.io/api/image/\(version.rawValue)/context.json",
                "\(version == .three ? "id" : "@id")": "\(url)", "protocol": "http://iiif.io/api/image",
                "width": \(size.width), "height": \(size.height), "profile": \(profile)\(members.isEmpty ? "" : ", ")\(members)}
                """
        }

        /// The size of what is sent; nil for what is not defined.
        func answer(_ path: String) -> PixelSize? {
            let parts = path.split(separator: "/")
            guard parts.count == 4, parts[2] == "0", parts[3] == "default.jpg" else { return nil }
            let edges = parts[0].split(separator: ",").compactMap { Int($0) }
            let region = edges.count == 4 ? PixelSize(width: edges[2], height: edges[3]) : size
            if parts[1] == (version == .three ? "max" : "full") || parts[1] == "max" {
                guard level > 0 || parts[0] == "full" || files.contains(path) else { return nil }
                let scale = min(1, Double(limit) / Double(max(region.width, region.height)))
                return PixelSize(
                    width: Int((Double(region.width) * scale).rounded()),
                    height: Int((Double(region.height) * scale).rounded()))
            }
            guard level > 0 || files.contains(path) else { return nil }
            let sides = parts[1].split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
            let found: PixelSize
            switch (sides[0], sides[1]) {
            case (let width?, let height?):
                guard version == .three || level == 2 else { return nil }
                found = PixelSize(width: width, height: height)
            case (let width?, nil):
                let height = (Double(width * region.height) / Double(region.width)).rounded()
                found = PixelSize(width: width, height: Int(height))
            case (nil, let height?):
                let width = (Double(height * region.width) / Double(region.height)).rounded()
                found = PixelSize(width: Int(width), height: height)
            default: return nil
            }
            return found.width > 0 && found.height > 0 && found.width <= limit && found.height <= limit ? found : nil
        }
    }

    private func server(_ service: Service) throws -> ScriptedServer {
        try ScriptedServer { request in
            let url = "http://" + (request.headers["host"] ?? "") + "/a"
            guard request.path != "/a/info.json" else { return .init(200, Array(service.description(url).utf8)) }
            guard let size = service.answer(String(request.path.dropFirst(3))) else { return .init(404) }
            return .init(
                200, PNGFixture(width: size.width, height: size.height) { _, _, channel in channel * 90 }.encoded())
        }
    }

    /// Opens a service, and reads all of its tiles, each of which has to have the size of its place.
    private func read(_ service: Service) async throws -> (OpenedPyramid, [String]) {
        let server = try server(service)
        defer { server.close() }
        let opened = try #require(try await network.open(server.url("/a/info.json")))
        let requests = server.paths.filter { !$0.hasSuffix("json") }.map { String($0.dropFirst(3)) }
        for index in opened.source.pyramid.indices {
            let tile = try #require(try opened.source.read(index), "\(index)")
            #expect(try TileDecoder.size(of: tile.bytes, name: "") == opened.source.pyramid.storedSize(of: index))
        }
        return (opened, requests)
    }

    @Test(arguments: [IIIFVersion.two, .three], [1, 2])
    func `scale factors that are not named are those of a pyramid`(version: IIIFVersion, level: Int) async throws {
        for factors in ["", #", "scaleFactors": []"#, #", "scaleFactors": null"#] {
            let members = #""tiles": [{"width": 256\#(factors)}]"#
            let (opened, _) = try await read(Service(version: version, level: level, members: members))
            #expect(opened.source.pyramid.levels.map(\.downsample) == [8, 4, 2, 1])
            #expect(opened.source.pyramid.tileSize == 256 && opened.source.warnings.isEmpty)
        }
    }

    @Test(arguments: [IIIFVersion.two, .three], [1, 2])
    func `without tiles and sizes, regions are asked for`(version: IIIFVersion, level: Int) async throws {
        let (opened, _) = try await read(Service(version: version, level: level))
        #expect(opened.source.pyramid.levels.map(\.downsample) == [4, 2, 1] && opened.source.pyramid.tileSize == 512)
    }

    @Test func `files without scale factors have the levels that are there`() async throws {
        var service = Service(version: .three, members: #""tiles": [{"width": 1024}]"#)
        service.files = [
            "0,0,1024,1024/1024,1024/0/default.jpg", "1024,0,976,1024/976,1024/0/default.jpg",
            "0,1024,1024,176/1024,176/0/default.jpg", "1024,1024,976,176/976,176/0/default.jpg",
        ]
        let (single, _) = try await read(service)
        #expect(single.source.pyramid.levels.map(\.downsample) == [1])
        service.files.insert("full/1000,600/0/default.jpg")
        let (opened, _) = try await read(service)
        #expect(opened.source.pyramid.levels.map(\.downsample) == [2, 1])
    }

    @Test(arguments: [IIIFVersion.two, .three], ["", #""tiles": [{"width": 512}]"#])
    func `level 0 without any tile is the whole image`(version: IIIFVersion, members: String) async throws {
        let (opened, paths) = try await read(Service(version: version, members: members))
        #expect(opened.source.pyramid.levels.map(\.size) == [PixelSize(width: 2000, height: 1200)])
        #expect(paths.contains("full/\(version == .three ? "max" : "full")/0/default.jpg"))
        #expect(opened.source.warnings.isEmpty)
    }

    @Test(arguments: [#""maxWidth": 500"#, ""])
    func `a whole image that is limited is opened in the size that is sent, with a warning`(
        members: String
    ) async throws {
        let (opened, _) = try await read(Service(version: .three, members: members, limit: 500))
        #expect(opened.source.pyramid.size == PixelSize(width: 500, height: 300))
        #expect(opened.source.warnings == ["its server sends no more than 500×300 of its 2000×1200 pixels."])
    }

    @Test func `the largest whole image is used where only smaller sizes are listed`() async throws {
        let members = #""sizes": [{"width": 500, "height": 300}]"#
        let file = "full/500,300/0/default.jpg"
        let (opened, _) = try await read(Service(version: .three, members: members, files: [file]))
        #expect(opened.source.pyramid.levels.map(\.size.width) == [500, 2000] && opened.source.warnings.isEmpty)
        let (limited, _) = try await read(Service(version: .three, members: members, files: [file], limit: 500))
        #expect(limited.source.pyramid.levels.map(\.size.width) == [500])
        #expect(limited.source.warnings == ["its server sends no more than 500×300 of its 2000×1200 pixels."])
    }

    @Test func `tiles of several sizes are all used`() async throws {
        let lists = #""tiles": [{"width": 1024, "scaleFactors": [1]}, {"width": 512, "scaleFactors": [2, 4]}]"#
        for version in [IIIFVersion.two, .three] {
            let (opened, _) = try await read(Service(version: version, level: 2, members: lists))
            #expect(opened.source.pyramid.levels.map(\.tileSize.width) == [512, 512, 1024])
            #expect(opened.source.pyramid.levels.map(\.downsample) == [4, 2, 1])
        }
        let server = try server(Service(version: .three, members: lists))
        defer { server.close() }
        let source = try #require(try await network.open(server.url("/a/info.json"))?.source as? RemoteTileSource)
        #expect(source.pyramid.levels.map(\.grid.count) == [1, 4, 4])
    }

    @Test(arguments: [IIIFVersion.two, .three], [1, 2])
    func `images of few rows and columns are read in full`(version: IIIFVersion, level: Int) async throws {
        for size in [
            PixelSize(width: 30_000, height: 10), PixelSize(width: 10, height: 30_000),
            PixelSize(width: 9000, height: 1), PixelSize(width: 1, height: 9000), PixelSize(width: 1, height: 1),
        ] {
            let few = #""tiles": [{"width": 512, "scaleFactors": [1, 2, 4, 64]}]"#
            for members in ["", #""tiles": [{"width": 512}]"#, few] {
                let (opened, _) = try await read(
                    Service(version: version, level: level, size: size, members: members))
                #expect(opened.source.pyramid.size == size)
            }
        }
    }

    @Test func `a server of level 0 without an image is an error`() async throws {
        let json = Service(version: .three).description("")
        let server = try ScriptedServer { request in
            request.path == "/a/info.json" ? .init(200, Array(json.utf8)) : .init(404)
        }
        defer { server.close() }
        let error = await remoteError { _ = try await network.open(server.url("/a/info.json")) }
        #expect(error?.message.contains("neither tiles of the full size nor the whole image") == true)
    }
}
