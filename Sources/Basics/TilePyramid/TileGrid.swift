/// The columns × rows of tiles that cover one level.
public struct TileGrid: Hashable, Sendable, Codable {
    /// How many tiles lie side by side.
    public var columns: Int
    /// How many tiles lie one below the other.
    public var rows: Int

    /// A grid of `columns` × `rows` tiles.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The smallest grid of tiles, `tileSize` pixels a side, that covers `size`.
    public init(covering size: PixelSize, tileSize: Int) {
        self.init(covering: size, tileSize: PixelSize(width: tileSize, height: tileSize))
    }

    /// The smallest grid of tiles of `tileSize` pixels that covers `size`.
    public init(covering size: PixelSize, tileSize: PixelSize) {
        columns = (size.width + tileSize.width - 1) / tileSize.width
        rows = (size.height + tileSize.height - 1) / tileSize.height
    }

    /// The number of tiles in it.
    public var count: Int { columns * rows }
}
