import Foundation
import Georeferencing
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import TileServing

@Suite(.timeLimited)
struct LayoutRouteTests {
    private let served: ServedFolder
    private let size = PixelSize(width: 203, height: 149)

    init() throws {
        served = try ServedFolder()
    }

    private func source(_ name: String) throws -> any PyramidSource {
        try #require(try Pyramids.openBlocking(served.folder.path(name))).source
    }

    @Test(arguments: [0, 1]) func `Deep Zoom tiles are the bytes of the file`(_ overlap: Int) async throws {
        try await served.addPyramid("image.dzi", size.width, size.height, as: .deepZoom) { $0.overlap = overlap }
        let handler = served.handler()
        #expect(
            try await handler.text("/dzi/image.dzi")
                == String(decoding: served.folder.bytes(of: "image.dzi"), as: UTF8.self))
        for index in try source("image.dzi").pyramid.indices {
            let answer = try await handler.answer("/dzi/image_files/\(index).png")
            #expect(answer.bytes == Array(try served.folder.bytes(of: "image_files/\(index).png")))
            #expect(answer.field("Content-Type") == "image/png")
            #expect(answer.freshness == .long)
        }
        let jpeg = try await handler.answer("/dzi/image_files/8/0_0.jpg")
        #expect(TileFormat(contents: jpeg.bytes) == .jpeg)
        for path in ["8/7_0.png", "9/0_0.png", "8/0_00.png", "8/0_0.gif", "8/0_0", "x/0_0.png", "8/-1_0.png"] {
            #expect(try await handler.status("/dzi/image_files/\(path)") == 404, "\(path)")
        }
    }

    @Test func `a tile that is not in the format of its name is sent as what it is, or rendered`() async throws {
        try await served.addPyramid("image.dzi", size.width, size.height, as: .deepZoom) { $0.format = .fixed(.jpeg) }
        try await served.addPyramid("other.dzi", size.width, size.height, as: .deepZoom)
        let png = Array(try served.folder.bytes(of: "other_files/8/1_1.png"))
        try served.folder.write(Data(png), to: "image_files/8/1_1.jpg")
        let handler = served.handler()
        for _ in 0..<2 {
            let jpeg = try await handler.answer("/dzi/image_files/8/1_1.jpg")
            #expect(TileFormat(contents: jpeg.bytes) == .jpeg)
            #expect(jpeg.field("Content-Type") == "image/jpeg")
            let stored = try await handler.answer("/dzi/image_files/8/1_1.png")
            #expect(stored.bytes == png)
            #expect(stored.field("Content-Type") == "image/png")
        }
    }

    @Test func `map tiles are sent in whatever format they have`() async throws {
        let bytes = Array(try await LayoutRouteTests.png())
        let tile = StoredTileAnswer(EncodedTile(bytes: bytes, format: .jpeg))
        #expect(tile.format == .png)
        #expect(tile.satisfies(.png, anyFormat: false) && !tile.satisfies(.jpeg, anyFormat: false))
        #expect(tile.satisfies(.jpeg, anyFormat: true) && !tile.satisfies(.webp, anyFormat: true))
        #expect(StoredTileAnswer(EncodedTile(bytes: bytes, format: .jpng)).satisfies(.jpng, anyFormat: false))
    }

    private static func png() async throws -> Data {
        let served = try ServedFolder()
        try served.addImage("tile.png", 4, 4)
        return try served.folder.bytes(of: "tile.png")
    }

    @Test func `levels that are not stored are rendered as they would be`() async throws {
        try await served.addPyramid("image.zoomify.szi", size.width, size.height) { $0.levelCount = 2 }
        let handler = served.handler()
        let image = try await handler.image("/dzi/image.zoomify_files/6/1_0.png")
        let level = ServedFolder.halved(size, times: 2)
        #expect(rows(image) == cropped(level, x: 32, y: 0, width: 19, height: 32))
    }

    @Test func `Zoomify tiles are the bytes of the file, or rendered`() async throws {
        try await served.addPyramid("image", size.width, size.height, as: .zoomify)
        try await served.addPyramid("other.szi", size.width, size.height)
        let handler = served.handler()
        #expect(
            try await handler.text("/zoomify/image/ImageProperties.xml")
                == String(decoding: served.folder.bytes(of: "image/ImageProperties.xml"), as: UTF8.self))
        for path in ["TileGroup0/0-0-0.png", "TileGroup0/3-6-4.png"] {
            #expect(
                try await handler.answer("/zoomify/image/\(path)").bytes
                    == Array(try served.folder.bytes(of: "image/\(path)")))
        }
        let image = try await handler.image("/zoomify/other/TileGroup0/3-6-4.png")
        #expect(rows(image) == cropped(ServedFolder.rows(size), x: 192, y: 128, width: 11, height: 21))
        #expect(try await handler.status("/zoomify/image/TileGroup1/3-6-4.png") == 404)
        #expect(try await handler.status("/zoomify/image/TileGroup0/4-0-0.png") == 404)
    }

    @Test func `map tiles of an image begin at zoom 0 with one tile`() async throws {
        try await served.addPyramid("image.szi", size.width, size.height)
        let handler = served.handler()
        let json = try await handler.text("/xyz/image.json")
        #expect(json.contains("http://localhost/xyz/image/{z}/{x}/{y}.png"))
        #expect(json.contains("\"maxzoom\": 3") && json.contains("\"minzoom\": 0") && !json.contains("bounds"))
        let tile = try #require(try source("image.szi").read(TileIndex(level: 8, column: 6, row: 2)))
        #expect(try await handler.answer("/xyz/image/3/6/2.png").bytes == tile.bytes)
        #expect(try await handler.image("/xyz/image/0/0/0.png").info.size == PixelSize(width: 26, height: 19))
        #expect(try await handler.status("/xyz/image/0/1/0.png") == 404)
        #expect(try await handler.status("/xyz/image/4/0/0.png") == 404)
    }

    @Test func `map tiles of a map are those of the world, with its bounds`() async throws {
        try await served.addPyramid("map.pmtiles", size.width, size.height, as: .pmtiles) {
            $0.bounds = GeoBounds(west: 10, south: 45, east: 12, north: 46, crs: .wgs84)
            $0.tileSize = 64
        }
        let handler = served.handler()
        let source = try source("map.pmtiles")
        let georeference = try #require(source.georeference)
        let json = try await handler.text("/xyz/map.json")
        #expect(json.contains("\"bounds\"") && json.contains("\"maxzoom\": \(georeference.zoom)"))
        let tiles = TileMatrixSet(pyramid: source.pyramid, georeference: georeference)
        var count = 0
        for index in source.pyramid.indices {
            let tile = tiles.tile(index)
            let answer = try await handler.answer("/xyz/map/\(tile.zoom)/\(tile.column)/\(tile.row).png")
            let stored = try source.read(index)
            #expect(answer.status == (stored == nil ? 404 : 200))
            if let stored { #expect(answer.bytes == stored.bytes) }
            count += 1
        }
        #expect(count > 3)
        #expect(try await handler.status("/xyz/map/0/0/0.png") == 404)
    }

    @Test func `files are sent whole, with a tag of their date and size`() async throws {
        try await served.addPyramid("image.szi", 40, 40)
        try await served.addPyramid("other.dzi", 40, 40, as: .deepZoom)
        let handler = served.handler()
        let answer = try await handler.answer("/files/image")
        #expect(answer.bytes == Array(try served.folder.bytes(of: "image.szi")))
        #expect(answer.field("Content-Type") == "application/zip")
        let tag = try #require(answer.entityTag)
        #expect(try await served.handler().answer("/files/image").entityTag == tag)
        #expect(try await handler.status("/files/other") == 404)
        #expect(try await handler.status("/files/..%2Fimage") == 404)
        try served.folder.remove("image.szi")
        #expect(try await handler.status("/files/image") == 404)
    }

    @Test(arguments: [
        ("a.JPG", "image/jpeg"), ("a.jfif", "image/jpeg"), ("a.btf", "image/tiff"), ("a.gif", "image/gif"),
        ("a.heic", "image/heic"), ("a.hif", "image/heif"), ("a.pdf", "application/pdf"), ("a.jxl", "image/jxl"),
        ("a.mbtiles", "application/vnd.sqlite3"), ("a.gpkg", "application/geopackage+sqlite3"),
        ("a.j2k", "image/j2c"), ("a.ndpi", "image/tiff"), ("a.svg", "application/octet-stream"),
    ])
    func `files have their media types, but SVG, whose scripts browsers run`(_ name: String, _ type: String)
        async throws
    {
        try served.folder.write(Data([1]), to: name)
        #expect(try await served.handler().answer("/files/a").field("Content-Type") == type)
    }

    @Test func `the lists have all names, escaped`() async throws {
        let name = "a <b>&\"c\" é"
        try await served.addPyramid("\(name).szi", 40, 40)
        try served.folder.write(Data(), to: "x/y.png")
        let handler = served.handler()
        let page = try await handler.text("/")
        #expect(page.contains("a &lt;b&gt;&amp;&quot;c&quot; é"))
        #expect(!page.contains("<b>"))
        #expect(page.contains("/iiif/3/a%20%3Cb%3E%26%22c%22%20%C3%A9/info.json"))
        #expect(page.contains("/iiif/3/x%2Fy/info.json"))
        let list = try await handler.text("/index.json")
        #expect(list.contains("\"name\":\"x/y\"") && list.contains("http://localhost/files/x%2Fy"))
        let view = try await handler.text("/view/a%20%3Cb%3E%26%22c%22%20%C3%A9")
        #expect(view.contains("<title>a &lt;b&gt;&amp;&quot;c&quot; é</title>"))
        #expect(view.contains("/dzi/a%20%3Cb%3E%26%22c%22%20%C3%A9_files/"))
    }

    @Test func `the list for programs has an entry for each image, with its addresses, in the order of names`()
        async throws
    {
        try await served.addPyramid("b.dzi", 40, 40, as: .deepZoom)
        try served.folder.write(Data(), to: "a.png")
        let text = try await served.handler().text("/index.json")
        let expected = ["a", "b"].map { name in
            let file = name == "a" ? ",\"file\":\"http://localhost/files/a\"" : ""
            return "{\"name\":\"\(name)\",\"page\":\"http://localhost/view/\(name)\","
                + "\"iiif3\":\"http://localhost/iiif/3/\(name)\",\"iiif2\":\"http://localhost/iiif/2/\(name)\","
                + "\"manifest\":\"http://localhost/iiif/\(name)/manifest.json\","
                + "\"dzi\":\"http://localhost/dzi/\(name).dzi\",\"zoomify\":\"http://localhost/zoomify/\(name)\","
                + "\"tilejson\":\"http://localhost/xyz/\(name).json\"\(file)}"
        }
        let collection = "\"collection\": \"http://localhost/iiif/collection.json\""
        #expect(text == "{\n  \(collection),\n  \"images\": [\(expected.joined(separator: ","))]\n}\n")
    }

    @Test func `the list has no more images than the limits allow`() async throws {
        for number in 0..<5 { try served.folder.write(Data(), to: "\(number).png") }
        var limits = ServingLimits()
        limits.listedImages = 3
        let text = try await served.handler(limits: limits).text("/index.json")
        #expect(text.ranges(of: "\"name\"").count == 3 && text.contains("\"name\":\"2\"") && !text.contains("\"3\""))
    }

    @Test func `other addresses are not found, and options are what is allowed`() async throws {
        let handler = served.handler()
        for path in ["/x", "/iiif", "/iiif/3", "/dzi/", "/view/", "/files", "//", "/index.json/", "/dzi/a.dzi"] {
            #expect(try await handler.status(path) == 404, "\(path)")
        }
        guard case .answer(let answer) = handler.plan(for: ServerRequest(.options, path: "/x")) else {
            Issue.record("options need no work")
            return
        }
        #expect(answer.status == 204)
        #expect(answer.field("Allow") == "GET, HEAD, OPTIONS")
    }
}
