internal import TileContainers

/// The rows of a table of tiles that are not tiles of the pyramid.
struct SkippedRows: Hashable {
    /// Rows without bytes, which count as absent tiles.
    var empty = 0
    /// Rows with a zoom, a column or a row that the grid lacks, or that is not a number.
    var strays = 0

    /// Warnings about them, as sentences.
    var warnings: [String] {
        let emptyText = empty == 1 ? "1 tile has no bytes, and counts" : "\(empty) tiles have no bytes, and count"
        return (empty > 0 ? ["\(emptyText) as absent."] : [])
            + (strays > 0 ? ["\(strayText), and \(strays == 1 ? "is" : "are") left out."] : [])
    }

    /// The strays as a clause.
    var strayText: String {
        "\(strays == 1 ? "1 tile has" : "\(strays) tiles have") a zoom, a column or a row that the map lacks"
    }

    /// Returns whether a row is a tile, or counts it.
    mutating func accepts(_ tile: StoredTile) -> Bool {
        if tile.byteCount > 0 { return true }
        empty += 1
        return false
    }
}
