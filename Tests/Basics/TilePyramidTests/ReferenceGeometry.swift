import TilePyramid

/// The geometry of Deep Zoom by its specification, pixel by pixel along one axis, as a reference for ``Pyramid``.
struct ReferenceGeometry {
    let length: Int
    let tileSize: Int
    let overlap: Int

    /// Returns the pixels of each tile.
    ///
    /// A tile exists if one of its own pixels, without the overlap, is in the level.
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

    /// Returns the tested overlaps of a tile size: none, little, half and the greatest.
    static func overlaps(for tileSize: Int) -> [Int] {
        Set([0, 1, 2, 3, tileSize / 2, tileSize - 1]).filter { $0 < tileSize }.sorted()
    }
}
