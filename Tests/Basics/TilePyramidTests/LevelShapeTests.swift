import TestLimits
import Testing
import TilePyramid

/// Pyramids with levels and tiles of any size.
@Suite(.timeLimited) struct LevelShapeTests {
    private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

    @Test(arguments: 1...40)
    func `every level has a grid of its own tile size`(width: Int) {
        for height in [1, 2, 7, 23, 40] {
            for (tileWidth, tileHeight) in [(1, 1), (3, 5), (8, 2), (16, 16)] {
                for overlap in ReferenceGeometry.overlaps(for: min(tileWidth, tileHeight)) {
                    let pyramid = Pyramid(
                        levels: [
                            LevelShape(size: size((width + 6) / 7, (height + 6) / 7), tileSize: 17),
                            LevelShape(size: size(width, height), tileSize: size(tileWidth, tileHeight)),
                        ], overlap: overlap)
                    for level in pyramid.levels {
                        let columns = ReferenceGeometry(
                            length: level.size.width, tileSize: level.tileSize.width, overlap: overlap
                        ).tiles
                        let rows = ReferenceGeometry(
                            length: level.size.height, tileSize: level.tileSize.height, overlap: overlap
                        ).tiles
                        #expect(level.grid == TileGrid(columns: columns.count, rows: rows.count))
                        for (row, ys) in rows.enumerated() {
                            for (column, xs) in columns.enumerated() {
                                let rect = pyramid.rect(
                                    of: TileIndex(level: level.index, column: column, row: row))
                                #expect(Array(rect.columns) == xs)
                                #expect(Array(rect.rows) == ys)
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func `a level without a downsample shows the whole image`() {
        // A slide of 1:1, 1:4 and 1:16 whose scanner rounded down.
        let pyramid = Pyramid(
            levels: [(2_875, 2_057), (11_500, 8_228), (46_000, 32_914)].map {
                LevelShape(size: size($0.0, $0.1), tileSize: 240)
            })
        #expect(pyramid.levels.map(\.index) == [0, 1, 2])
        #expect(pyramid.levels.map(\.horizontalDownsample) == [16, 4, 1])
        #expect(pyramid.levels.map(\.verticalDownsample) == [32_914.0 / 2_057, 32_914.0 / 8_228, 1])
        #expect(pyramid.levels[0].downsample == (16 * 32_914.0 / 2_057).squareRoot())
        #expect(pyramid.size == size(46_000, 32_914))
        #expect(pyramid.presentLevels == 0..<3)
        #expect(pyramid.tileCount == 12 * 9 + 48 * 35 + 192 * 138)
    }

    @Test func `a level keeps its given downsample`() {
        let pyramid = Pyramid(
            levels: [
                LevelShape(size: size(1, 1), tileSize: 256, downsample: 57.5),
                LevelShape(size: size(5, 3), tileSize: 256),
            ])
        #expect(pyramid.levels[0].horizontalDownsample == 57.5)
        #expect(pyramid.levels[0].verticalDownsample == 57.5)
        #expect(pyramid.levels[0].downsample == 57.5)
    }

    @Test(arguments: [1, 5, 64, 1_027, 30_000])
    func `halved levels with their downsamples equal the pyramid that is cut`(width: Int) {
        let cut = Pyramid(size: size(width, 700), tileSize: 254, overlap: 1)
        let shapes = cut.levels.map {
            LevelShape(size: $0.size, tileSize: 254, downsample: $0.downsample)
        }
        #expect(Pyramid(levels: shapes, overlap: 1) == cut)
    }

    @Test func `a level may begin inside its first tile, and at any tile of a grid`() {
        let pyramid = Pyramid(
            levels: [
                LevelShape(size: size(5, 3), tileSize: size(4, 4), downsample: 2, origin: PixelOffset(x: 0, y: 1)),
                LevelShape(size: size(10, 7), tileSize: size(4, 4), downsample: 1, origin: PixelOffset(x: 13, y: 1)),
            ], padsTiles: true)
        let finest = pyramid.finestLevel
        #expect(finest.firstTile == PixelOffset(x: 3, y: 0) && finest.inset == PixelOffset(x: 1, y: 1))
        #expect(finest.grid == TileGrid(columns: 3, rows: 2))
        #expect(pyramid.rect(of: TileIndex(level: 1, column: 0, row: 0)) == PixelRect(x: 0, y: 0, width: 3, height: 3))
        #expect(pyramid.rect(of: TileIndex(level: 1, column: 2, row: 1)) == PixelRect(x: 7, y: 3, width: 3, height: 4))
        #expect(pyramid.levels[0].grid == TileGrid(columns: 2, rows: 1))
    }

    @Test func `tiles are listed level by level and found again`() {
        let pyramid = Pyramid(
            levels: [
                LevelShape(size: size(3, 2), tileSize: 4), LevelShape(size: size(9, 5), tileSize: size(4, 5)),
            ])
        #expect(pyramid.indices.map(\.description) == ["0/0_0", "1/0_0", "1/1_0", "1/2_0"])
        #expect(pyramid.indices.allSatisfy(pyramid.contains))
        #expect(!pyramid.contains(TileIndex(level: 1, column: 0, row: 1)))
    }

    @Test func `halves have powers of two, rounded up or down, and other ratios none`() {
        func power(_ width: Int, _ height: Int) -> Double? {
            LevelShape.powerOfTwo(from: size(301, 21), to: size(width, height))
        }
        #expect([power(301, 21), power(151, 11), power(150, 10), power(151, 10)] == [1, 2, 2, 2])
        #expect([power(76, 6), power(75, 5), power(1, 1)] == [4, 4, 256])
        #expect(power(100, 7) == nil && power(152, 11) == nil && power(301, 11) == nil)
    }
}
