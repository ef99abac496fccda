package import TilePyramid

/// The set of tiles that a run has finished, with one bit per tile of the parts of the pyramid that have some.
package struct FinishedTiles: Sendable {
    private let numbering: TileNumbering
    /// 64 tiles each.
    private var bits: PagedArray<UInt64>

    /// Creates an empty set.
    package init(of pyramid: Pyramid) {
        numbering = TileNumbering(of: pyramid)
        bits = PagedArray(repeating: 0, count: numbering.count / 64 + 1)
    }

    /// Whether the set contains a tile.
    package func contains(_ index: TileIndex) -> Bool {
        guard let tileNumber = numbering.tileNumber(of: index) else { return false }
        return bits[tileNumber / 64] & 1 << UInt64(tileNumber % 64) != 0
    }

    /// Inserts a tile; returns `false` if it is not a tile of the pyramid, or is in the set already.
    package mutating func insert(_ index: TileIndex) -> Bool {
        guard let tileNumber = numbering.tileNumber(of: index), !contains(index) else { return false }
        bits[tileNumber / 64] |= 1 << UInt64(tileNumber % 64)
        return true
    }
}
