package import TilePyramid

/// The part of a pyramid that a run of the engine makes; by default all of it.
package struct CutScope: Hashable, Sendable {
    /// The rows of the source that are read; they begin with an even one.
    package var rows: Range<Int>
    /// The rows of tiles that are made on each level, by level index; empty where none are.
    package var tileRows: [Range<Int>]
    /// The coarsest level whose rows are made.
    package var coarsest: Int
    /// The level whose rows are handed off to a later run; nil for none.
    package var handoffLevel: Int?
    /// The rows of that level that are handed off.
    package var handoffRows = 0..<0

    /// Creates the scope of a run that makes all of a pyramid from its full size.
    package init(all pyramid: Pyramid) {
        rows = 0..<pyramid.size.height
        tileRows = pyramid.levels.map { pyramid.presentLevels.contains($0.index) ? 0..<$0.grid.rows : 0..<0 }
        coarsest = pyramid.presentLevels.lowerBound
    }

    /// Whether a tile is made.
    package func contains(_ index: TileIndex) -> Bool { tileRows[index.level].contains(index.row) }

    /// The number of tiles that are made.
    package func tileCount(of pyramid: Pyramid) -> Int {
        zip(pyramid.levels, tileRows).reduce(0) { $0 + $1.0.grid.columns * $1.1.count }
    }

    /// The tiles that are made, level by level and row by row.
    package func indices(of pyramid: Pyramid) -> some Sequence<TileIndex> {
        zip(pyramid.levels, tileRows).lazy.flatMap { level, rows in
            rows.lazy.flatMap { row in
                (0..<level.grid.columns).lazy.map { TileIndex(level: level.index, column: $0, row: row) }
            }
        }
    }
}
