/// The demands of a store on its pyramid besides the tiles, known before the store is created.
package struct StoreRequirements: Hashable, Sendable {
    /// Whether all tiles must be encoded alike; see ``TileStore/requiresUniformEncoding``.
    package var requiresUniformEncoding: Bool
    /// The levels that are also stored as single images, from ``LevelImageStore/wholeLevels``; empty for none.
    package var wholeLevels: Range<Int>

    /// Creates requirements from their parts; by default there are none.
    package init(requiresUniformEncoding: Bool = false, wholeLevels: Range<Int> = 0..<0) {
        self.requiresUniformEncoding = requiresUniformEncoding
        self.wholeLevels = wholeLevels
    }
}

extension TileStore {
    /// The demands of this store on its pyramid.
    package var requirements: StoreRequirements {
        StoreRequirements(
            requiresUniformEncoding: requiresUniformEncoding, wholeLevels: levelImages?.wholeLevels ?? 0..<0)
    }
}
