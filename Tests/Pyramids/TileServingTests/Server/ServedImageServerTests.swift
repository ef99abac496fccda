import Foundation
import TestLimits
import TestSupport
import Testing
import TileCutting
import TileStores

@testable import TileServing

/// Images and pyramids in files, served to clients.
@Suite(.timeLimited)
struct ServedImageServerTests {
    private let served: ServedFolder

    init() throws {
        served = try ServedFolder()
    }

    @Test func `stored tiles arrive as they are in the file, first and again`() async throws {
        try await served.addPyramid("image.dzi", 203, 149, as: .deepZoom)
        let server = try TestServer(handler: served.handler())
        let client = try server.client()
        let bytes = Array(try served.folder.bytes(of: "image_files/8/1_2.png"))
        for _ in 0..<2 {
            let answer = try client.get("/dzi/image_files/8/1_2.png")
            #expect(answer.status == 200 && answer.body == bytes && answer.fields["content-type"] == "image/png")
            let tag = try #require(answer.fields["etag"])
            let unchanged = try client.get("/dzi/image_files/8/1_2.png", ["If-None-Match": tag])
            #expect(unchanged.status == 304 && unchanged.body.isEmpty)
            let part = try client.get("/dzi/image_files/8/1_2.png", ["Range": "bytes=1-3"])
            #expect(part.status == 206 && part.text == "PNG")
            let head = try client.get("/dzi/image_files/8/1_2.png", method: "HEAD")
            #expect(head.fields["content-length"] == "\(bytes.count)")
        }
        #expect(try client.get("/dzi/image_files/8/9_9.png").status == 404)
        #expect(try client.get("/dzi/other.dzi").status == 404)
    }

    @Test func `a file arrives by ranges, and is gone when it is removed`() async throws {
        try await served.addPyramid("image.szi", 60, 50)
        let server = try TestServer(handler: served.handler())
        let bytes = Array(try served.folder.bytes(of: "image.szi"))
        #expect(try server.get("/files/image").body == bytes)
        #expect(try server.get("/files/image", ["Range": "bytes=10-19"]).body == Array(bytes[10..<20]))
        try served.folder.remove("image.szi")
        #expect(try server.get("/files/image").status == 404)
    }

    @Test func `with little memory, tiles and lists are served, and regions are too large, first and again`()
        async throws
    {
        try await served.addPyramid("image.szi", 60, 50)
        let server = try TestServer({ $0.regionMemory = 1 << 20 }, handler: served.handler())
        for _ in 0..<2 {
            #expect(try server.get("/iiif/3/image/full/^1200,1000/0/default.png").status == 413)
            #expect(try server.get("/dzi/image_files/6/0_0.png").status == 200)
            #expect(try server.get("/dzi/image.dzi").status == 200)
            #expect(try server.get("/").status == 200)
            #expect(try server.get("/index.json").status == 200)
        }
    }

    @Test func `a tile that needs much is a region, also while its image is not open`() async throws {
        try await served.addPyramid("image.szi", 1100, 1000) { $0.levelCount = 1 }
        let handler = served.handler()
        guard case .work(let work) = handler.plan(for: ServerRequest(path: "/dzi/image_files/5/0_0.png")),
            case .work(let remaining) = try await work.perform()
        else {
            Issue.record("the image is opened first, and then the tile is made")
            return
        }
        #expect(work.lane == .tile && remaining.lane == .region)
        let server = try TestServer({ $0.regionMemory = remaining.memory - 1 }, handler: served.handler())
        #expect(try server.get("/dzi/image_files/5/0_0.png").status == 413)
    }

    @Test func `links in pages begin with the path of the base address`() async throws {
        try await served.addPyramid("image.szi", 60, 50)
        let server = try TestServer({ $0.baseURL = "https://example.org/a&b" }, handler: served.handler())
        let page = try server.get("/").text
        #expect(page.contains("href=\"/a&amp;b/view/image\"") && page.contains("src=\"/a&amp;b/iiif/2/image/"))
        #expect(!page.contains("\"/view") && !page.contains("\"/iiif"))
        #expect(try server.get("/view/image").text.contains("b/dzi/image_files/"))
        #expect(try server.get("/index.json").text.contains("https://example.org/a&b/view/image"))
        try server.waitForMetric("tileserve_requests_total{route=\"view\",status=\"200\"}", 1)
    }

    @Test func `the list of images requests no icon, and is light or dark as the browser is`() async throws {
        let page = try TestServer(handler: served.handler()).get("/").text
        #expect(page.contains("<link rel=\"icon\" href=\"data:image/svg+xml,"))
        #expect(page.contains("@media (prefers-color-scheme: dark)"))
    }

    @Test func `long texts are compressed for clients that accept it`() throws {
        let text = String(repeating: "text ", count: 20_000)
        let server = try TestServer { _ in .text(text, tag: "\"t\"") }
        let answer = try server.get("/", ["Accept-Encoding": "gzip"])
        #expect(answer.fields["content-encoding"] == "gzip" && answer.body.count < 1000)
        #expect(try server.get("/").text == text)
        // A worker has compressed it; a request is counted after its answer has been sent.
        try server.waitForMetric("tileserve_request_seconds_count{lane=\"tile\"}", 1)
    }
}
