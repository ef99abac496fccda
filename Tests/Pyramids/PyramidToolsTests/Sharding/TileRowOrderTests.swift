import TestLimits
import Testing
import TilePyramid

@testable import PyramidTools

@Suite(.timeLimited) struct TileRowOrderTests {
    @Test func `rows of tiles come when their last row comes, finer levels first`() {
        let pyramid = Pyramid(size: PixelSize(width: 16, height: 40), tileSize: 16, levelCount: 3)
        #expect(
            TileRowOrder(of: pyramid).map { [$0.level, $0.row] } == [
                [6, 0], [6, 1], [5, 0], [6, 2], [5, 1], [4, 0],
            ])
    }

    @Test func `an overlap delays a row of tiles`() {
        let pyramid = Pyramid(size: PixelSize(width: 16, height: 70), tileSize: 16, overlap: 1, levelCount: 2)
        // The first row of the coarser level needs full-size rows up to 2 · 17, the second of full size up to 33.
        #expect(
            TileRowOrder(of: pyramid).map { [$0.level, $0.row] } == [
                [7, 0], [7, 1], [6, 0], [7, 2], [7, 3], [6, 1], [7, 4], [6, 2],
            ])
    }
}
