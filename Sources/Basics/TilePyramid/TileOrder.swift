/// The canonical order of a pyramid's tiles: that in which they are complete when the image is read from the top.
///
/// A tile is complete with the last full-size row that it needs, its overlap included. Of the tiles that need the same
/// row, those of finer levels come first, then those further up, then those further left. Containers that append tiles
/// keep this order, so that equal tiles always make equal files.
///
/// As a sequence it takes O(levels) for each row of tiles and O(1) for each tile, and has no table of either.
package struct TileOrder: Sequence, Sendable {
    package let pyramid: Pyramid
    /// The number of full-size rows.
    private let height: Double

    /// The order of the present levels of a pyramid.
    package init(of pyramid: Pyramid) {
        self.pyramid = pyramid
        height = Double(pyramid.size.height) * pyramid.finestLevel.verticalDownsample
    }

    /// The number of full-size rows, counted from the top, that a row of tiles needs.
    package func neededRows(level: Int, row: Int) -> Int {
        let rect = pyramid.rect(of: TileIndex(level: level, column: 0, row: row))
        let end = Double(rect.y + rect.size.height) * pyramid.levels[level].verticalDownsample
        return Int(Swift.min(end, height).rounded(.up))
    }

    /// Whether one tile comes before another.
    package func precedes(_ first: TileIndex, _ second: TileIndex) -> Bool {
        guard first.level != second.level else {
            return (first.row, first.column) < (second.row, second.column)
        }
        let rows = neededRows(level: first.level, row: first.row)
        let otherRows = neededRows(level: second.level, row: second.row)
        return rows == otherRows ? first.level > second.level : rows < otherRows
    }

    /// Visits all tiles of the present levels.
    package func makeIterator() -> Iterator { Iterator(order: self) }

    /// A position in the order.
    package struct Iterator: IteratorProtocol, Sendable {
        private let order: TileOrder
        /// The next row of tiles of each level, and the full-size rows that it needs; `nil` after the last.
        private var rows: [(row: Int, needed: Int)?]
        /// The present level whose row is being visited, and the next column.
        private var current: (level: Int, column: Int)?

        fileprivate init(order: TileOrder) {
            self.order = order
            rows = order.pyramid.presentLevels.map { (0, order.neededRows(level: $0, row: 0)) }
        }

        /// The next tile; `nil` after the last.
        package mutating func next() -> TileIndex? {
            guard let (position, column) = current ?? firstOfNextRow(), let row = rows[position]?.row else {
                return nil
            }
            let level = order.pyramid.presentLevels.lowerBound + position
            let grid = order.pyramid.levels[level].grid
            if column + 1 < grid.columns {
                current = (position, column + 1)
            } else {
                current = nil
                rows[position] =
                    row + 1 < grid.rows ? (row + 1, order.neededRows(level: level, row: row + 1)) : nil
            }
            return TileIndex(level: level, column: column, row: row)
        }

        private func firstOfNextRow() -> (level: Int, column: Int)? {
            var best: (level: Int, needed: Int)?
            // From the finest level on, so that it wins where levels need the same rows.
            for level in rows.indices.reversed() {
                guard let needed = rows[level]?.needed, needed < best?.needed ?? .max else { continue }
                best = (level, needed)
            }
            return best.map { ($0.level, 0) }
        }
    }
}
