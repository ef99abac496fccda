import Concurrency
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

private let pyramid = Pyramid(size: PixelSize(width: 256, height: 256), tileSize: 32)

/// A tiled layer in a window that has to upload tiles before it can draw them.
@MainActor
@Suite(.timeLimited) struct DrawableTilesTests {
    private let uploader = LimitedUploader()

    private func stage(_ image: any TileDrawing = levelImage(pyramid), costLimit: Int = 256 << 20) -> LayerStage {
        let stage = LayerStage(image, costLimit: costLimit)
        stage.layer.fadeDuration = 0
        stage.scene.presenterLink.uploader = uploader
        return stage
    }

    /// Shows frames with so many uploads each until none is needed, and returns the colors of each.
    private func colors(of stage: LayerStage, uploads: Int) -> [Set<UInt32>] {
        var colors: [Set<UInt32>] = []
        for _ in 0..<600 where stage.scene.needsFrame || !stage.layer.isSettled {
            uploader.allowance = uploads
            colors.append(stage.snapshot().colors)
            stage.executor.advance(by: 1.0 / 60)
        }
        return colors
    }

    @Test func `with one upload a frame the base comes first, and better tiles replace it one by one`() {
        let stage = stage()
        stage.look(x: 128, y: 128)
        _ = stage.snapshot()
        stage.executor.advance(by: 1)
        let shown = colors(of: stage, uploads: 1)
        #expect(shown.first == [levelColor(5)] && shown.last == [levelColor(8)])
        #expect(shown.allSatisfy { !$0.contains(0xFF00_0000) })
        #expect(uploader.uploaded.count >= 5 && uploader.required.isEmpty && shown.count >= 5)
        #expect(stage.layer.isFullySharp && !stage.scene.needsFrame)
    }

    @Test func `a tile that is not uploaded is neither sharp nor settled, and asks for another frame`() {
        let stage = stage()
        stage.look(x: 128, y: 128)
        _ = stage.snapshot()
        stage.executor.advance(by: 1)
        uploader.allowance = 1
        #expect(stage.snapshot().colors == [levelColor(5)])
        #expect(!stage.layer.isFullySharp && !stage.layer.isSettled && stage.scene.needsFrame)
        #expect(stage.layer.drawnTiles.allSatisfy { $0.index.level == 5 })
    }

    @Test func `what would be blank is drawn whatever the upload takes, coarse tiles first`() {
        let stage = stage()
        stage.look(x: 128, y: 128)
        _ = stage.snapshot()
        stage.executor.advance(by: 1)
        #expect(stage.snapshot().colors == [levelColor(5)])
        #expect(uploader.required.count == 1 && uploader.uploaded.count == 1)
    }

    @Test func `finer tiles are shown until the right one is uploaded, even when the cache has evicted them`() {
        let stage = stage()
        stage.look(x: 128, y: 128)
        uploader.allowance = 1000
        _ = stage.settledSnapshot()
        uploader.allowance = 0
        stage.look(x: 128, y: 128, scale: 0.5)
        _ = stage.snapshot()
        stage.executor.advance(by: 1)
        // The middle, which was sharp, remains so; around it the base is drawn.
        let before = stage.snapshot()
        #expect(before.colors == [levelColor(8), levelColor(5)] && before[32, 32] == levelColor(8))
        stage.loader.cache.handleMemoryWarning()
        #expect(stage.loader.cache.tileCount(of: stage.layer.image, level: 8) == 0)
        stage.scene.setNeedsFrame()
        #expect(stage.snapshot().withPixels { Array($0) } == before.withPixels { Array($0) })
        #expect(colors(of: stage, uploads: 1).last == [levelColor(7)])
    }

    @Test func `the old pixels of a reloaded tile are shown until the new ones are uploaded`() {
        let color = Locked(UInt32(0xFF11_1111))
        let stage = stage(drawnImage(pyramid, isOpaque: true) { _, _, _ in color.withLock { $0 } })
        stage.look(x: 128, y: 128)
        uploader.allowance = 1000
        _ = stage.settledSnapshot()
        color.withLock { $0 = 0xFF22_2222 }
        stage.layer.invalidate()
        uploader.allowance = 0
        _ = stage.snapshot()
        stage.executor.advance(by: 1)
        #expect(stage.snapshot().colors == [0xFF11_1111])
        #expect(stage.layer.drawnTiles.allSatisfy(\.isOutdated) && !stage.layer.isFullySharp)
        #expect(colors(of: stage, uploads: 1).last == [0xFF22_2222])
        #expect(stage.layer.isFullySharp)
    }

    @Test func `the strips between magnified tiles are drawn in the same frame as the tiles`() {
        let stage = stage()
        stage.look(x: 128, y: 128, scale: 2)
        uploader.allowance = 1000
        _ = stage.settledSnapshot()
        let sizes = Set(uploader.required.map(\.size))
        #expect(
            sizes == [PixelSize(width: 2, height: 32), PixelSize(width: 32, height: 2), PixelSize(width: 2, height: 2)])
    }

    @Test func `without a presenter that uploads, all cached tiles are shown at once`() {
        let stage = stage()
        stage.scene.presenterLink.uploader = nil
        stage.look(x: 128, y: 128)
        _ = stage.snapshot()
        stage.executor.advance(by: 1)
        #expect(stage.snapshot().colors == [levelColor(8)])
        #expect(stage.layer.formerTiles.isEmpty && uploader.uploaded.isEmpty)
    }
}
