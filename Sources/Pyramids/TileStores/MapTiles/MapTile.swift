/// The z/x/y address of a map tile: one tile at zoom 0, twice as many each way with every zoom.
///
/// Columns are counted from the west, rows from the north.
struct MapTile: Hashable {
    var zoom: Int
    var column: Int
    var row: Int

    /// The largest zoom that is accepted; at zoom 30 a tile is four centimeters wide.
    static let maximumZoom = 30

    /// The row counted from the south, as in TMS and MBTiles.
    var tmsRow: Int { (1 << zoom) - 1 - row }
}
