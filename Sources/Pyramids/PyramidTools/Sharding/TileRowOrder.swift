internal import TilePyramid

/// The rows of tiles of a pyramid in the order in which they are complete when the image is read from the top.
///
/// A row of tiles is complete with the last full-size row that it needs; of several that need the same, finer levels come
/// first.
struct TileRowOrder: Sequence {
    private let rows: [(level: Int, row: Int)]

    /// Sorts the rows of the present levels.
    ///
    /// - Complexity: O(n log n) for n rows of tiles.
    init(of pyramid: Pyramid) {
        var rows: [(last: Int, level: Int, row: Int)] = []
        for level in pyramid.levels[pyramid.presentLevels] {
            let shift = pyramid.levels.count - 1 - level.index
            for row in 0..<level.grid.rows {
                let shown = pyramid.rect(of: TileIndex(level: level.index, column: 0, row: row)).rows
                rows.append((Swift.min(shown.upperBound << shift, pyramid.size.height), level.index, row))
            }
        }
        rows.sort { ($0.last, -$0.level, $0.row) < ($1.last, -$1.level, $1.row) }
        self.rows = rows.map { ($0.level, $0.row) }
    }

    func makeIterator() -> some IteratorProtocol<(level: Int, row: Int)> { rows.makeIterator() }
}
