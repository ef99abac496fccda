/// Some tiles of a zoom that lie side by side; at least one.
struct TileRange: Hashable {
    var columns: Range<Int>
    /// Rows from the north.
    var rows: Range<Int>
}
