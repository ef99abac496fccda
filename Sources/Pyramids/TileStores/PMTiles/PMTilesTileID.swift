/// The numbers of tiles in a PMTiles file: along a Hilbert curve, zoom after zoom
/// (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md, "TileID").
///
/// Tiles that are near each other on the map so have numbers, and places in the file, that mostly are near each other.
enum PMTilesTileID {
    /// No tile up to ``MapTile/maximumZoom`` has this number or a larger one.
    static let limit = first(of: MapTile.maximumZoom + 1)

    /// The number of a zoom's first tile: that of all tiles of the zooms before, (4^zoom - 1) / 3.
    static func first(of zoom: Int) -> Int { ((1 << (2 * zoom)) - 1) / 3 }

    /// The number of a tile.
    static func id(of tile: MapTile) -> Int {
        var (x, y) = (tile.column, tile.row)
        var distance = 0
        for bit in (0..<tile.zoom).reversed() {
            let quadrant = quadrant(right: x >> bit & 1, below: y >> bit & 1)
            distance = distance << 2 | quadrant
            rotate(&x, &y, quadrant: quadrant, side: 1 << bit)
        }
        return first(of: tile.zoom) + distance
    }

    /// The tile with a number, which is less than ``limit``.
    static func tile(_ id: Int) -> MapTile {
        var zoom = 0
        while id >= first(of: zoom + 1) {
            zoom += 1
        }
        let distance = id - first(of: zoom)
        var (x, y) = (0, 0)
        for bit in 0..<zoom {
            let quadrant = distance >> (2 * bit) & 3
            rotate(&x, &y, quadrant: quadrant, side: 1 << bit)
            let right = quadrant >> 1
            x |= right << bit
            y |= (quadrant & 1 ^ right) << bit
        }
        return MapTile(zoom: zoom, column: x, row: y)
    }

    /// The curve goes through the quarters of a square in this order: above left, below left, below right, above right.
    private static func quadrant(right: Int, below: Int) -> Int { 3 * right ^ below }

    /// Turns the coordinates in a quarter so that the curve in it begins above left and ends above right.
    private static func rotate(_ x: inout Int, _ y: inout Int, quadrant: Int, side: Int) {
        (x, y) = (x & (side - 1), y & (side - 1))
        switch quadrant {
        case 0: (x, y) = (y, x)
        case 3: (x, y) = (side - 1 - y, side - 1 - x)
        default: break
        }
    }
}
