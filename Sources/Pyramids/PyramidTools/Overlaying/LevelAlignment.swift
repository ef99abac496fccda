internal import TilePyramid

/// The level and offset of the base or the overlay for the tiles of a level of the merged pyramid.
struct LevelAlignment: Hashable, Sendable {
    /// The level of the base or the overlay.
    var level: Int
    /// The offset from a column and row of the merged pyramid to those of the base or the overlay.
    var offset: PixelOffset

    /// Returns the index in the base or the overlay of a tile of the merged pyramid; it may lie outside of its grid.
    func index(of merged: TileIndex) -> TileIndex {
        TileIndex(level: level, column: merged.column + offset.x, row: merged.row + offset.y)
    }

    /// Returns the index in the merged pyramid of a tile of the base or the overlay; it may lie outside of the grid.
    func mergedIndex(of index: TileIndex, level: Int) -> TileIndex {
        TileIndex(level: level, column: index.column - offset.x, row: index.row - offset.y)
    }
}

/// The alignment of the levels of the base and the overlay with those of the merged pyramid.
struct OverlayAlignment: Sendable {
    /// The levels and grids of the merged pyramid.
    var pyramid: Pyramid
    /// The levels of the base, by level of the merged pyramid; those that it lacks are not in it.
    var base: [Int: LevelAlignment] = [:]
    /// The levels of the overlay whose tiles coincide with those of the merged pyramid, by level of that.
    var overlay: [Int: LevelAlignment] = [:]
    /// The finest level that both have: here tiles are put over one another.
    var compositedLevel: Int

    /// Returns the tile of the next coarser level that shows a tile; nil if there is none.
    func parent(of index: TileIndex) -> TileIndex? {
        guard index.level > 0 else { return nil }
        let first = pyramid.levels[index.level].firstTile
        let above = pyramid.levels[index.level - 1].firstTile
        let parent = TileIndex(
            level: index.level - 1, column: (index.column + first.x) / 2 - above.x,
            row: (index.row + first.y) / 2 - above.y)
        return pyramid.contains(parent) ? parent : nil
    }

    /// Returns the tiles of the next finer level that a tile shows: at most four, with their places in the 2×2.
    func children(of index: TileIndex) -> [(column: Int, row: Int, index: TileIndex)] {
        let first = pyramid.levels[index.level].firstTile
        let below = pyramid.levels[index.level + 1].firstTile
        let left = 2 * (index.column + first.x) - below.x
        let top = 2 * (index.row + first.y) - below.y
        return [(0, 0), (1, 0), (0, 1), (1, 1)].compactMap { column, row in
            let child = TileIndex(level: index.level + 1, column: left + column, row: top + row)
            return pyramid.contains(child) ? (column, row, child) : nil
        }
    }
}
