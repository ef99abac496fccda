/// What a store demands of a pyramid beside its tiles, known before the store is created.
package struct StoreRequirements: Hashable, Sendable {
    /// Whether all tiles must be encoded alike, as ``TileStore/requiresUniformEncoding`` says.
    package var requiresUniformEncoding: Bool
    /// The levels that are also stored as single images, as ``LevelImageStore/wholeLevels`` says; empty for none.
    package var wholeLevels: Range<Int>

    /// Creates requirements from their parts; by default there are none.
    package init(requiresUniformEncoding: Bool = false, wholeLevels: Range<Int> = 0..<0) {
        self.requiresUniformEncoding = requiresUniformEncoding
        self.wholeLevels = wholeLevels
    }
}

extension TileStore {
    /// What this store demands of its pyramid.
    package var requirements: StoreRequirements {
        StoreRequirements(
            requiresUniformEncoding: requiresUniformEncoding, wholeLevels: levelImages?.wholeLevels ?? 0..<0)
    }
}
