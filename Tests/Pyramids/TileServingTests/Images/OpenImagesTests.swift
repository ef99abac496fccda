import Concurrency
import Foundation
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores

@testable import TileServing

/// Opening of images, the lifetime of open images, and failures; with a clock that is set by hand.
@Suite(.timeLimited)
struct OpenImagesTests {
    private let served: ServedFolder
    private let cutFolder: TemporaryFolder
    private let time = Locked(ContinuousClock.now)

    init() throws {
        served = try ServedFolder()
        cutFolder = try TemporaryFolder()
    }

    private var limits: ServingLimits {
        var limits = ServingLimits()
        limits.previewPixels = 4000
        return limits
    }

    private func images(cutFolder: String? = nil) -> OpenImages {
        OpenImages(limits, cutFolder: cutFolder, now: { [time] in time.withLock { $0 } })
    }

    private func pass(_ duration: Duration) { time.withLock { $0 += duration } }

    private func entry(_ name: String) throws -> CatalogEntry {
        try #require(Catalog([served.folder.path], limits).entry(named: name))
    }

    @Test func `a preview is not served any longer once the image is cut`() async throws {
        // Small enough to be cut while the preview is made.
        for name in 0..<10 { try served.addImage("\(name).jpg", 80, 60) }
        let images = images(cutFolder: cutFolder.path("cuts"))
        for name in 0..<10 {
            let entry = try entry("\(name)")
            #expect(try images.image(entry).isPreview)
            await images.waitUntilCut()
            #expect(images.opened(entry) == nil)
            #expect(try !images.image(entry).isPreview)
            #expect(images.opened(entry) != nil)
        }
    }

    @Test func `an image that cannot be cut has a preview, and is tried again later`() async throws {
        try served.addImage("image.png", 200, 100)
        // A file where the folder should be.
        try cutFolder.write(Data(), to: "cuts")
        let images = images(cutFolder: cutFolder.path("cuts"))
        let entry = try entry("image")
        #expect(try images.image(entry).pixels == nil)
        await images.waitUntilCut()
        let preview = try images.image(entry)
        #expect(preview.isPreview && preview.pixels != nil)
        pass(ImageCutter.retryInterval - .seconds(1))
        #expect(images.opened(entry) === preview)
        try cutFolder.remove("cuts")
        pass(.seconds(1))
        #expect(images.opened(entry) == nil)
        // It is served on while the image is cut again.
        #expect(try images.image(entry) === preview)
        await images.waitUntilCut()
        #expect(try !images.image(entry).isPreview)
    }

    @Test func `an image whose preview fails is cut all the same`() async throws {
        try served.addImage("image.png", 200, 100)
        let images = OpenImages(
            limits, cutFolder: cutFolder.path("cuts"), makePreview: { _, _ in throw RequestError(500, "it fails.") },
            now: { [time] in time.withLock { $0 } })
        let entry = try entry("image")
        #expect(try images.image(entry).pixels == nil)
        await images.waitUntilCut()
        let image = try images.image(entry)
        #expect(!image.isPreview && image.pixels != nil)
    }

    @Test func `what an ended server has not finished is removed, and nothing else`() async throws {
        for name in ["2.szi.partial", "3.partial", "4.szi"] { try cutFolder.write(Data([1]), to: name) }
        try cutFolder.writeLeftover(Data([1]), to: "1.szi.partial")
        let images = images(cutFolder: cutFolder.path)
        await images.waitUntilCut()
        #expect(Set(cutFolder.contents()) == ["2.szi.partial", "3.partial", "4.szi"])
    }

    @Test func `a failure is not tried again for a while`() throws {
        try served.folder.write(Data([1, 2, 3]), to: "bad.png")
        let images = images()
        let entry = try entry("bad")
        #expect(throws: CodecError.self) { try images.image(entry) }
        // What would be found if it were tried: a file under the same entry.
        try served.addImage("bad.png", 20, 20)
        pass(OpenImages.failureLifetime - .milliseconds(1))
        #expect(throws: CodecError.self) { try images.image(entry) }
        pass(.milliseconds(1))
        #expect(try images.image(entry).size == PixelSize(width: 20, height: 20))
    }

    /// Images whose opening takes some time and fails, and how often that has been tried.
    private func failing(after duration: Duration, _ error: any Error) -> (images: OpenImages, tries: Locked<Int>) {
        let tries = Locked(0)
        let images = OpenImages(
            limits, cutFolder: nil,
            openPyramid: { [time] _ in
                tries.withLock { $0 += 1 }
                time.withLock { $0 += duration }
                throw error
            }, now: { [time] in time.withLock { $0 } })
        return (images, tries)
    }

    @Test func `the longer it took until something failed, the later it is tried again`() throws {
        try served.addImage("image.png", 20, 20)
        let entry = try entry("image")
        let (images, tries) = failing(after: .seconds(2), RequestError(500, "it fails."))
        #expect(throws: RequestError.self) { try images.image(entry) }
        pass(.seconds(200) - .milliseconds(1))
        #expect(throws: RequestError.self) { try images.image(entry) }
        #expect(tries.withLock { $0 } == 1)
        pass(.milliseconds(1))
        #expect(throws: RequestError.self) { try images.image(entry) }
        #expect(tries.withLock { $0 } == 2)
    }

    @Test func `opening an image may take as long as an answer, and is not tried again for a day`() throws {
        try served.addImage("image.png", 20, 20)
        let entry = try entry("image")
        let (images, tries) = failing(after: .seconds(5), ProcessorTimeBudget.Exhausted())
        for time in [Duration.zero, .seconds(86_399)] {
            pass(time)
            let error = #expect(throws: RequestError.self) { try images.image(entry) }
            #expect(error?.status == 503 && error?.isLasting == true)
            #expect(error?.description.contains("more than 5 seconds of processor time") ?? false)
        }
        #expect(tries.withLock { $0 } == 1)
        let budget = Locked<Double?>(nil)
        let others = OpenImages(
            limits, cutFolder: nil,
            openPyramid: { _ in
                budget.withLock { $0 = ProcessorTimeBudget.current?.rest }
                return nil
            })
        #expect(try others.image(entry).size == PixelSize(width: 20, height: 20))
        let rest = try #require(budget.withLock { $0 })
        #expect(rest > 0 && rest <= 5)
    }

    @Test func `a file that is gone is not found`() throws {
        try served.addImage("image.png", 20, 20)
        let images = images()
        let entry = try entry("image")
        try served.folder.remove("image.png")
        let error = #expect(throws: RequestError.self) { try images.image(entry) }
        #expect(error?.status == 404)
    }

    @Test func `tiles that are replaced are read again, and an archive is not opened again`() async throws {
        try await served.addPyramid("image.dzi", 60, 50, as: .deepZoom)
        try await served.addPyramid("archive.szi", 60, 50)
        let images = images()
        for (name, isOpenedAgain) in [("image", true), ("archive", false)] {
            let entry = try entry(name)
            let first = try images.image(entry)
            pass(OpenImages.tileFilesLifetime - .seconds(1))
            #expect(try images.image(entry) === first)
            pass(.seconds(1))
            #expect((images.opened(entry) == nil) == isOpenedAgain)
            #expect((try images.image(entry).number != first.number) == isOpenedAgain)
        }
    }

    @Test func `an image that is made of replaced tiles has another tag`() async throws {
        try await served.addPyramid("image.dzi", 60, 50, as: .deepZoom)
        let request = "/iiif/3/image/5,5,50,40/25,/0/default.png"
        let first = try await served.handler().answer(request)
        let tag = try #require(first.entityTag)
        #expect(try await served.handler().answer(request).entityTag == tag)
        // The descriptor stays as it is.
        for level in 5...6 {
            let names = try FileManager.default.contentsOfDirectory(atPath: served.folder.path("image_files/\(level)"))
            for name in names {
                let tile = try DecodedImage(
                    openImage(.bytes(Array(served.folder.bytes(of: "image_files/\(level)/\(name)")), name: name)))
                let size = tile.info.size
                let path = served.folder.path("image_files/\(level)/\(name)")
                let writer = try ImageFileFormat.png.makeWriter(path, size: size, layout: PixelLayout(.rgb))
                try [UInt8](repeating: 7, count: size.width * size.height * 3).withUnsafeBytes { memory in
                    let base = try #require(memory.baseAddress)
                    try writer.write(PixelBand(base: base, stride: size.width * 3, rows: 0..<size.height))
                }
                try writer.finish()
            }
        }
        let handler = served.handler()
        let second = try await handler.answer(request, fields: ["if-none-match": tag])
        #expect(second.entityTag != tag)
        #expect(second.bytes != first.bytes)
    }
}
