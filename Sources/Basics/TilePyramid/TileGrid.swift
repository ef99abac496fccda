/// The columns × rows of tiles that cover one level.
public struct TileGrid: Hashable, Sendable, Codable {
    /// The number of tiles side by side.
    public var columns: Int
    /// The number of tiles one below the other.
    public var rows: Int

    /// Creates a grid of `columns` × `rows` tiles.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Creates the smallest grid that covers `size` with square tiles, `tileSize` pixels a side.
    public init(covering size: PixelSize, tileSize: Int) {
        self.init(covering: size, tileSize: PixelSize(width: tileSize, height: tileSize))
    }

    /// Creates the smallest grid that covers `size` with tiles of `tileSize` pixels.
    public init(covering size: PixelSize, tileSize: PixelSize) {
        columns = (size.width + tileSize.width - 1) / tileSize.width
        rows = (size.height + tileSize.height - 1) / tileSize.height
    }

    /// The number of tiles.
    public var count: Int { columns * rows }

    /// Returns the columns and rows of at most `limit` tiles that are spread evenly over the grid.
    package func samples(_ limit: Int) -> [(column: Int, row: Int)] {
        let total = count
        let samples = min(count, limit)
        return (0..<samples).map { sample in
            // sample · total / samples, which would overflow in the largest grids.
            let number = total / samples * sample + total % samples * sample / samples
            return (number % columns, number / columns)
        }
    }
}
