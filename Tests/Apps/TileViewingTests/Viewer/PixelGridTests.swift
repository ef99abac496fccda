import Compositing
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// The grid between the pixels of an image.
@MainActor
@Suite(.timeLimited) struct PixelGridTests {
    /// The grays of a whole number of image pixels in the middle of a view.
    private func grays(of gray: Int, scale: Int, hasGrid: Bool) -> [Int] {
        let pyramid = Pyramid(size: PixelSize(width: 256, height: 256), tileSize: 256)
        let source = ClosureTileSource(pyramid: pyramid) { index in
            let size = pyramid.rect(of: index).size
            let tile = PNGFixture(width: size.width, height: size.height) { _, _, _ in gray }
            return EncodedTile(bytes: tile.encoded(), format: .png)
        }
        let stage = ViewerStage([source], view: ViewState(center: Point(x: 128, y: 128), scale: Double(scale))) {
            $0.features = hasGrid ? [.pixelGrid] : []
            $0.size = PixelSize(width: 256, height: 256)
        }
        let picture = stage.snapshot()
        let side = 192 / scale * scale
        return (32..<32 + side).flatMap { y in (32..<32 + side).map { x in Int(picture[x, y] >> 8 & 255) } }
    }

    private func mean(_ values: [Int]) -> Double { Double(values.reduce(0, +)) / Double(values.count) }

    @Test(arguments: [0, 255, 128, 40, 220], [16, 32])
    func `it changes the mean of an area by at most half a percent, and is seen on every gray`(gray: Int, scale: Int) {
        let plain = grays(of: gray, scale: scale, hasGrid: false)
        let grid = grays(of: gray, scale: scale, hasGrid: true)
        #expect(Set(plain) == [gray])
        #expect(abs(mean(grid) - Double(gray)) <= 0.005 * 255)
        let differences = grid.map { abs($0 - gray) }
        // Each row of image pixels has a line, along which the gray differs by at least 1.5 %.
        #expect(differences.filter { $0 >= 4 }.count >= grid.count / scale)
        #expect(Set(grid).contains(gray), "inside of pixels nothing changes")
    }

    @Test func `the lines are the stronger the fewer there are, up to a limit`() {
        #expect(GridSelectionLayer.gridOpacity(at: 16) < GridSelectionLayer.gridOpacity(at: 32))
        #expect(GridSelectionLayer.gridOpacity(at: 1000) == 0.15)
        for scale in [16.0, 20, 32, 64, 200] {
            let opacity = GridSelectionLayer.gridOpacity(at: scale)
            #expect(opacity * (2 - 1 / scale) / scale <= 0.0045 + 1e-12 && opacity > 0.03)
        }
    }
}
