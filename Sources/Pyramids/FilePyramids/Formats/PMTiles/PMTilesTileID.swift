internal import Georeferencing

/// The tile IDs of PMTiles: positions along a Hilbert curve, zoom after zoom
/// (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md, "TileID").
///
/// Tiles that are close on the map mostly have close IDs, and so are close in the file.
enum PMTilesTileID {
    /// An upper bound of the IDs up to ``MapTile/maximumZoom``, exclusive.
    static let limit = first(of: MapTile.maximumZoom + 1)

    /// The ID of a zoom's first tile, which is the number of tiles of all coarser zooms: (4^zoom - 1) / 3.
    static func first(of zoom: Int) -> Int { ((1 << (2 * zoom)) - 1) / 3 }

    /// The ID of a tile.
    static func id(of tile: MapTile) -> Int {
        var x = tile.column
        var y = tile.row
        var distance = 0
        for bit in (0..<tile.zoom).reversed() {
            let quadrant = quadrant(right: x >> bit & 1, below: y >> bit & 1)
            distance = distance << 2 | quadrant
            rotate(&x, &y, quadrant: quadrant, side: 1 << bit)
        }
        return first(of: tile.zoom) + distance
    }

    /// The tile with an ID, which must be less than ``limit``.
    static func tile(_ id: Int) -> MapTile {
        var zoom = 0
        while id >= first(of: zoom + 1) {
            zoom += 1
        }
        let distance = id - first(of: zoom)
        var x = 0
        var y = 0
        for bit in 0..<zoom {
            let quadrant = distance >> (2 * bit) & 3
            rotate(&x, &y, quadrant: quadrant, side: 1 << bit)
            let right = quadrant >> 1
            x |= right << bit
            y |= (quadrant & 1 ^ right) << bit
        }
        return MapTile(zoom: zoom, column: x, row: y)
    }

    /// Calls `body` for the parts of a range of IDs of one zoom that lie within a window of tiles, in order.
    ///
    /// - Complexity: O(tiles along the edges of the window), not O(IDs).
    static func forEachPart(of ids: Range<Int>, zoom: Int, in window: TileRange, _ body: (Range<Int>) throws -> Void)
        rethrows
    {
        var pending: Range<Int>?
        /// Visits the square of 4^depth tiles that begins with an ID.
        func visit(_ start: Int, depth: Int) throws {
            let part = (start..<start + 1 << (2 * depth)).clamped(to: ids)
            guard !part.isEmpty else { return }
            let corner = tile(start)
            let side = 1 << depth
            let x = corner.column & ~(side - 1)
            let y = corner.row & ~(side - 1)
            let columns = x..<x + side
            let rows = y..<y + side
            guard columns.overlaps(window.columns), rows.overlaps(window.rows) else { return }
            let isInside =
                columns.clamped(to: window.columns) == columns && rows.clamped(to: window.rows) == rows
            guard !isInside, depth > 0 else {
                if let last = pending, last.upperBound == part.lowerBound {
                    // Checked: the part begins where the last one ends.
                    pending = last.lowerBound..<part.upperBound
                } else {
                    if let pending { try body(pending) }
                    pending = part
                }
                return
            }
            for quadrant in 0..<4 { try visit(start + quadrant << (2 * depth - 2), depth: depth - 1) }
        }
        try visit(first(of: zoom), depth: zoom)
        if let pending { try body(pending) }
    }

    /// The smallest range of tiles that holds those of a zoom with some IDs; `nil` if there are none.
    ///
    /// - Complexity: O(zoom).
    static func range(of ids: Range<Int>, zoom: Int) -> TileRange? {
        var found: TileRange?
        /// Visits the square of 4^depth tiles that begins with an ID.
        func visit(_ start: Int, depth: Int) {
            let square = start..<start + 1 << (2 * depth)
            guard square.overlaps(ids) else { return }
            guard depth > 0, square.clamped(to: ids) != square else {
                let corner = tile(start)
                let side = 1 << depth
                let x = corner.column & ~(side - 1)
                let y = corner.row & ~(side - 1)
                let range = TileRange(columns: x..<x + side, rows: y..<y + side)
                found = found.map { $0.union(range) } ?? range
                return
            }
            for quadrant in 0..<4 { visit(start + quadrant << (2 * depth - 2), depth: depth - 1) }
        }
        visit(first(of: zoom), depth: zoom)
        return found
    }

    /// The position of a quadrant along the curve: top left, bottom left, bottom right, top right.
    private static func quadrant(right: Int, below: Int) -> Int { 3 * right ^ below }

    /// Rotates the coordinates in a quadrant so that its curve begins at the top left and ends at the top right.
    private static func rotate(_ x: inout Int, _ y: inout Int, quadrant: Int, side: Int) {
        x = x & (side - 1)
        y = y & (side - 1)
        switch quadrant {
        case 0: swap(&x, &y)
        case 3:
            swap(&x, &y)
            x = side - 1 - x
            y = side - 1 - y
        default: break
        }
    }
}
