/// The numbers of tiles in a pyramid with another one laid over it, by the origin of the tile.
package struct OverlaySummary: Hashable, Sendable {
    /// Tiles of the base, byte for byte.
    package var unchangedTiles = 0
    /// Tiles of the base whose place is taken by tiles of the overlay, byte for byte.
    package var replacedTiles = 0
    /// Tiles of the overlay where the base has none, byte for byte.
    package var addedTiles = 0
    /// Tiles in which pixels of the overlay were put over those of the base, and which were re-encoded.
    package var compositedTiles = 0
    /// Tiles of coarser levels that were rendered from the tiles below them.
    package var rerenderedTiles = 0

    /// Creates a summary without tiles.
    package init() {}

    /// The tiles that are not the base's.
    package var changedTiles: Int { replacedTiles + addedTiles + encodedTiles }
    /// The tiles that were encoded.
    package var encodedTiles: Int { compositedTiles + rerenderedTiles }
}
