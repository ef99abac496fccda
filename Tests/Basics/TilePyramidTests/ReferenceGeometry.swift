import TilePyramid

/// Deep Zoom's geometry as its specification words it, pixel by pixel along one axis and with no shortcut: what
/// ``Pyramid`` is measured against.
struct ReferenceGeometry {
    let length: Int
    let tileSize: Int
    let overlap: Int

    /// The pixels of each tile.
    ///
    /// A tile exists where one of its own pixels, the overlap not counted, is in the level.
    var tiles: [[Int]] {
        var tiles: [[Int]] = []
        for pixel in 0..<length where pixel % tileSize == 0 {
            let position = pixel / tileSize
            let start = position * tileSize - (position > 0 ? overlap : 0)
            let extent = tileSize + overlap * (position == 0 ? 1 : 2)
            tiles.append((0..<length).filter { $0 >= start && $0 < start + extent })
        }
        return tiles
    }

    /// Every overlap worth trying with a tile size: none, little, half and the most there may be.
    static func overlaps(for tileSize: Int) -> [Int] {
        Set([0, 1, 2, 3, tileSize / 2, tileSize - 1]).filter { $0 < tileSize }.sorted()
    }
}
