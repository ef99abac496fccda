import Compositing
import Concurrency
import Dispatch
import Foundation
import Glibc
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// Decodes four bytes, width and height in two each, to an opaque image of that color, and records the sizes.
final class SolidDecoding: ImageDecoding {
    let sizes = Locked<[PixelSize]>([])
    let threads = Locked<[pthread_t]>([])

    static func bytes(_ width: Int, _ height: Int) -> [UInt8] {
        [width >> 8, width & 255, height >> 8, height & 255].map { UInt8($0) }
    }

    func decode(
        _ bytes: [UInt8], name: String, shownSize: (PixelSize) -> PixelSize
    ) throws -> (buffer: PixelBuffer, fullSize: PixelSize) {
        guard bytes.count == 4 else { throw TestError("\(name): these are not pixels") }
        let full = PixelSize(width: Int(bytes[0]) << 8 | Int(bytes[1]), height: Int(bytes[2]) << 8 | Int(bytes[3]))
        let size = shownSize(full)
        sizes.withLock { $0.append(size) }
        threads.withLock { $0.append(pthread_self()) }
        let buffer = PixelBuffer(size: size, isOpaque: true) { $0.update(repeating: 0xFF20_4060) }
        return (buffer, full)
    }
}

extension DispatchSemaphore {
    /// Blocks; the other side never needs the calling thread.
    fileprivate func waitForTest() { wait() }
}

@MainActor
@Suite(.timeLimited) struct LazyImageTests {
    let clock = ManualClock()
    let executor: ManualTileExecutor
    let queue: ImageQueue
    let decoder = SolidDecoding()
    let layer = ImageLayer()
    let scene: LayerScene
    private let compositor = Compositor(workerCount: 1)

    init() {
        executor = ManualTileExecutor(clock: clock)
        queue = ImageQueue(executor: executor)
        let root = Layer()
        root.anchorPoint = .zero
        root.bounds = Rect(x: 0, y: 0, width: 600, height: 400)
        layer.anchorPoint = .zero
        layer.actions = .none
        layer.bounds = Rect(x: 0, y: 0, width: 256, height: 256)
        root.addSublayer(layer)
        scene = LayerScene(root: root, size: PixelSize(width: 600, height: 400), background: .black, clock: clock)
    }

    func image(_ width: Int = 256, _ height: Int = 256, _ decompression: Decompression = .whenShown)
        -> LazyImage
    {
        LazyImage(name: "image", decompression: decompression, decoder: decoder, queue: queue) {
            SolidDecoding.bytes(width, height)
        }
    }

    func draw() -> UInt32 { compositor.draw(scene.frame())[10, 10] }

    @Test func `an image is decoded when it is first shown, once, and a placeholder is there until then`() {
        let image = image()
        layer.placeholder = PixelBuffer(size: PixelSize(width: 1, height: 1)) { $0[0] = 0xFF11_1111 }
        layer.image = image
        executor.advance()
        #expect(image.statistics.decodes == 0 && image.buffer == nil)
        #expect(draw() == 0xFF11_1111)
        executor.advance()
        #expect(image.statistics.decodes == 1 && image.statistics.decodedBytes == 262_144)
        #expect(scene.needsFrame)
        #expect(draw() == 0xFF20_4060)
        #expect(draw() == 0xFF20_4060)
        executor.advance()
        #expect(image.statistics.decodes == 1 && !scene.needsFrame)
    }

    @Test(arguments: Decompression.allCases.filter { $0 != .onAssignment })
    func `decoding runs off the main thread`(decompression: Decompression) async throws {
        let image = LazyImage(name: "image", decompression: decompression, decoder: decoder) {
            SolidDecoding.bytes(64, 32)
        }
        let buffer = try await image.decoded()
        #expect(buffer.size == PixelSize(width: 64, height: 32))
        #expect(image.statistics.decodes == 1 && image.statistics.mainThreadDecodes == 0)
    }

    @Test(arguments: [Decompression.ahead, .redrawn, .purgeable])
    func `forced decompression decodes once before the first draw`(decompression: Decompression) {
        let image = image(256, 256, decompression)
        #expect(image.statistics.decodes == 0)
        executor.advance()
        #expect(image.statistics.decodes == 1)
        layer.image = image
        #expect(draw() == 0xFF20_4060)
        executor.advance()
        #expect(draw() == 0xFF20_4060 && image.statistics.decodes == 1)
    }

    @Test func `decompression on assignment decodes in that call, on the thread of the layer`() {
        let image = image(256, 256, .onAssignment)
        #expect(image.statistics.decodes == 0)
        layer.image = image
        #expect(image.statistics.decodes == 1)
        #expect(decoder.threads.withLock { $0 } == [pthread_self()])
        // The main queue of a test need not run on the main thread.
        let source = RecordedSource(Pyramid(size: PixelSize(width: 1, height: 1)))
        let job = TileJob(image: TiledImage(source, name: ""), index: tile(0, 0, 0), kind: .read)
        #expect(image.statistics.mainThreadDecodes == (job.perform().isFromMainThread ? 1 : 0))
        #expect(draw() == 0xFF20_4060)
        layer.image = nil
        layer.image = image
        #expect(image.statistics.decodes == 1)
    }

    @Test func `a redrawn image releases its encoded bytes and keeps its pixels`() {
        final class File: Sendable {}
        weak var held: File?
        let image: LazyImage
        do {
            let file = File()
            held = file
            image = LazyImage(name: "image", decompression: .redrawn, decoder: decoder, queue: queue) { [file] in
                _ = file
                return SolidDecoding.bytes(256, 256)
            }
        }
        #expect(held != nil)
        executor.advance()
        #expect(held == nil)
        image.handleMemoryWarning()
        #expect(image.buffer != nil && image.statistics.purges == 0)
    }

    @Test(arguments: [Decompression.purgeable, .whenShown, .onAssignment])
    func `after memory pressure the next draw decodes again`(decompression: Decompression) {
        let image = image(256, 256, decompression)
        layer.image = image
        _ = draw()
        executor.advance()
        #expect(draw() == 0xFF20_4060)
        image.handleMemoryWarning()
        #expect(image.buffer == nil && image.statistics.decodedBytes == 0 && image.statistics.purges == 1)
        scene.setNeedsFrame()
        _ = draw()
        executor.advance()
        #expect(draw() == 0xFF20_4060 && image.statistics.decodes == 2)
    }

    @Test func `an image kept ahead survives memory pressure`() {
        let image = image(256, 256, .ahead)
        executor.advance()
        image.handleMemoryWarning()
        #expect(image.buffer != nil && image.statistics.purges == 0)
    }

    @Test func `an image is decoded once at the size at which it is shown`() {
        let image = image(4000, 3000)
        layer.bounds = Rect(x: 0, y: 0, width: 400, height: 300)
        layer.image = image
        _ = draw()
        executor.advance()
        for _ in 0..<3 {
            scene.setNeedsFrame()
            _ = draw()
            executor.advance()
        }
        #expect(image.statistics.decodes == 1 && image.statistics.decodedBytes == 480_000)
        #expect(image.buffer?.size == PixelSize(width: 400, height: 300))
        #expect(image.fullSize == PixelSize(width: 4000, height: 3000))
    }

    @Test(arguments: [
        (ContentsGravity.resize, PixelSize(width: 200, height: 200)),
        (.resizeAspect, PixelSize(width: 200, height: 150)), (.resizeAspectFill, PixelSize(width: 267, height: 200)),
        (.center, PixelSize(width: 400, height: 300)),
    ])
    func `gravity decides how many pixels are shown`(gravity: ContentsGravity, size: PixelSize) {
        let image = image(400, 300)
        layer.contentsGravity = gravity
        layer.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
        scene.scale = 2
        layer.image = image
        _ = draw()
        executor.advance()
        #expect(image.buffer?.size == size)
    }

    @Test func `an image that grows is decoded a few times, and one that shrinks is not`() {
        let image = image(4000, 3000)
        layer.image = image
        for step in 0...60 {
            let width = 40 + 6 * Double(step)
            layer.bounds = Rect(x: 0, y: 0, width: width, height: width * 0.75)
            _ = draw()
            executor.advance()
        }
        // 40 pixels grow by a half each time: to 60, 90, 135, 203, 304 and 456.
        #expect(image.statistics.decodes == 7)
        layer.bounds = Rect(x: 0, y: 0, width: 40, height: 30)
        _ = draw()
        executor.advance()
        #expect(image.statistics.decodes == 7)
    }

    @Test func `the former image of a layer is not shown, and its request is withdrawn`() {
        let former = image(256, 256)
        let newer = image(128, 128)
        layer.image = former
        _ = draw()
        layer.image = newer
        _ = draw()
        executor.advance()
        #expect(former.statistics.decodes == 0 && newer.statistics.decodes == 1)
        #expect(queue.count == 0)
    }

    @Test func `the image that was asked for last is decoded first`() {
        let narrow = ImageQueue(width: 1, executor: executor)
        let images = (1...4).map { size in
            LazyImage(name: "\(size)", decompression: .ahead, decoder: decoder, queue: narrow) {
                SolidDecoding.bytes(size, size)
            }
        }
        executor.advance()
        #expect(decoder.sizes.withLock { $0.map(\.width) } == [4, 3, 2, 1])
        #expect(images.allSatisfy { $0.statistics.decodes == 1 })
    }

    @Test func `an image that cannot be decoded keeps the placeholder, and is tried again on request`() async {
        let isGood = Locked(false)
        let image = LazyImage(name: "image", decoder: decoder, queue: queue) {
            isGood.withLock { $0 } ? SolidDecoding.bytes(256, 256) : []
        }
        layer.image = image
        for _ in 0..<3 {
            scene.setNeedsFrame()
            #expect(draw() == 0xFF00_0000)
            executor.advance()
        }
        #expect(image.failure.map { "\($0)" } == "image: these are not pixels")
        await #expect(throws: TestError.self) { try await image.decoded() }
        isGood.withLock { $0 = true }
        image.retry()
        _ = draw()
        executor.advance()
        #expect(draw() == 0xFF20_4060 && image.failure == nil)
    }

    @Test func `a layer that leaves its scene withdraws the request, unless another layer shows the image`() {
        let image = image()
        let other = ImageLayer(image: image)
        other.bounds = layer.bounds
        layer.image = image
        scene.root.addSublayer(other)
        _ = draw()
        #expect(queue.count == 1)
        other.removeFromSuperlayer()
        #expect(queue.count == 0)
        _ = draw()
        executor.advance()
        #expect(image.statistics.decodes == 1)
    }

    @Test func `a failure is reported once, after the frame in which it was seen`() async {
        var failures: [String] = []
        layer.image = LazyImage(name: "broken", decoder: decoder, queue: queue) { [] }
        await withCheckedContinuation { continuation in
            layer.onFailure = { error in
                failures.append("\(error)")
                if failures.count == 1 { continuation.resume() }
            }
            _ = draw()
            executor.advance()
            _ = draw()
            #expect(failures.isEmpty)
        }
        scene.setNeedsFrame()
        _ = draw()
        await Task.yield()
        #expect(failures == ["broken: these are not pixels"])
    }

    @Test func `the failure of an image that was replaced is not reported`() async {
        var failures: [String] = []
        layer.onFailure = { failures.append("\($0)") }
        layer.image = LazyImage(name: "broken", decoder: decoder, queue: queue) { [] }
        _ = draw()
        executor.advance()
        _ = draw()
        layer.image = image()
        for _ in 0..<10 { await Task.yield() }
        #expect(failures.isEmpty)
    }

    @Test func `an image that waits is decoded once, for the largest size that was asked for`() {
        let image = image(4000, 3000)
        image.prefetch(for: PixelSize(width: 90, height: 90))
        image.prefetch(for: PixelSize(width: 60, height: 60))
        scene.scale = 2
        layer.contentsGravity = .resizeAspectFill
        layer.bounds = Rect(x: 0, y: 0, width: 90, height: 90)
        layer.image = image
        _ = draw()
        executor.advance()
        #expect(image.buffer?.size == PixelSize(width: 240, height: 180))
        scene.setNeedsFrame()
        _ = draw()
        executor.advance()
        #expect(image.statistics.decodes == 1)
    }

    @Test func `who waits for more pixels than are being decoded gets them`() async throws {
        let began = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let image = LazyImage(name: "image", decoder: decoder, queue: ImageQueue(width: 1)) {
            began.signal()
            mayEnd.wait()
            return SolidDecoding.bytes(400, 300)
        }
        image.prefetch(for: PixelSize(width: 40, height: 30))
        began.waitForTest()
        let small = Task { try await image.decoded(for: PixelSize(width: 20, height: 15)) }
        let large = Task { try await image.decoded(for: PixelSize(width: 200, height: 150)) }
        while image.state.withLock({ $0.waiters.count }) < 2 { await Task.yield() }
        mayEnd.signal()
        #expect(try await small.value.size == PixelSize(width: 40, height: 30))
        mayEnd.signal()
        #expect(try await large.value.size == PixelSize(width: 200, height: 150))
        #expect(image.statistics.decodes == 2)
    }
}
