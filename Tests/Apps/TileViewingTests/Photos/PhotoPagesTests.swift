import Compositing
import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TextLayers
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// Photos side by side, of which some are damaged.
@MainActor
@Suite(.timeLimited) struct PhotoPagesTests {
    private let folder: TemporaryFolder
    private let root = Layer()
    private let scene: LayerScene

    init() throws {
        folder = try TemporaryFolder()
        root.frame = Rect(x: 0, y: 0, width: 400, height: 300)
        scene = LayerScene(
            root: root, size: PixelSize(width: 400, height: 300), background: .black, clock: ManualClock())
    }

    @Test func `what cannot be opened or decoded says why on its page`() async throws {
        var random = SeededRandom(seed: 1)
        let photo = PixelBuffer(size: PixelSize(width: 300, height: 200), isOpaque: true) { pixels in
            for position in pixels.indices {
                pixels[position] = 0xFF00_0000 | UInt32.random(in: 0...0xFF_FFFF, using: &random)
            }
        }
        try photo.writePNG(folder.path("good.png"))
        try folder.write(folder.bytes(of: "good.png").dropLast(50_000), to: "truncated.png")
        let paths = ["truncated.png", "good.png", "missing.png"].map(folder.path)
        let pages = PagingController(photos: paths, page: 1, clock: scene.clock)
        pages.layer.frame = root.bounds
        root.addSublayer(pages.layer)
        pages.update()
        await pages.waitForContent()
        let good = try #require(pages.contentLayers[1] as? PhotoLayer)
        #expect(good.bounds.size == Size(width: 300, height: 200))
        let missing = try #require(pages.contentLayers[2] as? ErrorPage)
        #expect(missing.bounds.size == root.bounds.size)
        #expect((missing.sublayers.first as? TextLayer)?.text.hasPrefix(paths[2]) == true)
        // What is damaged after its header turns out to be so when it is shown.
        #expect(pages.contentLayers[0] is PhotoLayer)
        pages.show(0, animated: false)
        let compositor = Compositor(workerCount: 1)
        while pages.contentLayers[0] is PhotoLayer {
            scene.setNeedsFrame()
            _ = compositor.draw(scene.frame())
            await Task.yield()
        }
        let damaged = try #require(pages.contentLayers[0] as? ErrorPage)
        #expect((damaged.sublayers.first as? TextLayer)?.text.hasPrefix(paths[0]) == true)
    }
}
