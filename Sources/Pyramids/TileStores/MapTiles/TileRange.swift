/// A nonempty rectangle of tiles of one zoom.
struct TileRange: Hashable {
    var columns: Range<Int>
    /// The rows counted from the north.
    var rows: Range<Int>
}
