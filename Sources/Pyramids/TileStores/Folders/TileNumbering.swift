internal import TilePyramid

/// The tiles of a pyramid's present levels, numbered from 0: level by level, row by row.
struct TileNumbering: Sendable {
    let pyramid: Pyramid
    /// How many tiles there are.
    let count: Int
    /// The number of each present level's first tile.
    private let starts: [Int]

    init(of pyramid: Pyramid) {
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

    /// A tile's number; nil for one that the pyramid does not have.
    func tileNumber(of index: TileIndex) -> Int? {
        guard pyramid.contains(index) else { return nil }
        let grid = pyramid.levels[index.level].grid
        return starts[index.level - pyramid.presentLevels.lowerBound] + index.row * grid.columns + index.column
    }
}
