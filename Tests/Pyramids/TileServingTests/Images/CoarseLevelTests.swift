import Caching
import Concurrency
import Foundation
import TestLimits
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import TileServing

/// Thumbnails of pyramids without coarse levels.
@Suite(.timeLimited)
struct CoarseLevelTests {
    private let served: ServedFolder
    private let limits: ServingLimits

    init() async throws {
        served = try ServedFolder()
        var limits = ServingLimits()
        limits.previewPixels = 60 * 60
        limits.coarseLevelDecodedPixels = 120 * 120
        self.limits = limits
        try await served.addPyramid("image.szi", 200, 160) { $0.levelCount = 1 }
    }

    private func images(_ change: (inout ServingLimits) -> Void = { _ in }) -> OpenImages {
        var limits = limits
        change(&limits)
        return OpenImages(limits, cutFolder: nil)
    }

    private let thumbnail = "/iiif/3/image/full/50,40/0/default.png"

    @Test func `a thumbnail waits for the level, which is made once and serves all`() async throws {
        // Two images whose previews are being made let the level wait.
        let gate = Gate()
        let images = OpenImages(
            limits, cutFolder: nil,
            makePreview: { entry, pixelLimit in
                gate.pass()
                return try PreviewPixels(entry.path, pixelLimit: pixelLimit)
            })
        for name in ["first", "second"] { try served.addImage("\(name).png", 200, 100) }
        let handler = TileRequestHandler(serving: [served.folder.path], images)
        for path in ["/dzi/first.dzi", "/dzi/second.dzi", "/dzi/image.dzi"] {
            #expect(try await handler.answer(path).status == 200)
        }
        gate.waitForArrivals(PreviewQueue.width)
        guard case .work(let work) = handler.plan(for: ServerRequest(path: thumbnail)) else {
            Issue.record("the level is there")
            return
        }
        #expect(work.prerequisite?.limit == .seconds(2))
        let error = await #expect(throws: RequestError.self) { try await work.perform() }
        #expect(error?.status == 503 && error?.isLasting == false)
        gate.open()
        let first = try await handler.answer(thumbnail)
        #expect(first.status == 200)
        let misses = images.decodedTiles.counts.misses
        #expect(misses == 7 * 5)
        for path in [
            thumbnail, "/iiif/3/image/full/25,20/0/default.png", "/iiif/2/image/full/10,8/0/default.jpg",
            "/dzi/image_files/5/0_0.png",
        ] {
            #expect(try await handler.answer(path).status == 200)
        }
        #expect(images.decodedTiles.counts.misses == misses)
    }

    @Test func `it has the pixels that a stored level would have`() async throws {
        let whole = TileRequestHandler(serving: [served.folder.path], images())
        let other = try ServedFolder()
        try await other.addPyramid("image.szi", 200, 160)
        let expected = try await other.handler().answer(thumbnail)
        #expect(try await whole.answer(thumbnail).bytes == expected.bytes)
    }

    @Test func `what needs finer pixels, or few of them, is made of the tiles`() async throws {
        let images = images()
        let handler = TileRequestHandler(serving: [served.folder.path], images)
        for path in ["/iiif/3/image/full/150,120/0/default.png", "/iiif/3/image/0,0,64,64/8,8/0/default.png"] {
            let misses = images.decodedTiles.counts.misses
            #expect(try await handler.answer(path).status == 200)
            #expect(images.decodedTiles.counts.misses + images.decodedTiles.counts.hits > misses)
            guard case .work(let work) = handler.plan(for: ServerRequest(path: path + "?again")) else { continue }
            #expect(work.prerequisite == nil)
        }
        #expect(images.preparedLevels == 0)
    }

    @Test func `one that takes too long is refused from then on, at no cost`() async throws {
        let images = images { $0.coarseLevelSeconds = -1 }
        let handler = TileRequestHandler(serving: [served.folder.path], images)
        for path in [thumbnail, thumbnail, "/iiif/3/image/full/25,20/0/default.png"] {
            let error = await #expect(throws: RequestError.self) {
                try await handler.plan(for: ServerRequest(path: path)).answer()
            }
            #expect(error?.status == 503 && error?.isLasting == true)
        }
        #expect(images.decodedTiles.counts.misses == 0)
        #expect(try await handler.answer("/iiif/3/image/0,0,32,32/max/0/default.png").status == 200)
    }

    @Test func `the error of a damaged tile is that of the answer`() async throws {
        try await served.addPyramid("folder.dzi", 200, 160, as: .deepZoom) { $0.levelCount = 1 }
        try served.folder.write(Data("no tile".utf8), to: "folder_files/8/3_2.png")
        let handler = TileRequestHandler(serving: [served.folder.path], images())
        await #expect(throws: (any Error).self) {
            try await handler.plan(for: ServerRequest(path: "/iiif/3/folder/full/50,40/0/default.png")).answer()
        }
    }

    @Test func `that of tiles in files is made again after an hour`() async throws {
        try await served.addPyramid("folder.dzi", 200, 160, as: .deepZoom) { $0.levelCount = 1 }
        let seconds = Locked(0)
        let start = ContinuousClock.now
        let images = OpenImages(limits, cutFolder: nil, now: { start + .seconds(seconds.withLock { $0 }) })
        let handler = TileRequestHandler(serving: [served.folder.path], images)
        for (time, levels) in [(0, 1), (3599, 1), (3601, 2)] {
            seconds.withLock { $0 = time }
            #expect(try await handler.answer("/iiif/3/folder/full/4\(time % 3),40/0/default.png").status == 200)
            #expect(images.preparedLevels == levels)
        }
    }
}
