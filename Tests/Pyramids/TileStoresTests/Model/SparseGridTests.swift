import Georeferencing
import TestLimits
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// Sets and tables of tiles take memory for the tiles that are in them, not for those of the grid.
@Suite(.timeLimited) struct SparseGridTests {
    /// A pyramid of more than 2^57 tiles.
    private let huge = Pyramid(size: PixelSize(width: (1 << 31) - 1, height: (1 << 31) - 1), tileSize: 4)
    private var corner: TileIndex {
        let level = huge.finestLevel
        return TileIndex(level: level.index, column: level.grid.columns - 1, row: level.grid.rows - 1)
    }

    @Test func `the tiles of the largest pyramid are numbered without overflow`() {
        let numbering = TileNumbering(of: huge)
        #expect(numbering.count > 1 << 57)
        #expect(numbering.tileNumber(of: corner) == numbering.count - 1)
        for number in [0, 1, 1 << 20, 1 << 57, numbering.count - 1] {
            #expect(numbering.tileNumber(of: numbering.index(of: number)) == number)
        }
    }

    @Test func `numbers and tiles correspond in a pyramid that lacks coarse levels`() {
        let pyramid = Pyramid(size: PixelSize(width: 9, height: 7), tileSize: 2, levelCount: 2)
        let numbering = TileNumbering(of: pyramid)
        #expect((0..<numbering.count).map(numbering.index) == pyramid.indices)
    }

    @Test func `finished tiles of the largest pyramid are remembered`() {
        var tiles = FinishedTiles(of: huge)
        let first = TileIndex(level: 0, column: 0, row: 0)
        let inserted = [first, corner, corner].map { tiles.insert($0) }
        #expect(inserted == [true, true, false])
        #expect(tiles.contains(first) && tiles.contains(corner))
        #expect(!tiles.contains(TileIndex(level: 1, column: 0, row: 0)))
    }

    @Test func `blobs of the largest pyramid are listed in order`() {
        var table = BlobIDTable(of: huge)
        let first = TileIndex(level: 0, column: 0, row: 0)
        table[corner] = 7
        table[first] = 0
        var listed: [TileIndex: Int] = [:]
        var order: [TileIndex] = []
        table.forEachTile {
            listed[$0] = $1
            order.append($0)
        }
        #expect(listed == [first: 0, corner: 7])
        #expect(order == [first, corner])
        #expect(table[TileIndex(level: 1, column: 0, row: 0)] == nil)
    }

    @Test func `a PMTiles file of the largest grid is partitioned by samples`() {
        let grid = Pyramid(
            size: PixelSize(width: (1 << 31) - 1, height: (1 << 31) - 1), tileSize: 4, shape: PyramidFormat.xyz.shape)
        let partitions = PMTilesPartitions(of: grid, tileMatrixSet: TileMatrixSet(pyramid: grid, georeference: nil))
        #expect(partitions.count > 1)
    }

    @Test func `samples are spread over the largest grid`() {
        let grid = huge.finestLevel.grid
        let samples = grid.samples(64)
        #expect(samples.count == 64 && samples[0].column == 0 && samples[0].row == 0)
        #expect(samples[32].row == grid.rows / 2)
        #expect(
            TileGrid(columns: 3, rows: 2).samples(64).map { [$0.column, $0.row] } == [
                [0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1],
            ])
    }

    @Test(arguments: [
        (TileRange(columns: 0..<8, rows: 0..<8), 0..<64), (TileRange(columns: 2..<5, rows: 1..<7), 3..<50),
        (TileRange(columns: 7..<8, rows: 0..<8), 0..<64), (TileRange(columns: 3..<4, rows: 3..<4), 0..<1),
    ])
    func `the parts of a run within a window are those of its tiles`(window: TileRange, run: Range<Int>) {
        let first = PMTilesTileID.first(of: 3)
        let ids = first + run.lowerBound..<first + run.upperBound
        var found: [Int] = []
        PMTilesTileID.forEachPart(of: ids, zoom: 3, in: window) { found += Array($0) }
        #expect(
            found
                == ids.filter { id in
                    let tile = PMTilesTileID.tile(id)
                    return window.columns.contains(tile.column) && window.rows.contains(tile.row)
                })
    }
}
