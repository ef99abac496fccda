import Foundation
import ImageCodecs
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import TileServing

@Suite(.timeLimited)
struct PlainImageTests {
    private let served: ServedFolder
    private let cutFolder: TemporaryFolder

    init() throws {
        (served, cutFolder) = (try ServedFolder(), try TemporaryFolder())
    }

    private var limits: ServingLimits {
        var limits = ServingLimits()
        limits.previewPixels = 4000
        return limits
    }

    @Test func `a small image is served from memory`() async throws {
        try served.addImage("image.png", 60, 50)
        let handler = served.handler(cutFolder: cutFolder.path("cuts"), limits: limits)
        let image = try await handler.image("/iiif/3/image/10,5,30,20/max/0/default.png")
        #expect(
            rows(image)
                == cropped(ServedFolder.rows(PixelSize(width: 60, height: 50)), x: 10, y: 5, width: 30, height: 20))
        #expect(cutFolder.contents() == [])
    }

    @Test func `a large image has its information at once, and its pixels when it is cut`() async throws {
        let size = PixelSize(width: 200, height: 100)
        try served.addImage("image.png", size.width, size.height)
        let handler = served.handler(cutFolder: cutFolder.path("cuts"), limits: limits)
        #expect(try await handler.text("/iiif/3/image/info.json").contains("\"width\": 200"))
        let path = "/iiif/3/image/7,5,90,80/max/0/default.png"
        let early = try await handler.answer(path)
        // Which of them it is depends on how fast the image is cut.
        if early.status == 200 {
            #expect(
                rows(try DecodedImage(openImage(.bytes(early.bytes, name: path))))
                    == cropped(ServedFolder.rows(size), x: 7, y: 5, width: 90, height: 80))
        } else {
            #expect(early.status == 503 && early.field("Retry-After") == "1")
        }
        await handler.images.waitUntilCut()
        #expect(
            rows(try await handler.image(path)) == cropped(ServedFolder.rows(size), x: 7, y: 5, width: 90, height: 80))
        #expect(cutFolder.contents().filter { $0.hasSuffix(".szi") }.count == 1)
        // After a restart, it is not cut again.
        let restarted = served.handler(cutFolder: cutFolder.path("cuts"), limits: limits)
        #expect(try await restarted.status(path) == 200)
    }

    @Test(arguments: [(60, 50), (200, 100)]) func `samples of 16 bits are served with 8`(
        _ width: Int, _ height: Int
    ) async throws {
        let size = PixelSize(width: width, height: height)
        // Both bytes of a sample are equal.
        let samples = ServedFolder.rows(size).flatMap { $0 }.flatMap { [$0, $0] }
        try served.folder.write(Data("P6 \(width) \(height) 65535\n".utf8) + Data(samples), to: "deep.ppm")
        let handler = served.handler(cutFolder: cutFolder.path("cuts"), limits: limits)
        _ = try await handler.answer("/iiif/3/deep/info.json")
        await handler.images.waitUntilCut()
        let image = try await handler.image("/iiif/3/deep/10,5,30,20/max/0/default.png")
        #expect(image.info.layout == PixelLayout(.rgb))
        #expect(rows(image) == cropped(ServedFolder.rows(size), x: 10, y: 5, width: 30, height: 20))
    }

    @Test func `a large JPEG is served as a preview until it is cut`() async throws {
        try served.addImage("image.jpg", 300, 200)
        let handler = served.handler(limits: limits)
        let preview = try await handler.answer("/iiif/3/image/full/60,/0/default.jpg")
        #expect(preview.status == 200)
        #expect(preview.freshness == .revalidated)
        let image = try await handler.image("/iiif/3/image/0,0,150,200/max/0/default.jpg")
        #expect(image.info.size == PixelSize(width: 150, height: 200))
    }

    @Test func `images in memory count by their size, so that few of them are open`() async throws {
        for name in ["a", "b", "c"] { try served.addImage("\(name).jpg", 1000, 1000) }
        var limits = ServingLimits()
        limits.openImages = 5
        let handler = served.handler(limits: limits)
        for name in ["a", "b", "c"] { #expect(try await handler.status("/iiif/3/\(name)/info.json") == 200) }
        // Each takes 2 MiB: two of them are within the limit.
        #expect(handler.catalog.entries.map { handler.images.opened($0) != nil } == [false, true, true])
    }

    @Test func `the least recently used results make room`() async throws {
        try served.addImage("a.png", 200, 100)
        try served.addImage("b.png", 200, 110)
        var limits = limits
        limits.cutImageBytes = 1
        let handler = served.handler(cutFolder: cutFolder.path("cuts"), limits: limits)
        for name in ["a", "b"] {
            _ = try await handler.answer("/iiif/3/\(name)/info.json")
            await handler.images.waitUntilCut()
        }
        #expect(cutFolder.contents().filter { $0.hasSuffix(".szi") }.count == 1)
    }

    @Test func `a damaged image is an error, and the others are served`() async throws {
        try served.folder.write(Data([1, 2, 3]), to: "bad.png")
        try served.addImage("good.png", 20, 20)
        let handler = served.handler(limits: limits)
        for _ in 0..<2 {
            await #expect(throws: CodecError.self) { try await handler.answer("/iiif/3/bad/info.json") }
        }
        #expect(try await handler.status("/iiif/3/good/info.json") == 200)
    }
}
