import LayerTree
import TestLimits
import Testing
import TilePyramid

@testable import TiledLayers

@MainActor
@Suite(.timeLimited) struct ConcealedTilesTests {
    private let stage = LayerStage(
        drawnImage(Pyramid(size: PixelSize(width: 256, height: 256), tileSize: 32)) { _, _, _ in 0xFFFF_FFFF })

    @Test func `a concealed layer draws nothing, and loads what it would show wherever the view goes`() {
        stage.layer.isConcealed = true
        stage.look(x: 128, y: 128)
        #expect(stage.settledSnapshot().colors == [0xFF00_0000])
        stage.look(x: 40, y: 40)
        #expect(stage.settledSnapshot().colors == [0xFF00_0000])
        #expect(stage.layer.isFullySharp && !stage.scene.needsFrame)
        let before = stage.loader.statistics
        stage.layer.isConcealed = false
        #expect(stage.scene.needsFrame)
        #expect(stage.snapshot().colors == [0xFFFF_FFFF], "all is there in the first frame")
        #expect(stage.loader.statistics.delivered == before.delivered)
    }

    @Test func `a hidden layer loads nothing where the view goes`() {
        stage.look(x: 128, y: 128)
        _ = stage.settledSnapshot()
        stage.layer.isHidden = true
        stage.look(x: 40, y: 40)
        let before = stage.loader.statistics.delivered
        _ = stage.settledSnapshot()
        #expect(stage.loader.statistics.delivered == before)
    }
}
