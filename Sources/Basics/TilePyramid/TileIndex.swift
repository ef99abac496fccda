/// A tile's address in a pyramid.
///
/// Level 0 is the smallest; columns count from the left and rows from the top, both from 0.
public struct TileIndex: Hashable, Sendable {
    /// The level the tile belongs to; 0 is the smallest image of the pyramid.
    public var level: Int
    /// The tile's column, from the left.
    public var column: Int
    /// The tile's row, from the top.
    public var row: Int

    /// The tile at `column` and `row` of a level.
    public init(level: Int, column: Int, row: Int) {
        self.level = level
        self.column = column
        self.row = row
    }
}

extension TileIndex: CustomStringConvertible {
    /// The address as Deep Zoom writes it: `level/column_row`.
    public var description: String { "\(level)/\(column)_\(row)" }
}
