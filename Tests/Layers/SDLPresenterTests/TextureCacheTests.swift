import CSDL2
import LayerTree
import TestLimits
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import SDLPresenter

@MainActor
@Suite(.serialized, .timeLimited) struct TextureCacheTests {
    private let canvas = TestCanvas(64, 48)

    /// A window that draws quads with SDL's software renderer.
    private func window(_ change: (inout WindowOptions) -> Void = { _ in }) throws -> WindowPresenter {
        try headlessWindow {
            $0.drawing = .accelerated
            change(&$0)
        }
    }

    /// A frame of contents side by side.
    private func frame(_ buffers: [PixelBuffer]) throws -> RenderTree {
        canvas.showing(
            try buffers.enumerated().map { try canvas.quad($1, in: rect(Double($0) * 8, 0, 8, 8)) })
    }

    @Test func `contents in ten layers are one texture, uploaded once, with their bytes counted once`() throws {
        let window = try window()
        let contents = plain(20, 10, 0xFF12_3456)
        let tree = canvas.showing(
            try (0..<10).map { try canvas.quad(contents, in: rect(Double($0) * 6, Double($0) * 4, 6, 4)) })
        #expect(try window.present(tree) == .complete)
        #expect(window.statistics.cachedTextures == 1)
        #expect(window.statistics.cachedBytes == 800)
        #expect(window.statistics.uploads == 1)
        #expect(window.statistics.uploadedBytes == 800)
        #expect(window.statistics.quads == 10)
        #expect(window.statistics.drawCalls == 1)
    }

    @Test func `six digits from one sheet are one upload`() throws {
        let window = try window()
        let sheet = plain(100, 16, 0xFF12_3456)
        let tree = canvas.showing(
            try [1, 2, 3, 4, 5, 6].enumerated().map { position, digit in
                try canvas.quad(
                    sheet, in: rect(Double(position) * 10, 0, 10, 16), source: rect(Double(digit) * 10, 0, 10, 16))
            })
        try window.present(tree)
        #expect(window.statistics.uploads == 1)
        #expect(window.statistics.drawCalls == 1)
    }

    @Test func `a frame's statistics include one upload of 100 × 16 pixels, 6,400 bytes`() throws {
        let window = try window()
        try window.present(try frame([plain(100, 16, 0xFF12_3456)]))
        var statistics = FrameStatistics()
        statistics.countUploads(window.statistics)
        #expect(statistics.textureUploads == 1 && statistics.uploadedBytes == 6_400)
    }

    @Test func `an unchanged frame costs nothing, and a lost one is drawn again without uploading`() throws {
        let window = try window()
        let tree = try frame([plain(8, 8, 0xFF00_0000)])
        #expect(try window.present(tree) == .complete)
        #expect(try window.present(tree) == .unchanged)
        #expect(window.statistics.frames == 1)
        var exposed = SDL_Event()
        exposed.type = SDL_RENDER_TARGETS_RESET.rawValue
        SDL_PushEvent(&exposed)
        while window.nextEvent(timeout: 0) != nil {}
        #expect(try window.present(tree) == .complete)
        #expect(window.statistics.frames == 2)
        #expect(window.statistics.uploads == 1)
    }

    @Test func `after a device reset everything is uploaded again`() throws {
        let window = try window()
        let tree = try frame([plain(8, 8, 0xFF00_0000), plain(8, 8, 0xFFFF_FFFF)])
        try window.present(tree)
        var reset = SDL_Event()
        reset.type = SDL_RENDER_DEVICE_RESET.rawValue
        SDL_PushEvent(&reset)
        while window.nextEvent(timeout: 0) != nil {}
        #expect(try window.present(tree) == .complete)
        #expect(window.statistics.uploads == 4)
        #expect(window.statistics.cachedTextures == 2)
        #expect(window.statistics.evictions == 0)
    }

    @Test func `the texture of a deallocated buffer is freed with the next frame`() throws {
        let window = try window()
        try window.present(frame([plain(8, 8, 0xFF00_0000), plain(4, 4, 0xFF00_0000)]))
        #expect(window.statistics.cachedBytes == 320)
        try window.present(canvas.showing([]))
        #expect(window.statistics.cachedTextures == 0)
        #expect(window.statistics.cachedBytes == 0)
        #expect(window.statistics.evictions == 0)
    }

    @Test func `a new buffer at the address of an old one does not get its texture`() throws {
        let window = try window()
        let cache = TextureCache(try #require(window.renderer), byteLimit: 1 << 20)
        var first: PixelBuffer? = plain(8, 8, 0xFF00_0000)
        _ = try cache.upload(
            try #require(first), column: 0, row: 0, pixels: PixelRect(x: 0, y: 0, width: 8, height: 8))
        #expect(cache.texture(of: try #require(first), column: 0, row: 0) != nil)
        #expect(cache.texture(of: try #require(first), column: 1, row: 0) == nil)
        // Memory that has just been freed is usually reused next.
        first = nil
        let second = plain(8, 8, 0xFFFF_FFFF)
        #expect(cache.texture(of: second, column: 0, row: 0) == nil)
    }

    @Test func `beyond the limit the least recently drawn textures are evicted, and no others`() throws {
        // Room for three contents of 256 bytes. Textures of deallocated buffers are freed too, so all live to the end.
        let window = try window { $0.textureByteLimit = 768 }
        let buffers = (0..<4).map { plain(8, 8, 0xFF00_0000 | $0) }
        for index in [0, 1, 2, 0] {
            try window.present(frame([buffers[index]]))
        }
        #expect(window.statistics.cachedBytes == 768)
        #expect(window.statistics.uploads == 3)
        try window.present(frame([buffers[3]]))
        #expect(window.statistics.cachedBytes == 768)
        #expect(window.statistics.evictions == 1)
        // Only the first of these was evicted.
        try window.present(frame([buffers[0], buffers[2], buffers[3]]))
        #expect(window.statistics.uploads == 4)
        try window.present(frame([buffers[1]]))
        #expect(window.statistics.uploads == 5)
        #expect(window.statistics.evictions == 2)
        #expect(window.statistics.cachedBytes == 768)
        withExtendedLifetime(buffers) {}
    }

    @Test func `a frame that needs more than the limit gets it, and gives it back`() throws {
        let window = try window { $0.textureByteLimit = 512 }
        let buffers = (0..<4).map { plain(8, 8, 0xFF00_0000 | $0) }
        #expect(try window.present(frame(buffers)) == .complete)
        #expect(window.statistics.cachedBytes == 1024)
        try window.present(frame([buffers[3]]))
        #expect(window.statistics.cachedBytes == 512)
        #expect(window.statistics.evictions == 2)
        try window.present(frame([buffers[3], buffers[2]]))
        #expect(window.statistics.uploads == 4)
        withExtendedLifetime(buffers) {}
    }

    @Test func `the limit holds in each of a thousand frames with new contents`() throws {
        let window = try window { $0.textureByteLimit = 4096 }
        let buffers = (0..<100).map { plain(8, 8, 0xFF00_0000 | $0) }
        for step in 0..<1000 {
            try window.present(frame((0..<8).map { buffers[(step + $0 * 3) % 100] }))
            #expect(window.statistics.cachedBytes <= 4096)
        }
        #expect(window.statistics.cachedTextures == 16)
        withExtendedLifetime(buffers) {}
    }

    @Test func `within a budget of 600 bytes, two contents of 256 are uploaded in each frame`() throws {
        let window = try window { $0.uploadBudget = .bytes(600) }
        let tree = try frame((0..<5).map { plain(8, 8, 0xFF00_0000 | $0) })
        #expect(try window.present(tree) == .incomplete)
        #expect(window.statistics.uploads == 2)
        #expect(window.statistics.deferredContents == 3)
        #expect(try window.present(tree) == .incomplete)
        #expect(window.statistics.uploads == 4)
        #expect(try window.present(tree) == .complete)
        #expect(window.statistics.uploads == 5)
        #expect(window.statistics.deferredContents == 4)
        #expect(try window.present(tree) == .unchanged)
    }

    @Test(arguments: [UploadBudget.bytes(0), .milliseconds(0), UploadBudget(milliseconds: 0, bytes: 0)])
    func `with a budget of 0, one upload is made in each frame`(budget: UploadBudget) throws {
        let window = try window { $0.uploadBudget = budget }
        let tree = try frame((0..<3).map { plain(8, 8, 0xFF00_0000 | $0) })
        for uploads in 1...3 {
            #expect(try window.present(tree) == (uploads < 3 ? .incomplete : .complete))
            #expect(window.statistics.uploads == uploads)
        }
    }

    @Test func `prepared contents are drawn at once, and count against the budget`() throws {
        let window = try window { $0.uploadBudget = .bytes(300) }
        let buffers = (0..<2).map { plain(8, 8, 0xFF00_0000 | $0) }
        #expect(try window.prepare(buffers[0]))
        #expect(try window.prepare(buffers[0]))
        #expect(try !window.prepare(buffers[1]))
        #expect(try window.present(frame([buffers[0]])) == .complete)
        #expect(window.statistics.uploads == 1)
        #expect(try window.prepare(buffers[1]))
        #expect(try window.present(frame(buffers)) == .complete)
        #expect(window.statistics.deferredContents == 0)
    }

    @Test(arguments: [2048, 4096])
    func `contents as large as a texture are one, and those a pixel wider are two pieces`(limit: Int) throws {
        let window = try window { $0.maximumTextureSize = limit }
        try window.present(frame([plain(limit, limit, 0xFF00_0000)]))
        #expect(window.statistics.oversizeContents == 0)
        #expect(window.statistics.cachedTextures == 1)
        window.resetStatistics()
        try window.present(frame([plain(limit + 1, 10, 0xFF00_0000)]))
        #expect(window.statistics.oversizeContents == 1)
        #expect(window.statistics.oversizePieces == 2)
        #expect(window.statistics.uploads == 2)
        // All but two pixels and a border; a border and the rest.
        #expect(window.statistics.uploadedBytes == (limit - 1 + 4) * 10 * 4)
    }

    @Test
    func `a tiled layer over 30,000 × 20,000 takes no texture above 256 × 256, and no more memory than its limit`()
        throws
    {
        let pyramid = Pyramid(size: PixelSize(width: 30_000, height: 20_000))
        @Sendable func pixel(_ x: Int, _ y: Int) -> UInt32 { 0xFF00_0000 | UInt32((x / 8 & 255) << 8 | y / 8 & 255) }
        let drawing = ClosureTileDrawing(pyramid: pyramid) { index in
            let rect = pyramid.rect(of: index)
            let scale = 1 << (pyramid.levels.count - 1 - index.level)
            return PixelBuffer(size: rect.size, isOpaque: true) { pixels in
                for y in 0..<rect.size.height {
                    for x in 0..<rect.size.width {
                        pixels[y * rect.size.width + x] = pixel((rect.x + x) * scale, (rect.y + y) * scale)
                    }
                }
            }
        }
        let clock = ManualClock()
        let executor = ManualTileExecutor(clock: clock) { _ in 0 }
        let limit = 20 * 256 * 256 * 4
        let loader = TileLoader(costLimit: limit, clock: clock, executor: executor)
        let layer = TiledLayer(image: TiledImage(drawing, name: "giant"), loader: loader)
        layer.anchorPoint = .zero
        layer.fadeDuration = 0
        let root = Layer()
        root.anchorPoint = .zero
        root.bounds = Rect(x: 0, y: 0, width: 64, height: 48)
        root.addSublayer(layer)
        let scene = LayerScene(root: root, size: PixelSize(width: 64, height: 48), clock: clock)
        let window = try window { $0.maximumTextureSize = 256 }
        // SDL's software renderer may be off by a pixel, but the corners of the window are in the middle of squares of 8.
        for (x, y) in [(4, 4), (15_004, 9_004), (29_932, 19_948), (7_780, 12_340)] {
            layer.position = Point(x: -Double(x), y: -Double(y))
            for _ in 0..<3 {
                _ = scene.frame()
                executor.advance(by: 1)
            }
            let frame = scene.frame()
            try window.present(frame)
            let shown = try window.snapshot(of: frame)
            #expect(shown[0, 0] == pixel(x, y))
            #expect(shown[63, 47] == pixel(x + 63, y + 47))
            #expect(loader.cache.statistics.highWaterMark <= limit)
        }
        #expect(window.statistics.oversizeContents == 0 && window.statistics.uploads >= 4)
    }

    @Test func `of contents in pieces, only the visible pieces are uploaded`() throws {
        let window = try window { $0.maximumTextureSize = 18 }
        // 4 × 4 pieces of 16 × 16 with their borders; the frame shows the first 40 × 20 pixels.
        let contents = plain(64, 64, 0xFF00_0000)
        let clip = RenderClip(bounds: PixelRect(x: 0, y: 0, width: 40, height: 20))
        try window.present(canvas.showing([try canvas.quad(contents, in: rect(0, 0, 64, 64), clip: clip)]))
        #expect(window.statistics.uploads == 6)
        #expect(window.statistics.oversizePieces == 6)
    }

    @Test func `a closed window throws an error that says so`() throws {
        let window = try window()
        window.close()
        let error = PresenterError(.closed, "The window has been closed.")
        #expect(throws: error) { try window.present(canvas.tree) }
        #expect(throws: error) { try window.snapshot(of: canvas.tree) }
        #expect(throws: error) { try window.prepare(plain(1, 1, 0)) }
        #expect("\(error)" == "The window has been closed.")
    }
}
