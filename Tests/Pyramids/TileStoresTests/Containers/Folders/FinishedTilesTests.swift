import TestLimits
import Testing
import TilePyramid

@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct FinishedTilesTests {
    @Test(arguments: [1, 4, nil])
    func `each tile of a pyramid is inserted once`(levelCount: Int?) {
        let pyramid = Pyramid(size: PixelSize(width: 300, height: 70), tileSize: 8, levelCount: levelCount)
        let indices: [TileIndex] = pyramid.indices
        var finished = FinishedTiles(of: pyramid)
        for (tileNumber, index) in indices.enumerated() {
            #expect(!finished.contains(index))
            let isNew = [finished.insert(index), finished.insert(index)]
            #expect(isNew == [true, false])
            #expect(indices.filter(finished.contains).count == tileNumber + 1)
        }
    }

    @Test(arguments: [
        TileIndex(level: 9, column: 0, row: 0), TileIndex(level: -1, column: 0, row: 0),
        TileIndex(level: 8, column: 19, row: 0), TileIndex(level: 8, column: 0, row: 5),
        TileIndex(level: 4, column: 0, row: 0), TileIndex(level: 8, column: -1, row: 1),
    ])
    func `an index that is not a tile of the pyramid is never inserted`(index: TileIndex) {
        let pyramid = Pyramid(size: PixelSize(width: 150, height: 40), tileSize: 8, levelCount: 4)
        var finished = FinishedTiles(of: pyramid)
        let isNew = finished.insert(index)
        #expect(!isNew)
        #expect(!finished.contains(index))
    }
}
