package import TilePyramid

/// The set of tiles that a run has finished, with one bit per tile of the pyramid.
package struct FinishedTiles: Sendable {
    private let numbering: TileNumbering
    private let wordCount: Int
    /// Empty until the first tile is inserted, because most runs do not continue another.
    private var bits: [UInt64] = []

    /// Creates an empty set.
    package init(of pyramid: Pyramid) {
        numbering = TileNumbering(of: pyramid)
        wordCount = (numbering.count + 63) / 64
    }

    /// Whether the set contains a tile.
    package func contains(_ index: TileIndex) -> Bool {
        guard !bits.isEmpty, let tileNumber = numbering.tileNumber(of: index) else { return false }
        return bits[tileNumber / 64] & 1 << UInt64(tileNumber % 64) != 0
    }

    /// Inserts a tile; returns `false` if it is not a tile of the pyramid, or is in the set already.
    package mutating func insert(_ index: TileIndex) -> Bool {
        guard let tileNumber = numbering.tileNumber(of: index), !contains(index) else { return false }
        if bits.isEmpty {
            bits = Array(repeating: 0, count: wordCount)
        }
        bits[tileNumber / 64] |= 1 << UInt64(tileNumber % 64)
        return true
    }
}
