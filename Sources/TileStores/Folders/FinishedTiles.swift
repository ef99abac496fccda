package import TilePyramid

/// The tiles that a run has finished: a bit for each tile of the pyramid.
package struct FinishedTiles: Sendable {
    private let pyramid: Pyramid
    /// The place of each present level's first tile among all bits.
    private let starts: [Int]
    private let wordCount: Int
    /// Empty until there is a tile: most runs continue nothing.
    private var bits: [UInt64] = []

    /// None of a pyramid's tiles.
    package init(of pyramid: Pyramid) {
        self.pyramid = pyramid
        var starts: [Int] = []
        var count = 0
        for level in pyramid.levels[pyramid.presentLevels] {
            starts.append(count)
            count += level.grid.count
        }
        self.starts = starts
        wordCount = (count + 63) / 64
    }

    /// Whether a tile is among them.
    package func contains(_ index: TileIndex) -> Bool {
        guard !bits.isEmpty, let place = place(of: index) else { return false }
        return bits[place / 64] & 1 << UInt64(place % 64) != 0
    }

    /// Adds a tile; false when it is no tile of the pyramid or was there before.
    package mutating func insert(_ index: TileIndex) -> Bool {
        guard let place = place(of: index), !contains(index) else { return false }
        if bits.isEmpty {
            bits = Array(repeating: 0, count: wordCount)
        }
        bits[place / 64] |= 1 << UInt64(place % 64)
        return true
    }

    private func place(of index: TileIndex) -> Int? {
        guard pyramid.contains(index) else { return nil }
        let grid = pyramid.levels[index.level].grid
        return starts[index.level - pyramid.presentLevels.lowerBound] + index.row * grid.columns + index.column
    }
}
