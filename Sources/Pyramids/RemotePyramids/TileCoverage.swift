internal import TilePyramid

/// The tiles of a pyramid that there may be, as a description says: a rectangle of columns and rows on each level.
struct TileCoverage: Hashable, Sendable {
    /// The columns and rows of the levels; none on levels that are not among them.
    private var levels: [Int: Part] = [:]

    private struct Part: Hashable, Sendable {
        var columns: Range<Int>
        var rows: Range<Int>
    }

    /// Creates a coverage from the columns and rows of each level, which are cut off at the grid.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry.
    ///   - tiles: the columns and rows of a level; `nil` for all of them.
    init(of pyramid: Pyramid, tiles: (Level) -> (columns: Range<Int>, rows: Range<Int>)?) {
        for level in pyramid.levels[pyramid.presentLevels] {
            let whole = Part(columns: 0..<level.grid.columns, rows: 0..<level.grid.rows)
            let part = tiles(level).map { part in
                Part(columns: part.columns.clamped(to: whole.columns), rows: part.rows.clamped(to: whole.rows))
            }
            levels[level.index] = part ?? whole
        }
    }

    /// The columns and rows of a level, which may be empty.
    func tiles(of level: Int) -> (columns: Range<Int>, rows: Range<Int>) {
        levels[level].map { ($0.columns, $0.rows) } ?? (0..<0, 0..<0)
    }

    /// Whether a tile may exist.
    func contains(_ index: TileIndex) -> Bool {
        levels[index.level].map { $0.columns.contains(index.column) && $0.rows.contains(index.row) } ?? false
    }
}
