import TestLimits
import Testing
import TilePyramid

/// Counts of tiles of 256 pixels, without overlap.
///
/// Below the level that fits in one tile there is one tile for each further
/// halving, down to 1×1.
@Suite(.timeLimited) struct PyramidCountTests {
    struct Expectation: CustomTestStringConvertible {
        var size: PixelSize
        var levels: Int
        /// The levels and their tiles, down to the first level with a single tile.
        var tiledLevels: Int
        var tilesOfThose: Int
        var allTiles: Int
        var testDescription: String { size.description }

        init(_ width: Int, _ height: Int, levels: Int, tiled: Int, of tiles: Int, all: Int) {
            size = PixelSize(width: width, height: height)
            self.levels = levels
            tiledLevels = tiled
            tilesOfThose = tiles
            allTiles = all
        }
    }

    @Test(arguments: [
        Expectation(1, 1, levels: 1, tiled: 1, of: 1, all: 1),
        Expectation(256, 256, levels: 9, tiled: 1, of: 1, all: 9),
        Expectation(257, 1, levels: 10, tiled: 2, of: 3, all: 11),
        Expectation(1_000, 700, levels: 11, tiled: 3, of: 17, all: 25),
        Expectation(4_096, 4_096, levels: 13, tiled: 5, of: 341, all: 349),
        Expectation(10_000, 7_000, levels: 15, tiled: 7, of: 1_499, all: 1_507),
        Expectation(30_000, 20_000, levels: 16, tiled: 8, of: 12_489, all: 12_497),
        Expectation(24_571, 12_283, levels: 16, tiled: 8, of: 6_147, all: 6_155),
        Expectation(300_000, 1, levels: 20, tiled: 12, of: 2_349, all: 2_357),
        Expectation(1, 300_000, levels: 20, tiled: 12, of: 2_349, all: 2_357),
        Expectation(300_000, 300_000, levels: 20, tiled: 12, of: 1_831_783, all: 1_831_791),
    ])
    func `the numbers of levels and tiles are those computed by hand`(expected: Expectation) {
        let pyramid = Pyramid(size: expected.size)
        #expect(pyramid.levels.count == expected.levels)
        #expect(pyramid.tileCount == expected.allTiles)
        let tiled = Pyramid(size: expected.size, levelCount: expected.tiledLevels)
        #expect(tiled.tileCount == expected.tilesOfThose)
        #expect(tiled.levels[tiled.presentLevels.lowerBound].grid.count == 1)
    }

    @Test func `the pixels of the present levels are counted once`() {
        let size = PixelSize(width: 5, height: 3)  // 5×3, 3×2, 2×1, 1×1
        #expect(Pyramid(size: size, tileSize: 2, overlap: 1).pixelCount == 15 + 6 + 2 + 1)
        #expect(Pyramid(size: size, tileSize: 2, overlap: 1, levelCount: 2).pixelCount == 15 + 6)
    }

    @Test(arguments: [(1, 6..<7), (3, 4..<7), (7, 0..<7), (100, 0..<7)])
    func `the finest levels are present`(count: Int, expected: Range<Int>) {
        let pyramid = Pyramid(size: PixelSize(width: 64, height: 40), levelCount: count)
        #expect(pyramid.presentLevels == expected)
        #expect(pyramid.levels.count == 7)
    }

    @Test func `a pyramid contains only the tile indices of its present levels`() {
        let pyramid = Pyramid(size: PixelSize(width: 5, height: 3), tileSize: 2, levelCount: 2)
        let around = (-1...4).flatMap { level in
            (-1...3).flatMap { column in (-1...3).map { TileIndex(level: level, column: column, row: $0) } }
        }
        let contained = around.filter(pyramid.contains).map(\.description)
        #expect(contained == ["2/0_0", "2/1_0", "3/0_0", "3/0_1", "3/1_0", "3/1_1", "3/2_0", "3/2_1"])
    }
}
