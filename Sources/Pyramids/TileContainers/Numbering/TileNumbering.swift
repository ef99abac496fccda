package import TilePyramid

/// Numbers the tiles of a pyramid's present levels from 0, level by level and row by row.
package struct TileNumbering: Sendable {
    package let pyramid: Pyramid
    /// The number of tiles.
    package let count: Int
    /// The number of the first tile of each present level.
    private let starts: [Int]

    package init(of pyramid: Pyramid) {
        self.pyramid = pyramid
        var starts: [Int] = []
        var count = 0
        for level in pyramid.levels[pyramid.presentLevels] {
            starts.append(count)
            count += level.grid.count
        }
        self.starts = starts
        self.count = count
    }

    /// The number of a tile; `nil` if the pyramid has no such tile.
    package func tileNumber(of index: TileIndex) -> Int? {
        guard pyramid.contains(index) else { return nil }
        let grid = pyramid.levels[index.level].grid
        return starts[index.level - pyramid.presentLevels.lowerBound] + index.row * grid.columns + index.column
    }

    /// The tile with a number from 0 to ``count`` - 1.
    package func index(of tileNumber: Int) -> TileIndex {
        let present = starts.lastIndex { $0 <= tileNumber } ?? 0
        let level = pyramid.presentLevels.lowerBound + present
        let offset = tileNumber - starts[present]
        let columns = pyramid.levels[level].grid.columns
        return TileIndex(level: level, column: offset % columns, row: offset / columns)
    }
}
