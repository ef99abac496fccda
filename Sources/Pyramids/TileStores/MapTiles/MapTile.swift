/// A tile's place on the grid that web maps use: one tile at zoom 0, twice as many each way at every further zoom.
///
/// Columns count from the west, rows from the north.
struct MapTile: Hashable {
    var zoom: Int
    var column: Int
    var row: Int

    /// The largest zoom that is believed; at 30, a tile is four centimeters wide.
    static let maximumZoom = 30

    /// The row counted from the south, as TMS and MBTiles have it.
    var tmsRow: Int { (1 << zoom) - 1 - row }
}
