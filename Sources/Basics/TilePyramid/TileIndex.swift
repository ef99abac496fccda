/// A tile's address in a pyramid.
///
/// Level 0 is the smallest; columns count from the left and rows from the top, both starting at 0.
public struct TileIndex: Hashable, Sendable {
    /// The tile's level; 0 is the smallest.
    public var level: Int
    /// The tile's column, from the left.
    public var column: Int
    /// The tile's row, from the top.
    public var row: Int

    /// Creates the index of the tile at `column` and `row` of a level.
    public init(level: Int, column: Int, row: Int) {
        self.level = level
        self.column = column
        self.row = row
    }
}

extension TileIndex: CustomStringConvertible {
    /// The index in Deep Zoom's notation: `level/column_row`.
    public var description: String { "\(level)/\(column)_\(row)" }
}
