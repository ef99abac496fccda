import TestLimits
import Testing
import TilePyramid

/// Pyramids with other shapes than that of Deep Zoom.
@Suite(.timeLimited) struct PyramidShapeTests {
    private func shape(_ change: (inout PyramidShape) -> Void) -> PyramidShape {
        var shape = PyramidShape()
        change(&shape)
        return shape
    }

    @Test func `Zoomify's own converter and libvips halve 6488×8213 pixels differently`() {
        let size = PixelSize(width: 6488, height: 8213)
        let down = Pyramid(
            size: size, tileSize: 256,
            shape: shape {
                $0.rounding = .down
                $0.coarsest = .tile
            })
        #expect(down.tileCount == 1169)
        #expect(down.levels.count == 6)
        let up = Pyramid(size: size, tileSize: 256, shape: shape { $0.coarsest = .tile })
        #expect(up.tileCount == 1171)
        #expect(up.levels.count == 7)
    }

    @Test(arguments: [(PyramidShape.Rounding.down, 22, 3), (.up, 24, 4)])
    func `they halve 1027×600 pixels differently too`(rounding: PyramidShape.Rounding, tiles: Int, levels: Int) {
        let pyramid = Pyramid(
            size: PixelSize(width: 1027, height: 600), tileSize: 256,
            shape: shape {
                $0.rounding = rounding
                $0.coarsest = .tile
            })
        #expect(pyramid.tileCount == tiles)
        #expect(pyramid.levels.count == levels)
    }

    @Test(arguments: 1...70)
    func `halving ends at the first level that fits in a tile`(width: Int) {
        for height in [1, 7, 8, 9, 33, 70] {
            for rounding in PyramidShape.Rounding.allCases {
                let pyramid = Pyramid(
                    size: PixelSize(width: width, height: height), tileSize: 8,
                    shape: shape {
                        $0.rounding = rounding
                        $0.coarsest = .tile
                    })
                #expect(pyramid.levels[0].grid.count == 1)
                #expect(pyramid.levels.dropFirst().allSatisfy { max($0.size.width, $0.size.height) > 8 })
                for (coarse, fine) in zip(pyramid.levels, pyramid.levels.dropFirst()) {
                    #expect(coarse.size == (rounding == .up ? fine.size.halved : fine.size.halvedRoundedDown))
                }
            }
        }
    }

    @Test func `the number of levels is the requested one, down to one pixel`() {
        let pyramid = Pyramid(
            size: PixelSize(width: 5, height: 2), tileSize: 4, shape: shape { $0.coarsest = .levels(5) })
        #expect(pyramid.levels.map(\.size.description) == ["1×1", "1×1", "2×1", "3×1", "5×2"])
        #expect(pyramid.levels[0].downsample == 16)
    }

    @Test(arguments: [0, 8, 16, 40, 1000])
    func `an image with an origin inside the grid is in the tiles of the grid`(origin: Int) {
        for padsTiles in [false, true] {
            for length in [1, 5, 16, 33, 100] {
                let pyramid = Pyramid(
                    size: PixelSize(width: length, height: 1), tileSize: 16,
                    shape: shape {
                        $0.padsTiles = padsTiles
                        $0.coarsest = .tile
                        $0.origin = PixelOffset(x: origin, y: 0)
                    })
                for level in pyramid.levels {
                    let begin = origin / Int(level.downsample)
                    #expect(level.firstTile.x == begin / 16)
                    #expect(level.inset.x == begin % 16)
                    #expect(level.grid.columns == (begin + level.size.width - 1) / 16 - begin / 16 + 1)
                    for column in 0..<level.grid.columns {
                        let index = TileIndex(level: level.index, column: column, row: 0)
                        let left = (level.firstTile.x + column) * 16
                        let shown = (0..<level.size.width).filter { ((left)..<(left + 16)).contains(begin + $0) }
                        let rect = pyramid.rect(of: index)
                        #expect(Array(rect.columns) == shown)
                        #expect(pyramid.storedSize(of: index).width == (padsTiles ? 16 : shown.count))
                        if padsTiles {
                            #expect(pyramid.offsetInTile(of: index).x == begin + shown[0] - left)
                        }
                    }
                }
            }
        }
    }
}
