package import TilePyramid

/// The tiles that a run has finished: a bit for each tile of the pyramid.
package struct FinishedTiles: Sendable {
    private let numbering: TileNumbering
    private let wordCount: Int
    /// Empty until there is a tile: most runs continue nothing.
    private var bits: [UInt64] = []

    /// None of a pyramid's tiles.
    package init(of pyramid: Pyramid) {
        numbering = TileNumbering(of: pyramid)
        wordCount = (numbering.count + 63) / 64
    }

    /// Whether a tile is among them.
    package func contains(_ index: TileIndex) -> Bool {
        guard !bits.isEmpty, let tileNumber = numbering.tileNumber(of: index) else { return false }
        return bits[tileNumber / 64] & 1 << UInt64(tileNumber % 64) != 0
    }

    /// Adds a tile; false when it is no tile of the pyramid or was there before.
    package mutating func insert(_ index: TileIndex) -> Bool {
        guard let tileNumber = numbering.tileNumber(of: index), !contains(index) else { return false }
        if bits.isEmpty {
            bits = Array(repeating: 0, count: wordCount)
        }
        bits[tileNumber / 64] |= 1 << UInt64(tileNumber % 64)
        return true
    }
}
