import Caching
import ImageCodecs
import ImageMetadata
import ImageSources
import JSONDocuments
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import TileServing

/// The requirements of the IIIF validator for an image at level 2, for both versions of the API.
@Suite(.timeLimited)
struct IIIFRouteTests {
    private let handler: TileRequestHandler
    private let size = PixelSize(width: 120, height: 100)

    init() async throws {
        let served = try ServedFolder()
        try await served.addPyramid("an image-1.szi", size.width, size.height)
        handler = served.handler()
        folder = served.folder
    }

    private let folder: TemporaryFolder

    private func path(_ version: Int, _ rest: String) -> String { "/iiif/\(version)/an%20image%2D1/\(rest)" }

    private static let whole = [2: "full/full/0/default", 3: "full/max/0/default"]

    @Test(arguments: [2, 3]) func `the information has all that is required`(_ version: Int) async throws {
        let answer = try await handler.answer(path(version, "info.json"), origin: "https://example.org")
        #expect(answer.status == 200)
        #expect(answer.field("Content-Type") == "application/json")
        let information = try JSONObject(JSONValue(parsing: answer.bytes))
        let id = "https://example.org/iiif/\(version)/an%20image-1"
        let text = String(decoding: answer.bytes, as: UTF8.self)
        #expect(text.contains("\"\(version == 3 ? "id" : "@id")\": \"\(id)\""))
        #expect(text.contains("\"@context\": \"http://iiif.io/api/image/\(version)/context.json\""))
        #expect(text.contains("\"protocol\": \"http://iiif.io/api/image\""))
        #expect(text.contains("\"width\": 120") && text.contains("\"height\": 100"))
        #expect(text.contains("\"tiles\": [{\"width\":32,\"height\":32,\"scaleFactors\":[1,2,4]}]"))
        #expect(text.contains("{\"width\":60,\"height\":50}"))
        #expect(
            text.contains(
                version == 3
                    ? "\"profile\": \"level2\"" : "\"profile\": [\"http://iiif.io/api/image/2/level2.json\",{"))
        #expect(information.has(version == 3 ? "maxArea" : "profile"))
        #expect(text.contains("ImageService3") == (version == 3))
    }

    @Test(arguments: [2, 3]) func `linked data is sent to those who accept it`(_ version: Int) async throws {
        let answer = try await handler.answer(
            path(version, "info.json"), fields: ["accept": "application/ld+json, */*;q=0.1"])
        #expect(answer.field("Content-Type")?.hasPrefix("application/ld+json;profile=") == true)
        #expect(answer.field("Vary") == "Accept")
    }

    @Test func `the information is kept for each address, version and media type`() async throws {
        let fields = ["accept": "application/ld+json"]
        for _ in 0..<2 {
            for version in [2, 3] {
                for origin in ["https://example.org", "http://localhost"] {
                    let plain = try await handler.answer(path(version, "info.json"), origin: origin)
                    let linked = try await handler.answer(path(version, "info.json"), fields: fields, origin: origin)
                    #expect(plain.bytes == linked.bytes)
                    #expect(plain.field("Content-Type") == "application/json")
                    #expect(linked.field("Content-Type")?.contains("/image/\(version)/context.json") == true)
                    #expect(String(decoding: plain.bytes, as: UTF8.self).contains("\"\(origin)/iiif/\(version)/"))
                }
            }
        }
        #expect(handler.answers.counts.values == 8)
        #expect(handler.answers.counts.hits == 8)
    }

    @Test(arguments: ["", "/"]) func `the address of an image leads to its information`(_ end: String) async throws {
        let answer = try await handler.answer("/iiif/3/an%20image-1\(end)", origin: "https://example.org")
        #expect(answer.status == 303)
        #expect(answer.field("Location") == "https://example.org/iiif/3/an%20image-1/info.json")
    }

    @Test func `names that there are not, and unescaped ones, are not found`() async throws {
        for name in ["other", "a/b", "[frob]", "an%20image%2D1%2Fx", "..%2Fan%20image-1", "%2e%2e"] {
            #expect(try await handler.status("/iiif/3/\(name)/full/max/0/default.jpg") == 404, "\(name)")
        }
        #expect(try await handler.status("/iiif/4/an%20image-1/info.json") == 404)
        #expect(try await handler.status("/iiif/3/an%ZZimage/info.json") == 400)
        #expect(try await handler.status("/iiif/3/an%20image-1/info.xml") == 404)
    }

    @Test(arguments: [2, 3]) func `the whole image is that of the file`(_ version: Int) async throws {
        let whole = try #require(Self.whole[version])
        let image = try await handler.image(path(version, "\(whole).png"))
        #expect(rows(image) == ServedFolder.rows(size))
        let answer = try await handler.answer(path(version, "\(whole).jpg"))
        #expect(answer.field("Content-Type") == "image/jpeg")
        let link = try #require(answer.field("Link"))
        #expect(link.contains("/iiif/\(version)/an%20image-1/\(whole).jpg>;rel=\"canonical\""))
        #expect(link.contains("<http://iiif.io/api/image/\(version)/level2.json>;rel=\"profile\""))
    }

    @Test(arguments: [2, 3], ["jpg", "png", "webp"])
    func `each format is what it says`(_ version: Int, _ name: String) async throws {
        let answer = try await handler.answer(path(version, "10,10,50,40/25,/0/default.\(name)"))
        #expect(answer.status == 200)
        let format = try #require(TileFormat(rawValue: name))
        #expect(TileFormat(contents: answer.bytes) == format)
        #expect(answer.field("Content-Type") == format.mediaType)
        let image = try DecodedImage(openImage(.bytes(answer.bytes, name: "answer")))
        #expect(image.info.size == PixelSize(width: 25, height: 20))
    }

    @Test(arguments: [
        ("max", 120, 100), ("60,", 60, 50), (",50", 60, 50), ("pct:25", 30, 25), ("77,33", 77, 33), ("!60,60", 60, 50),
    ]) func `each kind of size has its pixels`(_ text: String, _ width: Int, _ height: Int) async throws {
        for version in [2, 3] {
            let image = try await handler.image(path(version, "full/\(text)/0/color.jpg"))
            #expect(image.info.size == PixelSize(width: width, height: height))
        }
    }

    @Test func `a rotated image has the other proportions`() async throws {
        let image = try await handler.image(path(3, "full/60,/!270/default.png"))
        #expect(image.info.size == PixelSize(width: 50, height: 60))
    }

    @Test func `a freely rotated image has its bounding box, transparent or white around it`() async throws {
        let size = FreeRotation(source: PixelSize(width: 60, height: 50), degrees: 20).size
        let image = try await handler.image(path(3, "full/60,/20/default.png"))
        #expect(image.info.size == size && image.info.layout.channels == .rgba)
        #expect(Array(image.samples[..<4]) == [0, 0, 0, 0])
        let turned = try await handler.image(path(3, "full/60,/!110/default.webp"))
        #expect(turned.info.size == PixelSize(width: size.height, height: size.width))
        for version in [2, 3] {
            let answer = try await handler.answer(path(version, "full/60,/20.0/default.jpg"))
            let white = try DecodedImage(openImage(.bytes(answer.bytes, name: "answer")))
            #expect(white.info.size == size && white.samples[..<3].allSatisfy { $0 > 225 })
            #expect(answer.field("Link")?.contains("/20/default.jpg>;rel=\"canonical\"") == true)
            let information = try await handler.text(path(version, "info.json"))
            #expect(information.contains("\"rotationArbitrary\"") && information.contains("\"tif\""))
        }
    }

    @Test func `a TIFF has all pixels as they are, also gray ones and alpha`() async throws {
        let answer = try await handler.answer(path(3, "full/max/0/default.tif"))
        #expect(answer.field("Content-Type") == "image/tiff")
        let image = try DecodedImage(openImage(.bytes(answer.bytes, name: "answer")))
        #expect(image.info.container == "TIFF" && rows(image) == ServedFolder.rows(size))
        let gray = try await handler.image(path(2, "full/full/0/gray.tif"))
        let expected = try await handler.image(path(2, "full/full/0/gray.png"))
        #expect(gray.info.layout.channels == .gray && gray.samples == expected.samples)
        let rotated = try await handler.image(path(3, "full/60,/45/default.tif"))
        let other = try await handler.image(path(3, "full/60,/45/default.png"))
        #expect(rotated.info.layout.channels == .rgba && rotated.samples == other.samples)
        #expect(try await handler.status("/dzi/an%20image-1_files/7/0_0.tif") == 404)
    }

    @Test func `gray and bitonal images have one channel`() async throws {
        let gray = try await handler.image(path(3, "full/max/0/gray.png"))
        #expect(gray.info.layout.channels == .gray)
        let bitonal = try await handler.image(path(3, "full/max/0/bitonal.png"))
        #expect(Set(bitonal.samples) == [0, 255])
        #expect(try await handler.status(path(3, "full/max/0/gray.webp")) == 200)
    }

    @Test(arguments: [
        "nowhere/max/0/default.jpg", "full/size/0/default.jpg", "full/max/turn/default.jpg", "full/max/361/default.jpg",
        "full/max/0/best.jpg", "full/max/0/default.xyz", "120,0,10,10/max/0/default.jpg", "full/200,/0/default.jpg",
        "full/!200,300/0/default.jpg", "full/pct:200/0/default.jpg", "full/^99999,99999/0/default.jpg",
    ]) func `what is wrong is a bad request, in words`(_ rest: String) async throws {
        let answer = try await handler.answer(path(3, rest))
        #expect(answer.status == 400)
        #expect(String(decoding: answer.bytes, as: UTF8.self).hasSuffix(".\n"))
    }

    @Test func `a region that is a stored tile has its bytes, and the tag of these`() async throws {
        let pyramid = try #require(try Pyramids.openBlocking(folder.path("an image-1.szi")))
        let level = pyramid.source.pyramid.finestLevel.index - 1
        let stored = try #require(try pyramid.source.read(TileIndex(level: level, column: 1, row: 1)))
        for rest in ["64,64,56,36/28,18/0/default.png", "64,64,64,64/28,/0/color.png"] {
            let answer = try await handler.answer(path(3, rest))
            #expect(answer.bytes == stored.bytes)
            #expect(answer.entityTag == EntityTag.of(stored.bytes))
            #expect(answer.field("Link")?.contains("64,64,56,36/28,18/0/default.png") == true)
        }
        guard case .answer = handler.plan(for: ServerRequest(path: path(3, "64,64,56,36/28,18/0/default.png"))) else {
            Issue.record("a tile that was sent is not answered at once")
            return
        }
        let other = try await handler.answer(path(3, "64,64,56,36/28,18/0/default.jpg"))
        #expect(TileFormat(contents: other.bytes) == .jpeg)
        #expect(try await handler.answer(path(3, "64,64,56,36/28,18/!0/default.png")).bytes != stored.bytes)
    }

    @Test func `an answer is made once, until the file is another`() async throws {
        let path = path(3, "7,7,50,40/25,/0/default.png")
        let first = try await handler.answer(path)
        guard case .answer(let second) = handler.plan(for: ServerRequest(path: path)) else {
            Issue.record("a region that was made is not answered at once")
            return
        }
        #expect(second.bytes == first.bytes && second.entityTag == first.entityTag)
        #expect(second.fields == first.fields)
        let other = try ServedFolder()
        try await other.addPyramid("an image-1.szi", 60, 50)
        try folder.write(other.folder.bytes(of: "an image-1.szi"), to: "an image-1.szi")
        handler.catalog.refresh()
        #expect(try await handler.answer(path).entityTag != first.entityTag)
        try folder.remove("an image-1.szi")
        handler.catalog.refresh()
        #expect(try await handler.answer(path).status == 404)
    }

    @Test func `a tile at the edge that is requested by its width alone has the stored bytes`() async throws {
        let served = try ServedFolder()
        try await served.addPyramid("odd.szi", 117, 99)
        let handler = served.handler()
        let pyramid = try #require(try Pyramids.openBlocking(served.folder.path("odd.szi"))).source
        let level = pyramid.pyramid.finestLevel.index - 1
        // 53×64 pixels at half the size: 27×32 of them are stored, but 27 × 64 / 53 is nearer to 33.
        let stored = try #require(try pyramid.read(TileIndex(level: level, column: 1, row: 0)))
        #expect(try await handler.answer("/iiif/2/odd/64,0,53,64/27,/0/default.png").bytes == stored.bytes)
        let exact = try await handler.image("/iiif/3/odd/64,0,53,64/27,33/0/default.png")
        #expect(exact.info.size == PixelSize(width: 27, height: 33))
    }

    @Test func `a client that has a rendered image is answered at once, also when the server has it no longer`()
        async throws
    {
        var limits = ServingLimits()
        limits.answerBytes = 0
        let handler = TileRequestHandler(serving: [folder.path], limits: limits)
        let request = path(3, "5,5,50,50/20,/0/default.jpg")
        let rendered = try await handler.answer(request)
        let tag = try #require(rendered.entityTag)
        let again = handler.plan(for: ServerRequest(path: request, fields: ["if-none-match": tag]))
        guard case .answer(let answer) = again else {
            Issue.record("the image is rendered again")
            return
        }
        #expect(answer.entityTag == tag && answer.status == 304 && answer.bytes.isEmpty)
        #expect(answer.omittedByteCount == rendered.bytes.count)
        // A list that only looks as if the tag were in it is not a condition that holds.
        let other = handler.plan(for: ServerRequest(path: request, fields: ["if-none-match": "x\(tag)"]))
        #expect(try await other.answer().status == 200)
        // The condition that has to hold comes first; the server refuses what is made then.
        let failing = handler.plan(
            for: ServerRequest(path: request, fields: ["if-none-match": tag, "if-match": "\"other\""]))
        #expect(try await failing.answer().status == 200)
        let restarted = TileRequestHandler(serving: [folder.path])
        #expect(try await restarted.answer(request).entityTag == tag)
        #expect(try await handler.answer(path(3, "5,5,50,50/21,/0/default.jpg")).entityTag != tag)
    }

    @Test func `how much memory an answer needs is decided when its image is open`() async throws {
        let request = ServerRequest(path: path(3, "full/max/0/default.png"))
        guard case .work(let opening) = handler.plan(for: request),
            case .work(let rendering) = try await opening.perform()
        else {
            Issue.record("the image is open, or nothing is rendered")
            return
        }
        #expect(opening.lane == .tile && opening.memory == TileRequestHandler.smallAnswerMemory)
        #expect((2 * 3 * size.area..<1 << 20).contains(rendering.memory))
        // The largest image that is sent fits into the memory that a server has for it.
        #expect(ServingLimits.memory(ofArea: ServingLimits().maxArea) <= ServerOptions().regionMemory)
    }

    @Test func `equal requests are answered by the same work`() async throws {
        _ = try await handler.answer(path(3, "info.json"))
        func key(_ rest: String, origin: String = "http://localhost") throws -> String {
            guard case .work(let work) = handler.plan(for: ServerRequest(path: path(3, rest), origin: origin)) else {
                return "none"
            }
            return try #require(work.key)
        }
        let requests = [
            "5,5,50,50/20,/0/default.jpg", "5,5,50,50/20,/0/default.png", "5,5,50,50/20,/90/default.jpg",
            "5,5,50,50/21,/0/default.jpg", "5,6,50,50/20,/0/default.jpg", "5,5,50,50/20,/0/gray.jpg",
        ]
        #expect(try Set(requests.map { try key($0) }).count == requests.count)
        #expect(try key(requests[0]) == key("5,5,50,50/20,20/0/default.jpg"))
        // The answer has the canonical address.
        #expect(try key(requests[0]) != key(requests[0], origin: "https://example.org"))
    }

    @Test func `a thumbnail for which too much would be decoded is refused`() async throws {
        let served = try ServedFolder()
        try await served.addPyramid("image.szi", 120, 100) { $0.levelCount = 1 }
        var limits = ServingLimits()
        limits.decodedPixels = 5000
        let handler = served.handler(limits: limits)
        #expect(try await handler.status("/iiif/3/image/full/3,/0/default.jpg") == 413)
        #expect(try await handler.status("/iiif/3/image/0,0,50,50/3,/0/default.jpg") == 200)
    }

    @Test func `an answer that takes too long is refused, and so are those that cost as much, at once`() async throws {
        let served = try ServedFolder()
        try await served.addPyramid("image.szi", 120, 100)
        var limits = ServingLimits()
        limits.answerSeconds = -1
        let handler = served.handler(limits: limits)
        _ = try await handler.answer("/iiif/3/image/info.json")
        func plan(_ rest: String) -> AnswerPlan { handler.plan(for: ServerRequest(path: "/iiif/3/image/\(rest)")) }
        func isWork(_ rest: String) -> Bool { if case .work = plan(rest) { true } else { false } }
        let answer = try await handler.answer("/iiif/3/image/0,0,90,90/89,/0/default.jpg")
        #expect(answer.status == 503)
        // Whoever comes again is refused again.
        #expect(!answer.fields.contains { $0.name == "Retry-After" })
        for rest in ["0,0,90,90/89,/0/default.jpg", "0,0,90,90/88,/0/default.png", "full/119,/0/default.jpg"] {
            guard case .answer(let answer) = plan(rest) else {
                Issue.record("\(rest) costs something")
                continue
            }
            #expect(answer.status == 503)
        }
        #expect(isWork("0,0,20,20/19,/0/default.jpg"))
    }

    @Test func `small answers wait in the lane of tiles, large ones in that of regions`() async throws {
        _ = try await handler.answer(path(3, "info.json"))
        func lane(_ rest: String) -> AnswerWork.Lane? {
            guard case .work(let work) = handler.plan(for: ServerRequest(path: path(3, rest))) else { return nil }
            #expect(work.memory > 0)
            return work.lane
        }
        #expect(lane("5,5,50,50/20,/0/default.jpg") == .tile)
        #expect(lane("full/^2000,/0/default.jpg") == .region)
    }
}
