import TestLimits
import Testing
import TilePyramid

@Suite(.timeLimited) struct PyramidTests {
    static let tileSizes = [1, 2, 3, 5, 7, 8, 16, 64, 254, 256]

    @Test(arguments: tileSizes)
    func `tiles along an axis have the pixels of the specification`(tileSize: Int) {
        for overlap in ReferenceGeometry.overlaps(for: tileSize) {
            for length in 1...70 {
                let pyramid = Pyramid(
                    size: PixelSize(width: length, height: 1), tileSize: tileSize, overlap: overlap)
                for level in pyramid.levels {
                    let plain = ReferenceGeometry(length: level.size.width, tileSize: tileSize, overlap: overlap).tiles
                    let tiles = (0..<level.grid.columns).map {
                        Array(pyramid.span(of: $0, length: level.size.width))
                    }
                    #expect(tiles == plain, "length \(length), overlap \(overlap), level \(level.index)")
                }
            }
        }
    }

    @Test(arguments: tileSizes)
    func `tiles cover every pixel, and neighbors share twice the overlap`(tileSize: Int) {
        for overlap in ReferenceGeometry.overlaps(for: tileSize) {
            for length in 1...70 {
                let pyramid = Pyramid(
                    size: PixelSize(width: 1, height: length), tileSize: tileSize, overlap: overlap)
                let rows = (0..<pyramid.finestLevel.grid.rows).map { pyramid.span(of: $0, length: length) }
                #expect(Set(rows.joined()) == Set(0..<length))
                for (upper, lower) in zip(rows, rows.dropFirst()) {
                    let border = lower.lowerBound + overlap
                    let below = min(overlap, length - border)
                    #expect(upper.clamped(to: lower).count == overlap + below)
                }
            }
        }
    }

    @Test(arguments: 1...70)
    func `a tile's rectangle combines its column and its row`(width: Int) {
        for height in [1, 2, 15, 16, 17, 33, 70] {
            let pyramid = Pyramid(size: PixelSize(width: width, height: height), tileSize: 16, overlap: 3)
            for level in pyramid.levels {
                let columns = ReferenceGeometry(length: level.size.width, tileSize: 16, overlap: 3).tiles
                let rows = ReferenceGeometry(length: level.size.height, tileSize: 16, overlap: 3).tiles
                #expect(level.grid == TileGrid(columns: columns.count, rows: rows.count))
                for (row, ys) in rows.enumerated() {
                    for (column, xs) in columns.enumerated() {
                        let rect = pyramid.rect(of: TileIndex(level: level.index, column: column, row: row))
                        #expect(Array(rect.columns) == xs)
                        #expect(Array(rect.rows) == ys)
                    }
                }
            }
        }
    }

    @Test(arguments: Array(1...70) + [255, 256, 257, 1023, 1025, 24_571, 65_500, 299_999, 300_000])
    func `a level is the full size divided by its downsample, rounded up`(width: Int) {
        for height in [1, 2, 37, width, 300_000] {
            let levels = Pyramid(size: PixelSize(width: width, height: height)).levels
            for (index, level) in levels.enumerated() {
                let downsample = 1 << (levels.count - 1 - index)
                #expect(level.index == index)
                #expect(level.downsample == Double(downsample))
                #expect(level.size.width == (width + downsample - 1) / downsample)
                #expect(level.size.height == (height + downsample - 1) / downsample)
            }
            #expect(levels[0].size == PixelSize(width: 1, height: 1))
            #expect(levels.dropFirst().allSatisfy { max($0.size.width, $0.size.height) > 1 })
        }
    }

    @Test func `a last tile that consists of overlap only exists`() {
        let pyramid = Pyramid(size: PixelSize(width: 255, height: 100), tileSize: 254, overlap: 1)
        let finest = pyramid.finestLevel
        #expect(finest.grid == TileGrid(columns: 2, rows: 1))
        #expect(
            pyramid.rect(of: TileIndex(level: finest.index, column: 1, row: 0))
                == PixelRect(x: 253, y: 0, width: 2, height: 100))
    }

    @Test func `the grids equal those of OpenSlide's generator`() {
        let pyramid = Pyramid(size: PixelSize(width: 1027, height: 600), tileSize: 254, overlap: 1)
        #expect(pyramid.levels.count == 12)
        #expect(
            pyramid.levels.suffix(3).map(\.grid)
                == [
                    TileGrid(columns: 2, rows: 1), TileGrid(columns: 3, rows: 2), TileGrid(columns: 5, rows: 3),
                ])
        #expect(
            pyramid.rect(of: TileIndex(level: 11, column: 0, row: 0))
                == PixelRect(x: 0, y: 0, width: 255, height: 255))
        #expect(
            pyramid.rect(of: TileIndex(level: 11, column: 1, row: 0))
                == PixelRect(x: 253, y: 0, width: 256, height: 255))
    }
}
