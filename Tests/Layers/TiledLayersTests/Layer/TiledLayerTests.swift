import Compositing
import Concurrency
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

private let pyramid = Pyramid(size: PixelSize(width: 256, height: 256), tileSize: 32)

/// A tiled layer of 256×256 pixels in tiles of 32, seen through a window of 64×64.
@MainActor
@Suite(.timeLimited) struct TiledLayerTests {
    @Test(arguments: [(0, 0), (64, 32), (100, 77), (192, 192)])
    func `at full size the frame shows the image pixel for pixel, wherever the view is`(x: Int, y: Int) {
        let stage = LayerStage(drawnImage(pyramid) { _, x, y in texture(x, y) })
        stage.look(x: Double(x) + 32, y: Double(y) + 32)
        let snapshot = stage.settledSnapshot()
        for row in 0..<64 {
            for column in 0..<64 {
                #expect(snapshot[column, row] == texture(x + column, y + row))
            }
        }
        #expect(stage.layer.isFullySharp)
    }

    @Test func `at the size of the window the image is one tile, at twice the size four`() {
        let stage = LayerStage(levelImage(pyramid), width: 32, height: 32)
        stage.look(x: 128, y: 128, scale: 0.125)
        #expect(stage.settledSnapshot().colors == [levelColor(5)])
        #expect(stage.loader.statistics.delivered == 1)
        stage.look(x: 128, y: 128, scale: 0.25)
        #expect(stage.settledSnapshot().colors == [levelColor(6)])
        #expect(stage.loader.statistics.delivered == 5)
    }

    @Test func `with two pixels per point, the tiles have twice the resolution`() {
        let stage = LayerStage(levelImage(pyramid))
        stage.scene.scale = 2
        stage.look(x: 128, y: 128, scale: 0.125)
        #expect(stage.settledSnapshot().colors.contains(levelColor(6)))
    }

    @Test func `a tile fades in where nothing was: 0, then 127 after half of 0.25 s, then 255`() {
        let stage = LayerStage(drawnImage(pyramid) { _, _, _ in 0xFFFF_FFFF })
        stage.look(x: 128, y: 128)
        #expect(stage.snapshot()[32, 32] == 0xFF00_0000)
        stage.executor.advance()
        #expect(stage.snapshot()[32, 32] == 0xFF00_0000)
        stage.clock.advance(by: 0.125)
        let half = stage.snapshot()[32, 32] & 255
        #expect(abs(Int(half) - 127) <= 2)
        stage.clock.advance(by: 0.125)
        #expect(stage.snapshot()[32, 32] == 0xFFFF_FFFF)
        #expect(stage.layer.isFullySharp)
        _ = stage.snapshot()
        #expect(!stage.scene.needsFrame)
    }

    @Test func `with a fade of 0 s, a tile is opaque in the next frame`() {
        let stage = LayerStage(drawnImage(pyramid) { _, _, _ in 0xFFFF_FFFF })
        stage.layer.fadeDuration = 0
        stage.look(x: 128, y: 128)
        _ = stage.snapshot()
        stage.executor.advance()
        #expect(stage.snapshot().colors == [0xFFFF_FFFF])
    }

    @Test func `a cached tile does not fade in when it comes into view again`() {
        let stage = LayerStage(drawnImage(pyramid) { _, _, _ in 0xFFFF_FFFF })
        stage.look(x: 32, y: 32)
        _ = stage.settledSnapshot()
        stage.look(x: 200, y: 200)
        _ = stage.settledSnapshot()
        stage.look(x: 32, y: 32)
        #expect(stage.snapshot().colors == [0xFFFF_FFFF])
    }

    @Test func `a sharper tile replaces a blurred one at once, and continues its fade`() {
        let stage = LayerStage(drawnImage(pyramid) { _, _, _ in 0xFFFF_FFFF }, loadTime: 0.125, workers: 1)
        stage.look(x: 128, y: 128)
        _ = stage.snapshot()
        var last: UInt32 = 0
        for _ in 0..<120 {
            stage.executor.advance(by: 1.0 / 60)
            let shade = stage.snapshot()[32, 32] & 255
            #expect(shade >= last)
            last = shade
        }
        #expect(last == 255)
    }

    @Test func `while the right tiles load, finer ones are shown, then coarser ones, never the background`() {
        let stage = LayerStage(levelImage(pyramid), loadTime: 0.1, workers: 1)
        stage.look(x: 128, y: 128)
        _ = stage.settledSnapshot()
        // Level 8 was loaded for the central 64×64 pixels; at half the size the window shows 128×128.
        stage.look(x: 128, y: 128, scale: 0.5)
        let snapshot = stage.snapshot()
        #expect(snapshot[32, 32] == levelColor(8))
        let around = snapshot[2, 2]
        #expect(around != levelColor(8) && around != 0xFF00_0000)
        #expect(stage.settledSnapshot().colors == [levelColor(7)])
    }

    @Test func `with tiles that take 500 ms every frame shows coarser ones, and never the background`() {
        let stage = LayerStage(levelImage(pyramid), loadTime: 0.5, workers: 1)
        stage.look(x: 128, y: 128, scale: 0.25)
        _ = stage.settledSnapshot()
        var seen: Set<UInt32> = []
        for frame in 0..<300 {
            // Zooms in to the right edge of the image.
            let scale = min(1, 0.25 + 0.01 * Double(frame))
            stage.look(x: 256 - 32 / scale, y: 128, scale: scale)
            let colors = stage.snapshot().colors
            #expect(!colors.contains(0xFF00_0000), "frame \(frame)")
            seen.formUnion(colors)
            stage.executor.advance(by: 1.0 / 60)
        }
        #expect(seen.isSuperset(of: [levelColor(6), levelColor(8)]))
        #expect(stage.settledSnapshot().colors == [levelColor(8)])
    }

    @Test func `no frame is needed while nothing changes, and an arrival makes one needed`() {
        let stage = LayerStage(levelImage(pyramid), loadTime: 1)
        let wakes = Counter()
        stage.scene.requests.onRequest = { wakes.increment() }
        stage.look(x: 128, y: 128)
        for _ in 0..<10 {
            _ = stage.scene.frame()
            stage.clock.advance(by: 1.0 / 60)
        }
        #expect(!stage.scene.needsFrame && wakes.value == 0)
        stage.executor.advance(by: 1)
        #expect(stage.scene.needsFrame && wakes.value == 1)
    }

    @Test func `tiles that arrived after the last frame are not shown yet, so nothing is settled before the next`() {
        let stage = LayerStage(levelImage(pyramid))
        stage.layer.fadeDuration = 0
        stage.look(x: 128, y: 128)
        _ = stage.snapshot()
        stage.executor.advance(by: 1)
        #expect(!stage.layer.isSettled && !stage.layer.isFullySharp)
        _ = stage.snapshot()
        #expect(stage.layer.isSettled && stage.layer.isFullySharp)
    }

    @Test func `absent tiles are shown by coarser ones, and nothing is missing then`() {
        let whole = levelImage(pyramid)
        let sparse = ClosureTileDrawing(pyramid: pyramid) { $0.level == 8 && $0.column == 3 ? nil : try whole.draw($0) }
        let stage = LayerStage(sparse)
        stage.look(x: 128, y: 128)
        let snapshot = stage.settledSnapshot()
        #expect(stage.layer.isFullySharp && stage.layer.isSettled)
        #expect(snapshot[0, 0] == levelColor(7))
        #expect(snapshot[33, 0] == levelColor(8))
        #expect(stage.layer.visibleTiles.contains { $0.state == .absent })
    }

    @Test func `failed tiles leave no hole and report their reason, and the view is settled but not sharp`() {
        let whole = levelImage(pyramid)
        let broken = ClosureTileDrawing(pyramid: pyramid) { index in
            guard index.level < 8 || index.column != 3 else { throw TestError("the disk is gone") }
            return try whole.draw(index)
        }
        let stage = LayerStage(broken)
        stage.look(x: 128, y: 128)
        stage.run(seconds: 60)
        let snapshot = stage.snapshot()
        #expect(snapshot[0, 0] == levelColor(7) && snapshot[33, 0] == levelColor(8))
        #expect(stage.layer.isSettled && !stage.layer.isFullySharp)
        let states = stage.layer.visibleTiles.filter { $0.index.column == 3 }.map(\.state)
        #expect(!states.isEmpty)
        for state in states {
            guard case .failed(let reason, _, nil) = state else {
                Issue.record("\(state)")
                continue
            }
            #expect(reason == "the disk is gone")
        }
    }

    @Test func `after an invalidation the old pixels stay until the new ones arrive, without a fade`() {
        let version = Locked<UInt32>(0xFF11_1111)
        let stage = LayerStage(drawnImage(pyramid) { _, _, _ in version.withLock { $0 } }, loadTime: 0.5)
        stage.look(x: 128, y: 128)
        _ = stage.settledSnapshot()
        version.withLock { $0 = 0xFF22_2222 }
        stage.layer.invalidate(Rect(x: 100, y: 100, width: 10, height: 10))
        #expect(stage.snapshot().colors == [0xFF11_1111])
        #expect(!stage.layer.isFullySharp && stage.layer.drawnTiles.contains { $0.isOutdated })
        let snapshot = stage.settledSnapshot()
        #expect(snapshot[0, 0] == 0xFF22_2222 && snapshot[63, 63] == 0xFF11_1111)
        #expect(snapshot.colors == [0xFF11_1111, 0xFF22_2222])
    }

    @Test func `a layer that leaves its scene requests nothing`() {
        let stage = LayerStage(levelImage(pyramid), loadTime: 1, workers: 1)
        stage.look(x: 128, y: 128)
        _ = stage.snapshot()
        #expect(stage.loader.queueDescription.contains("queued"))
        stage.layer.removeFromSuperlayer()
        stage.executor.advance(by: 10)
        #expect(stage.loader.statistics.decodes <= 1)
        #expect(stage.layer.lastFrame == nil && stage.layer.drawnTiles.isEmpty)
    }

    @Test func `another image is shown from its first frame on, and nothing of the former one`() {
        let stage = LayerStage(levelImage(pyramid))
        stage.look(x: 128, y: 128)
        _ = stage.settledSnapshot()
        stage.layer.image = TiledImage(drawnImage(pyramid) { _, _, _ in 0xFF00_FF00 }, name: "another")
        #expect(stage.snapshot().colors == [0xFF00_0000])
        #expect(stage.settledSnapshot().colors == [0xFF00_FF00])
    }

    @Test func `two layers of one image load each tile once`() {
        let stage = LayerStage(levelImage(pyramid))
        let second = TiledLayer(image: stage.layer.image, loader: stage.loader)
        second.anchorPoint = .zero
        second.affineTransform = AffineTransform(scaleX: 0.25, y: 0.25)
        stage.scene.root.addSublayer(second)
        stage.look(x: 32, y: 32, scale: 0.25)
        _ = stage.settledSnapshot()
        #expect(second.isSettled)
        let statistics = stage.loader.statistics
        #expect(statistics.duplicates == 0 && statistics.decodes == stage.loader.cache.statistics.tiles)
    }

    @Test func `above the scale of the pixel grid, pixels are squares`() {
        let stage = LayerStage(drawnImage(pyramid) { _, x, y in (x + y).isMultiple(of: 2) ? 0xFFFF_FFFF : 0xFF00_0000 })
        stage.layer.pixelGridScale = 8
        stage.look(x: 128, y: 128, scale: 7.5)
        #expect(stage.settledSnapshot().colors.count > 2)
        stage.look(x: 128, y: 128, scale: 8)
        #expect(stage.settledSnapshot().colors == [0xFFFF_FFFF, 0xFF00_0000])
    }

    @Test func `with room for a part of the view, the rest is coarser, and the view is settled but not sharp`() {
        let stage = LayerStage(levelImage(pyramid), width: 160, height: 160, costLimit: 12 * 32 * 32 * 4)
        stage.look(x: 128, y: 128)
        let snapshot = stage.settledSnapshot()
        #expect(stage.layer.isSettled && !stage.layer.isFullySharp)
        #expect(snapshot[80, 80] == levelColor(8) && snapshot[1, 1] != 0xFF00_0000)
        #expect(stage.layer.visibleCost == 25 * 32 * 32 * 4 || stage.layer.visibleCost == 36 * 32 * 32 * 4)
    }

    @Test func `a fast view requests the right tiles if they arrive as fast as it uncovers them`() throws {
        let stage = LayerStage(levelImage(Pyramid(size: PixelSize(width: 8192, height: 256), tileSize: 32)))
        for frame in 0..<20 {
            stage.look(x: 100 + 10 * Double(frame), y: 128)
            _ = stage.snapshot()
            stage.executor.advance(by: 1.0 / 60)
        }
        #expect(try !#require(stage.layer.lastFrame).plan.isSwapped)
    }

    @Test(arguments: [false, true])
    func `a fast view requests coarser tiles, and the right ones 0.05 s after it stops or on endMotion`(
        isTold: Bool
    ) throws {
        // It uncovers 37.5 tiles a second, of which two workers draw 40: more than half of what they can.
        let stage = LayerStage(
            levelImage(Pyramid(size: PixelSize(width: 8192, height: 256), tileSize: 32)), loadTime: 0.05)
        for frame in 0..<20 {
            stage.look(x: 100 + 10 * Double(frame), y: 128)
            _ = stage.snapshot()
            stage.executor.advance(by: 1.0 / 60)
        }
        #expect(try #require(stage.layer.lastFrame).plan.isSwapped)
        if isTold { stage.layer.endMotion() }
        var frames = 0
        while try #require(stage.layer.lastFrame).plan.isSwapped, frames < 10 {
            _ = stage.snapshot()
            stage.executor.advance(by: 1.0 / 60)
            frames += 1
        }
        #expect(isTold ? frames == 1 : frames <= 4)
    }

    @Test func `bounds of another size show the whole image`() {
        let stage = LayerStage(drawnImage(pyramid) { _, _, _ in 0xFFFF_FFFF })
        stage.layer.bounds = Rect(x: 0, y: 0, width: 40, height: 20)
        stage.layer.position = Point(x: 4, y: 8)
        let snapshot = stage.settledSnapshot()
        #expect(snapshot[4, 8] == 0xFFFF_FFFF && snapshot[43, 27] == 0xFFFF_FFFF)
        #expect(snapshot[3, 8] == 0xFF00_0000 && snapshot[44, 27] == 0xFF00_0000 && snapshot[43, 28] == 0xFF00_0000)
    }

    @Test func `more tiles than a plan names are loaded in several rounds, and only then the layer is settled`() {
        let flat = Pyramid(size: PixelSize(width: 256, height: 256), tileSize: 32, levelCount: 1)
        let stage = LayerStage(drawnImage(flat) { _, _, _ in 0xFFFF_FFFF })
        stage.layer.planner.requestLimit = 10
        stage.layer.fadeDuration = 0
        stage.look(x: 128, y: 128, scale: 0.25)
        var delivered: Set<Int> = []
        for _ in 0..<600 where stage.scene.needsFrame || !stage.layer.isSettled {
            _ = stage.scene.frame()
            #expect(stage.layer.isSettled == (stage.loader.statistics.delivered == 64 && !stage.scene.needsFrame))
            #expect(stage.loader.statistics.requested - stage.loader.statistics.delivered <= 10)
            stage.executor.advance(by: 1.0 / 60)
            delivered.insert(stage.loader.statistics.delivered)
        }
        #expect(stage.snapshot().colors == [0xFFFF_FFFF] && stage.layer.isFullySharp)
        #expect(stage.loader.statistics.delivered == 64 && delivered.isSuperset(of: [10, 20, 30, 40, 50, 60, 64]))
    }

    @Test func `a layer whose tiles have no room is settled, and not sharp`() {
        let flat = Pyramid(size: PixelSize(width: 256, height: 256), tileSize: 32, levelCount: 1)
        let stage = LayerStage(drawnImage(flat) { _, _, _ in 0xFFFF_FFFF }, costLimit: 15 * 32 * 32 * 4)
        stage.layer.planner.requestLimit = 10
        stage.layer.fadeDuration = 0
        stage.look(x: 128, y: 128, scale: 0.25)
        _ = stage.settledSnapshot()
        #expect(stage.layer.isSettled && !stage.layer.isFullySharp)
        #expect(stage.layer.missingTiles.count == 49 && stage.layer.missingTiles.allSatisfy { $0.state == .idle })
    }
}
