/// The z/x/y address of a map tile: one tile at zoom 0, twice as many each way with every zoom.
///
/// Columns are counted from the west, rows from the north.
public struct MapTile: Hashable, Sendable {
    /// The zoom, z.
    public var zoom: Int
    /// The column, x, counted from the west.
    public var column: Int
    /// The row, y, counted from the north.
    public var row: Int

    /// The largest accepted zoom: 30, at which a tile is four centimeters wide.
    public static let maximumZoom = 30

    /// Creates an address.
    public init(zoom: Int, column: Int, row: Int) {
        self.zoom = zoom
        self.column = column
        self.row = row
    }

    /// The row counted from the south, as in TMS and MBTiles.
    public var tmsRow: Int { (1 << zoom) - 1 - row }
}
