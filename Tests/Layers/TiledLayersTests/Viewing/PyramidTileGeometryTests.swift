import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

@Suite(.timeLimited) struct PyramidTileGeometryTests {
    private static let oddLevels = Pyramid(
        levels: [
            LevelShape(size: PixelSize(width: 3, height: 2), tileSize: 2),
            LevelShape(size: PixelSize(width: 40, height: 25), tileSize: 16, downsample: 4.3),
            LevelShape(
                size: PixelSize(width: 173, height: 109), tileSize: PixelSize(width: 20, height: 30)),
        ])

    @Test(arguments: 1...40)
    func `the tiles of each level share their edges and cover the whole image`(width: Int) {
        for height in [1, 3, 17, 40] {
            check(Pyramid(size: PixelSize(width: width, height: height), tileSize: 4, overlap: 1))
        }
    }

    @Test func `levels of any ratio cover the image too`() {
        check(Self.oddLevels)
    }

    /// An image that begins inside the first tile of its finest levels, and possibly of coarser ones.
    private static func placed(_ size: PixelSize, _ x: Int, _ y: Int) -> Pyramid {
        var shape = PyramidShape()
        shape.padsTiles = true
        shape.coarsest = .levels(3)
        shape.origin = PixelOffset(x: x, y: y)
        return Pyramid(size: size, tileSize: 8, shape: shape)
    }

    @Test(arguments: [0, 4, 8, 12, 20], [0, 4, 16])
    func `levels that begin inside a tile cover the image, and a tile's image rectangle is correct`(x: Int, y: Int) {
        for size in [PixelSize(width: 21, height: 9), PixelSize(width: 40, height: 33)] {
            let pyramid = Self.placed(size, x, y)
            check(pyramid)
            for index in pyramid.indices where index.level == pyramid.finestLevel.index {
                let imageRect = pyramid.imageRect(of: index)
                let rect = pyramid.rect(of: index)
                #expect(imageRect.minX == Double(rect.x) && imageRect.minY == Double(rect.y))
                #expect(imageRect.size == Size(width: Double(rect.size.width), height: Double(rect.size.height)))
                #expect(pyramid.interior(of: index) == rect)
                #expect(pyramid.tile(of: index.level, at: Point(x: imageRect.minX, y: imageRect.minY)) == index)
                let level = pyramid.finestLevel
                #expect(level.tileColumns(showing: rect.columns) == index.column..<index.column + 1)
                #expect(level.tileRows(showing: rect.rows) == index.row..<index.row + 1)
            }
        }
    }

    private func check(_ pyramid: Pyramid) {
        let width = Double(pyramid.size.width)
        let height = Double(pyramid.size.height)
        for level in pyramid.levels {
            let row = (0..<level.grid.columns).map {
                pyramid.imageRect(of: tile(level.index, $0, 0))
            }
            #expect(row.first?.minX == 0 && row.last?.maxX == width)
            #expect(zip(row, row.dropFirst()).allSatisfy { $0.maxX == $1.minX })
            let column = (0..<level.grid.rows).map { pyramid.imageRect(of: tile(level.index, 0, $0)) }
            #expect(column.first?.minY == 0 && column.last?.maxY == height)
            #expect(zip(column, column.dropFirst()).allSatisfy { $0.maxY == $1.minY })
        }
    }

    @Test func `the tiles in a rectangle are those that intersect it, for every rectangle of a small image`() {
        let pyramid = Pyramid(size: PixelSize(width: 21, height: 9), tileSize: 4)
        for level in pyramid.levels.indices.suffix(3) {
            let all = pyramid.indices.filter { $0.level == level }
            for x in 0..<21 {
                for width in 1...(21 - x) {
                    let rect = Rect(x: Double(x), y: 2, width: Double(width), height: 3)
                    let met = all.filter { pyramid.imageRect(of: $0).intersection(rect) != nil }
                    #expect(Array(pyramid.tiles(of: level, in: rect).indices) == met)
                }
            }
        }
    }

    @Test func `a point outside the image belongs to the nearest tile`() {
        let pyramid = Pyramid(size: PixelSize(width: 2048, height: 2048))
        #expect(pyramid.tile(of: 11, at: Point(x: 5000, y: -3)) == tile(11, 7, 0))
        #expect(pyramid.tile(of: 11, at: Point(x: 256, y: 255)) == tile(11, 1, 0))
        #expect(Self.oddLevels.tile(of: 1, at: Point(x: 70, y: 107)) == tile(1, 1, 1))
    }

    @Test func `the base level is the finest one with a single tile, or else the coarsest`() {
        #expect(Pyramid(size: PixelSize(width: 2048, height: 2048)).baseLevel == 8)
        #expect(Pyramid(size: PixelSize(width: 60000, height: 40000)).baseLevel == 8)
        #expect(Pyramid(size: PixelSize(width: 2048, height: 2048), levelCount: 1).baseLevel == 11)
        #expect(Self.oddLevels.baseLevel == 0)
        #expect(Pyramid(size: PixelSize(width: 100, height: 100)).baseLevel == 7)
    }

    @Test func `a tile costs 4 bytes per pixel, overlap and clipped edges considered: 262,144 for 256×256`() {
        let plain = Pyramid(size: PixelSize(width: 1000, height: 700))
        #expect(plain.cost(of: tile(10, 0, 0)) == 262_144)
        #expect(plain.cost(of: tile(10, 3, 2)) == 232 * 188 * 4)
        let overlapping = Pyramid(size: PixelSize(width: 1000, height: 700), overlap: 1)
        #expect(overlapping.cost(of: tile(10, 1, 1)) == 258 * 258 * 4)
    }

    @Test func `a change outside a tile invalidates it if its overlap shows the change`() {
        let pyramid = Pyramid(size: PixelSize(width: 1024, height: 1024), overlap: 2)
        let change = Rect(x: 257, y: 10, width: 5, height: 5)
        #expect(pyramid.shows(tile(10, 1, 0), in: change))
        #expect(pyramid.shows(tile(10, 0, 0), in: change))
        #expect(!pyramid.shows(tile(10, 2, 0), in: change))
        #expect(!pyramid.shows(tile(10, 0, 1), in: change))
    }
}
