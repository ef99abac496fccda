/// The canonical order of a pyramid's tiles: the order of their completion when the image is read from the top.
///
/// A tile is complete with the last full-size row that it needs, its overlap included. Among tiles that need the same row,
/// finer levels come first, then tiles further up, then tiles further left. Containers that append tiles keep this order, so
/// that equal tiles always make equal files.
///
/// Iteration takes O(levels) for each row of tiles and O(1) for each tile, without tables.
package struct TileOrder: Sequence, Sendable {
    package let pyramid: Pyramid
    /// The number of full-size rows.
    private let height: Double

    /// Creates the order of the present levels of a pyramid.
    package init(of pyramid: Pyramid) {
        self.pyramid = pyramid
        height = Double(pyramid.size.height) * pyramid.finestLevel.verticalDownsample
    }

    /// Returns the number of full-size rows, counted from the top, that a row of tiles needs.
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

    /// The rows of tiles of the present levels, in this order.
    package var rows: Rows { Rows(order: self) }

    /// Returns an iterator over all tiles of the present levels.
    package func makeIterator() -> Iterator { Iterator(rows: rows) }

    /// The rows of tiles in the order of their completion.
    package struct Rows: Sequence, IteratorProtocol, Sendable {
        fileprivate let pyramid: Pyramid
        private let order: TileOrder
        /// The next row of tiles of each level, and the full-size rows that it needs; `nil` after the last.
        private var following: [(row: Int, needed: Int)?]

        fileprivate init(order: TileOrder) {
            pyramid = order.pyramid
            self.order = order
            following = order.pyramid.presentLevels.map { (0, order.neededRows(level: $0, row: 0)) }
        }

        /// The next row of tiles and its level; `nil` after the last.
        package mutating func next() -> (level: Int, row: Int)? {
            var best: (position: Int, row: Int, needed: Int)?
            // From the finest level on, so that it wins where levels need the same rows.
            for position in following.indices.reversed() {
                guard let (row, needed) = following[position], needed < best?.needed ?? .max else {
                    continue
                }
                best = (position, row, needed)
            }
            guard let (position, row, _) = best else { return nil }
            let level = pyramid.presentLevels.lowerBound + position
            following[position] =
                row + 1 < pyramid.levels[level].grid.rows
                ? (row + 1, order.neededRows(level: level, row: row + 1)) : nil
            return (level, row)
        }
    }

    /// A position in the order.
    package struct Iterator: IteratorProtocol, Sendable {
        private var rows: Rows
        /// The last tile, and the number of columns of its level.
        private var last: (tile: TileIndex, columns: Int)?

        fileprivate init(rows: Rows) {
            self.rows = rows
        }

        /// The next tile; `nil` after the last.
        package mutating func next() -> TileIndex? {
            if let (tile, columns) = last, tile.column + 1 < columns {
                last?.tile.column += 1
            } else {
                last = rows.next().map { level, row in
                    (TileIndex(level: level, column: 0, row: row), rows.pyramid.levels[level].grid.columns)
                }
            }
            return last?.tile
        }
    }
}
