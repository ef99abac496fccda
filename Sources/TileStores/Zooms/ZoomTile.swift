/// A tile's place on the grid that web maps use: one tile at zoom 0, twice as many each way at every further zoom.
///
/// Columns count from the west, rows from the north.
struct ZoomTile: Hashable {
    var zoom: Int
    var column: Int
    var row: Int

    /// The largest zoom that is believed; at 30, a tile is four centimeters wide.
    static let largestZoom = 30

    /// The row counted from the south, as TMS and MBTiles have it.
    var rowFromSouth: Int { (1 << zoom) - 1 - row }
}
