import TestLimits
import Testing

@testable import TilePyramid

@Suite(.timeLimited) struct TileOrderTests {
    /// The tiles sorted by their definition: by the last full-size row, then the finest level, the row and the column.
    private static func sorted(_ pyramid: Pyramid) -> [TileIndex] {
        func key(_ index: TileIndex) -> [Int] {
            let rect = pyramid.rect(of: index)
            let scale = 1 << (pyramid.finestLevel.index - index.level)
            return [
                min(pyramid.size.height, (rect.y + rect.size.height) * scale), -index.level, index.row, index.column,
            ]
        }
        return Array(pyramid.indices).sorted { key($0).lexicographicallyPrecedes(key($1)) }
    }

    private static let shapes: [PyramidShape] = {
        var rounded = PyramidShape()
        rounded.rounding = .down
        var padded = PyramidShape()
        padded.padsTiles = true
        padded.coarsest = .tile
        var inset = padded
        inset.coarsest = .levels(3)
        inset.origin = PixelOffset(x: 4, y: 12)
        return [PyramidShape(), rounded, padded, inset]
    }()

    @Test(arguments: shapes) func `tiles are in the order in which they are complete`(shape: PyramidShape) {
        for height in [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 40] {
            for width in [1, 5, 17] {
                for tileSize in [1, 2, 3, 5, 8] {
                    for overlap in shape.padsTiles ? [0] : [0, 1, 2] where overlap < tileSize {
                        let pyramid = Pyramid(
                            size: PixelSize(width: width, height: height), tileSize: tileSize, overlap: overlap,
                            shape: shape)
                        #expect(Array(TileOrder(of: pyramid)) == Self.sorted(pyramid))
                    }
                }
            }
        }
    }

    @Test func `only the present levels are visited`() {
        let pyramid = Pyramid(size: PixelSize(width: 40, height: 40), tileSize: 8, levelCount: 2)
        #expect(Array(TileOrder(of: pyramid)) == Self.sorted(pyramid))
        #expect(Array(TileOrder(of: pyramid)).count == pyramid.tileCount)
    }

    @Test func `rows of tiles come when their last row comes, finer levels first`() {
        let pyramid = Pyramid(size: PixelSize(width: 16, height: 40), tileSize: 16, levelCount: 3)
        #expect(
            TileOrder(of: pyramid).rows.map { [$0.level, $0.row] } == [
                [6, 0], [6, 1], [5, 0], [6, 2], [5, 1], [4, 0],
            ])
    }

    @Test func `an overlap delays a row of tiles`() {
        let pyramid = Pyramid(
            size: PixelSize(width: 16, height: 70), tileSize: 16, overlap: 1, levelCount: 2)
        // The first row of the coarser level needs full-size rows up to 2 · 17, the second of full size up to 33.
        #expect(
            TileOrder(of: pyramid).rows.map { [$0.level, $0.row] } == [
                [7, 0], [7, 1], [6, 0], [7, 2], [7, 3], [6, 1], [7, 4], [6, 2],
            ])
    }

    @Test func `the comparison agrees with the order`() {
        let pyramid = Pyramid(size: PixelSize(width: 37, height: 29), tileSize: 4, overlap: 1)
        let order = TileOrder(of: pyramid)
        let tiles = Array(order)
        for (position, tile) in tiles.enumerated() {
            for (other, otherTile) in tiles.enumerated() {
                #expect(order.precedes(tile, otherTile) == (position < other))
            }
        }
    }

    @Test func `levels that are not powers of two are compared by the rows that they show`() {
        let pyramid = Pyramid(levels: [
            LevelShape(size: PixelSize(width: 10, height: 10), tileSize: 4),
            LevelShape(size: PixelSize(width: 30, height: 30), tileSize: 10),
        ])
        let rows = Array(TileOrder(of: pyramid)).filter { $0.column == 0 }
        #expect(
            rows.map { [$0.level, $0.row] } == [[1, 0], [0, 0], [1, 1], [0, 1], [1, 2], [0, 2]])
    }

    @Test func `the order of a trillion tiles begins at once`() {
        let side = 1 << 28
        let pyramid = Pyramid(size: PixelSize(width: side, height: side), tileSize: 256)
        #expect(TileOrder(of: pyramid).prefix(2).map(\.column) == [0, 1])
    }
}
