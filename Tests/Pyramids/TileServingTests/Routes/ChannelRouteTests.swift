import ImageCodecs
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores

@testable import TileServing

@Suite(.timeLimited) struct `Images of many channels` {
    private let served: ServedFolder

    init() throws {
        served = try ServedFolder()
    }

    private func answer(
        _ handler: TileRequestHandler, _ path: String, _ query: String = "", _ fields: [String: String] = [:]
    ) async throws -> ServerAnswer {
        do {
            return try await handler.plan(for: ServerRequest(path: path, query: query, fields: fields)).answer()
        } catch let error as RequestError {
            return ServerAnswer(error)
        }
    }

    /// The rows of an answer's pixels.
    private func pixels(
        _ handler: TileRequestHandler, _ path: String, _ query: String = ""
    ) async throws -> [[UInt8]] {
        let answer = try await answer(handler, path, query)
        try #require(answer.status == 200, "\(String(decoding: answer.bytes, as: UTF8.self))")
        return rows(try DecodedImage(openImage(.bytes(answer.bytes, name: path))))
    }

    private func message(_ handler: TileRequestHandler, _ path: String, _ query: String) async throws -> String {
        let answer = try await answer(handler, path, query)
        #expect(answer.status == 400, "\(query)")
        return String(decoding: answer.bytes, as: UTF8.self)
    }

    /// The pixels of the whole image by a function of column and row.
    private func rendered(_ pixel: (_ x: Int, _ y: Int) -> [Int]) -> [[UInt8]] {
        (0..<150).map { y in
            (0..<200).flatMap { x in pixel(x, y).map { UInt8(truncatingIfNeeded: $0) } }
        }
    }

    private static let names = ["image.tif", "image.zarr", "image.ozx"]

    private func add(_ name: String) async throws -> TileRequestHandler {
        if name.hasSuffix(".tif") { try served.addChannels(name) } else { try await served.addArrays(name) }
        return served.handler()
    }

    /// The name in addresses.
    private func served(_ name: String) -> String { name.hasSuffix(".zarr") ? name : "image" }

    @Test(arguments: names) func `Every tile is drawn as the query says`(name: String) async throws {
        let handler = try await add(name)
        let tile = "/dzi/\(served(name))_files/8/0_0.png"
        // Ten times the column in 2550 is the column in 255.
        let red = rendered { x, _ in [x, 0, 0] }
        #expect(try await pixels(handler, tile, "channels=A&colors=ff0000&range=0..2550") == red)
        #expect(try await pixels(handler, tile, "range=0,2550&colors=red&channels=1&v=7") == red)
        let both = rendered { x, y in [x, y, y] }
        let range = "range=0..2550,0..5100&colors=ff0000,00ffff"
        #expect(try await pixels(handler, tile, "channels=1,%22B%2C+2%25%22&\(range)") == both)
        #expect(try await pixels(handler, tile, "channels=1,2&\(range)") == both)
        #expect(try await pixels(handler, tile, "channels=&range=full") == rendered { _, _ in [0, 0, 0] })
        // The other layouts have the same pixels.
        let zoomify = "/zoomify/\(served(name))/TileGroup0/0-0-0.png"
        for path in ["/xyz/\(served(name))/0/0/0.png", "/iiif/3/\(served(name))/full/max/0/default.png", zoomify] {
            #expect(try await pixels(handler, path, "channels=1&colors=red&range=0..2550") == red, "\(path)")
        }
    }

    @Test(arguments: names) func `Percentiles are those of the channel`(name: String) async throws {
        let handler = try await add(name)
        let tile = "/dzi/\(served(name))_files/8/0_0.png"
        let measured = try await pixels(handler, tile, "channels=A&colors=ff0000&range=p0..p100")
        let stated = try await pixels(handler, tile, "channels=A&colors=ff0000&range=0..1990")
        #expect(measured == stated)
        #expect(measured[0][0] == 0 && measured[0][199 * 3] == 255)
    }

    @Test func `Without a query all channels are shown in their colors`() async throws {
        let handler = try await add("image.tif")
        let tile = try await pixels(handler, "/dzi/image_files/8/0_0.png")
        // Two channels without colors are magenta and green.
        #expect(Array(tile[0].prefix(3)) == [0, 0, 0])
        #expect(Array(tile[0].suffix(3)) == [255, 0, 255])
        #expect(Array(tile[149].prefix(3)) == [0, 255, 0])
    }

    @Test func `Tags differ by the query, and equal ones are not drawn again`() async throws {
        let handler = try await add("image.tif")
        let path = "/dzi/image_files/8/0_0.png"
        let queries = ["", "channels=1", "channels=2", "range=0..1", "range=0..2", "gamma=2"]
        var tags: [String] = []
        for query in queries {
            let first = try await answer(handler, path, query)
            let tag = try #require(first.entityTag)
            tags.append(tag)
            #expect(try await answer(handler, path, "v=1&\(query)").entityTag == tag)
            let fields = ["if-none-match": tag]
            let fresh = served.handler()
            #expect(try await answer(fresh, path, query, fields).status == 304)
        }
        #expect(Set(tags).count == queries.count)
        // The same items in another order are the same request.
        let one = try #require(RenderingItems("range=0..1&channels=2,1&x=y"))
        #expect(one == RenderingItems("channels=2%2C1&range=0..1"))
        #expect(one.query == "channels=2%2C1&range=0..1")
        #expect(RenderingItems("x=y&expires=3") == nil && RenderingItems("") == nil)
    }

    @Test func `What is not there is answered with what is allowed`() async throws {
        let handler = try await add("image.tif")
        let path = "/dzi/image_files/8/0_0.png"
        #expect(
            try await message(handler, path, "channels=NIR").contains(
                "there is no channel NIR; it has the channels 1 A, 2 B, 2%."))
        #expect(
            try await message(handler, path, "colormap=x&channel=1").contains("colormap takes one of gray, viridis"))
        #expect(try await message(handler, path, "range=nan").contains("range takes auto, file, full, percentiles"))
        #expect(try await message(handler, path, "section=2").contains("it has one optical section"))
        #expect(try await message(handler, path, "channels=1,2").contains("channels takes one channel for gray"))
        #expect(try await message(handler, path, "channels=A,NIR").contains("there is no channel NIR"))
        #expect(try await message(handler, path, "chanels=1").contains("Write channels, or leave it out."))
        for description in ["/iiif/3/image/info.json", "/iiif/2/image/info.json", "/xyz/image.json", "/dzi/image.dzi"] {
            let fault = try await message(handler, description, "channels=99")
            #expect(fault.contains("there is no channel 99"))
            #expect(try await message(handler, description, "chanels=1").contains("Write channels"))
            #expect(try await answer(handler, description, "channels=1&x=y").status == 200)
        }
        let many = Array(repeating: "1", count: ServedChannels.channelLimit + 1)
        let colors = many.map { _ in "red" }.joined(separator: ",")
        #expect(
            try await message(handler, path, "channels=\(many.joined(separator: ","))&colors=\(colors)&range=full")
                .contains("up to 64 are shown"))
        // It is served on.
        #expect(try await answer(handler, path).status == 200)
    }

    @Test func `Pictures have channels, and pyramids of pictures have none`() async throws {
        try served.addImage("photo.png", 200, 150)
        try await served.addPyramid("cut.dzi", 200, 150, as: .deepZoom)
        let handler = served.handler()
        let red = try await pixels(handler, "/dzi/photo_files/8/0_0.png", "channels=1&colors=red&range=full")
        #expect(red == rendered { x, y in [ServedFolder.sample(x, y, 0), 0, 0] })
        let text = try await message(handler, "/dzi/cut_files/8/0_0.png", "channels=1")
        #expect(text.contains("the channels of this image cannot be chosen"))
    }

    @Test func `Elevations are numbers in PNG, and are halved as numbers`() async throws {
        let handler = try await add("image.tif")
        let query = "channel=1&terrain-rgb=mapbox"
        func expected(_ width: Int, _ height: Int, _ meters: (Int) -> Int) -> [[UInt8]] {
            let row = (0..<width).flatMap { x in
                [16, 8, 0].map { UInt8(truncatingIfNeeded: ((meters(x) + 10_000) * 10) >> $0) }
            }
            return Array(repeating: row, count: height)
        }
        #expect(
            try await pixels(handler, "/dzi/image_files/8/0_0.png", query) == expected(200, 150) { 10 * $0 })
        // The mean of two columns.
        #expect(
            try await pixels(handler, "/dzi/image_files/7/0_0.png", query) == expected(100, 75) { 20 * $0 + 5 })
        // Other sizes are resampled as numbers: no byte is that of another elevation.
        let scaled = try await pixels(handler, "/iiif/3/image/full/77,/0/default.png", query)
        for x in 0..<77 {
            let number = scaled[0][3 * x..<3 * x + 3].reduce(0) { $0 << 8 | Int($1) }
            let column = (Double(x) + 0.5) * 200 / 77 - 0.5
            #expect(abs(Double(number) - (100_000 + 100 * column)) <= 15, "\(x)")
        }
        #expect(try await answer(handler, "/iiif/3/image/full/77,/0/default.jpg", query).status == 200)
        #expect(try await message(handler, "/dzi/image_files/8/0_0.jpg", query).contains("elevations"))
    }

    @Test func `Renderings of an image without levels are refused with the way to them`() async throws {
        try served.addChannels("image.tif")
        var limits = ServingLimits()
        limits.decodedPixels = 5000
        let answer = try await answer(
            served.handler(limits: limits), "/iiif/3/image/full/20,/0/default.png", "channels=1&range=full")
        #expect(answer.status == 413)
        #expect(String(decoding: answer.bytes, as: UTF8.self).contains("tilecut IMAGE -o IMAGE.ome.zarr"))
    }

    @Test func `Descriptions and pages name tiles with the query`() async throws {
        let handler = try await add("image.tif")
        let query = "range=0..9&channels=1"
        let json = String(decoding: try await answer(handler, "/xyz/image.json", query).bytes, as: UTF8.self)
        #expect(json.contains("{z}/{x}/{y}.jpg?channels=1&range=0..9"))
        let page = String(decoding: try await answer(handler, "/view/image", query).bytes, as: UTF8.self)
        #expect(page.contains("\"query\":\"?channels=1&range=0..9\""))
        #expect(try await answer(handler, "/dzi/image.dzi", query).status == 200)
        let link = try await answer(handler, "/iiif/3/image/full/max/0/default.png", query).field("Link")
        #expect(link?.contains("default.png?channels=1&range=0..9>") == true)
    }

    @Test func `Many renderings take the place of earlier ones`() async throws {
        let handler = try await add("image.tif")
        for number in 1...ServedChannels.renderingLimit + 5 {
            let query = "channels=1&colors=red&range=0..\(number)"
            #expect(try await answer(handler, "/dzi/image_files/8/0_0.png", query).status == 200)
        }
        let entry = try #require(handler.catalog.entry(named: "image"))
        let image = try #require(handler.images.opened(entry))
        let last = try #require(RenderingItems("channels=1&colors=red&range=0..\(ServedChannels.renderingLimit + 5)"))
        let first = try #require(RenderingItems("channels=1&colors=red&range=0..1"))
        #expect(handler.images.rendered(image, last) != nil)
        #expect(handler.images.rendered(image, first) == nil)
    }
}
