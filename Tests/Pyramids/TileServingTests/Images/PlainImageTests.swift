import Concurrency
import Foundation
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores

@testable import TileServing

@Suite(.timeLimited)
struct PlainImageTests {
    private let served: ServedFolder
    private let cutFolder: TemporaryFolder

    init() throws {
        served = try ServedFolder()
        cutFolder = try TemporaryFolder()
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

    @Test(arguments: ["png", "tif", "jpg", "ppm"])
    func `a large image is answered coarse at once, and sharp when it is cut`(_ fileExtension: String) async throws {
        let size = PixelSize(width: 200, height: 100)
        try addImage("image.\(fileExtension)", size)
        // The preview alone: 100×50 pixels are more than the limit, so that it is halved twice.
        let uncut = served.handler(limits: limits)
        #expect(try await uncut.text("/iiif/3/image/info.json").contains("\"width\": 200"))
        let coarse = try await uncut.image("/iiif/3/image/full/50,25/0/default.png")
        #expect(coarse.info.size == PixelSize(width: 50, height: 25))
        // The preview rounds in another way than a pyramid.
        let difference = difference(rows(coarse), ServedFolder.halved(size, times: 2))
        #expect(fileExtension == "jpg" || difference <= 2)
        // The page loads itself again when this mark is gone.
        let mark = "\"isCoarse\":true"
        #expect(try await uncut.text("/view/image").ranges(of: mark).count == 1)
        let path = "/iiif/3/image/8,4,96,80/max/0/default.png"
        let early = try await uncut.answer(path)
        #expect(early.status == 200 && early.freshness == .revalidated)
        let handler = served.handler(cutFolder: cutFolder.path("cuts"), limits: limits)
        _ = try await handler.answer("/dzi/image.dzi")
        await handler.images.waitUntilCut()
        #expect(try await !handler.text("/view/image").contains(mark))
        let sharp = try await handler.answer(path, fields: ["if-none-match": try #require(early.entityTag)])
        #expect(sharp.status == 200 && sharp.freshness == .long && sharp.entityTag != early.entityTag)
        let expected = cropped(ServedFolder.rows(size), x: 8, y: 4, width: 96, height: 80)
        if fileExtension != "jpg" { #expect(rows(try await handler.image(path)) == expected) }
        #expect(cutFolder.contents().filter { $0.hasSuffix(".szi") }.count == 1)
        // After a restart, it is not cut again.
        let restarted = served.handler(cutFolder: cutFolder.path("cuts"), limits: limits)
        #expect(try await restarted.answer(path).freshness == .long)
    }

    /// The greatest difference of two samples.
    private func difference(_ one: [[UInt8]], _ other: [[UInt8]]) -> Int {
        zip(one.joined(), other.joined()).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    /// Writes a test image; of the formats that `ServedFolder` does not write, by hand.
    private func addImage(_ name: String, _ size: PixelSize) throws {
        let samples = Data(ServedFolder.rows(size).flatMap { $0 })
        switch FilePath.fileExtension(of: name) {
        case "ppm": try served.folder.write(Data("P6 \(size.width) \(size.height) 255\n".utf8) + samples, to: name)
        case "tif": try served.folder.write(Self.bigEndianTIFF(size, samples), to: name)
        default: try served.addImage(name, size.width, size.height)
        }
    }

    /// A TIFF of uncompressed RGB in one strip.
    private static func bigEndianTIFF(_ size: PixelSize, _ samples: Data) -> Data {
        func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
        // Tag, type (3 for 16 bits, 4 for 32 bits) and value.
        let fields: [(UInt16, UInt16, Int)] = [
            (256, 4, size.width), (257, 4, size.height), (258, 3, 8), (259, 3, 1), (262, 3, 2), (273, 4, 8),
            (277, 3, 3), (278, 4, size.height), (279, 4, samples.count),
        ]
        var file = Data("MM".utf8) + bytes(UInt16(42)) + bytes(UInt32(8 + samples.count)) + samples
        file += bytes(UInt16(fields.count))
        for (tag, type, value) in fields {
            file += bytes(tag) + bytes(type) + bytes(UInt32(1))
            file += type == 3 ? bytes(UInt16(value)) + [0, 0] : bytes(UInt32(value))
        }
        return file + bytes(UInt32(0))
    }

    @Test func `requests wait for a preview without a worker, and after a while the client has to ask again`()
        async throws
    {
        try served.addImage("image.png", 200, 100)
        let gate = Gate()
        let images = OpenImages(
            limits, cutFolder: nil,
            makePreview: { entry, pixelLimit in
                gate.pass()
                return try PreviewPixels(entry.path, pixelLimit: pixelLimit)
            })
        let handler = TileRequestHandler(serving: [served.folder.path], images)
        // Opening it does not wait for the preview.
        #expect(try await handler.status("/iiif/3/image/info.json") == 200)
        #expect(try await handler.status("/dzi/image.dzi") == 200)
        for path in ["/iiif/3/image/full/50,/0/default.jpg", "/dzi/image_files/8/0_0.jpg", "/xyz/image/0/0/0.jpg"] {
            guard case .work(let work) = handler.plan(for: ServerRequest(path: path)) else {
                Issue.record("the preview is not there")
                continue
            }
            #expect(work.prerequisite?.limit == .seconds(2))
            let error = await #expect(throws: RequestError.self) { try await work.perform() }
            #expect(error?.status == 503)
        }
        async let answer = handler.answer("/dzi/image_files/8/0_0.jpg")
        gate.open()
        #expect(try await answer.status == 200)
        await images.waitUntilCut()
        #expect(gate.arrivals == 1)
    }

    @Test func `previews that keep all processors busy leave threads to requests`() async throws {
        for name in ["first", "second"] { try served.addImage("\(name).png", 200, 100) }
        try served.addImage("small.png", 20, 20)
        let isAnswered = Locked(false)
        let images = OpenImages(
            limits, cutFolder: nil,
            makePreview: { entry, pixelLimit in
                while !isAnswered.withLock({ $0 }) {}
                return try PreviewPixels(entry.path, pixelLimit: pixelLimit)
            })
        let server = try TestServer(handler: TileRequestHandler(serving: [served.folder.path], images))
        for path in ["/dzi/first.dzi", "/dzi/second.dzi", "/iiif/3/small/full/10,/0/default.png"] {
            #expect(try server.get(path).status == 200)
        }
        isAnswered.withLock { $0 = true }
        await images.waitUntilCut()
    }

    @Test func `an image that is removed while its preview is made is not found`() async throws {
        try served.addImage("image.png", 200, 100)
        let folder = served.folder
        let images = OpenImages(
            limits, cutFolder: nil,
            makePreview: { entry, pixelLimit in
                try folder.remove("image.png")
                return try PreviewPixels(entry.path, pixelLimit: pixelLimit)
            })
        let handler = TileRequestHandler(serving: [folder.path], images)
        #expect(try await handler.status("/iiif/3/image/full/50,/0/default.jpg") == 404)
    }

    @Test func `a large image that is damaged has its information, and an error in place of pixels`() async throws {
        try served.addImage("image.png", 200, 100)
        let file = try served.folder.bytes(of: "image.png")
        try served.folder.write(file.prefix(file.count / 2), to: "image.png")
        let handler = served.handler(cutFolder: cutFolder.path("cuts"), limits: limits)
        #expect(try await handler.status("/iiif/3/image/info.json") == 200)
        await #expect(throws: CodecError.self) { try await handler.answer("/iiif/3/image/full/50,/0/default.jpg") }
        await handler.images.waitUntilCut()
        await #expect(throws: CodecError.self) { try await handler.answer("/dzi/image_files/8/0_0.jpg") }
        #expect(try await handler.status("/iiif/3/image/info.json") == 200)
        #expect(cutFolder.contents() == ["cuts/"])
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
        for name in ["a", "b", "c"] {
            #expect(try await handler.status("/iiif/3/\(name)/full/9,/0/default.png") == 200)
        }
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

    @Test func `a result that is used again is kept longer than one that is not`() async throws {
        for name in ["a", "b", "c"] { try served.addImage("\(name).png", 200, 100) }
        let folder = cutFolder.path("cuts")
        func cut(_ name: String, byteLimit: Int = .max) async throws {
            var limits = limits
            limits.cutImageBytes = byteLimit
            let handler = served.handler(cutFolder: folder, limits: limits)
            _ = try await handler.answer("/dzi/\(name).dzi")
            await handler.images.waitUntilCut()
        }
        func results() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: folder)) }
        func setDate(_ name: String, _ seconds: Double) throws {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: "\(folder)/\(name)")
        }
        try await cut("a")
        let a = try #require(try results().first)
        try await cut("b")
        let b = try #require(try results().subtracting([a]).first)
        try setDate(a, 1000)
        try setDate(b, 2000)
        // It is opened by another server, which does not cut it again.
        try await cut("a")
        let size = try #require(FileStatus(of: "\(folder)/\(a)")).byteCount
        try await cut("c", byteLimit: size * 5 / 2)
        #expect(try results().count == 2 && results().contains(a) && !results().contains(b))
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
