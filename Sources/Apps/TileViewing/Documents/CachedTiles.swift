internal import TilePyramid
internal import TileStores

/// The tiles of a cached pyramid, which is not evicted while they are in use.
struct CachedTiles: TileSource {
    private let source: LayoutSource
    private let entry: PyramidCacheEntry

    /// Opens the complete pyramid of an entry.
    init(in entry: PyramidCacheEntry) throws {
        source = try LayoutSource(opening: entry.descriptorPath, as: .deepZoom)
        self.entry = entry
    }

    /// Opens the pyramid of an image; nil if it is not cached.
    init?(of key: PyramidCacheKey, in cache: PyramidCache) {
        guard let entry = cache.completeEntry(for: key), let tiles = try? CachedTiles(in: entry) else { return nil }
        self = tiles
    }

    var pyramid: Pyramid { source.pyramid }

    func read(_ index: TileIndex) throws -> EncodedTile? { try source.read(index) }
}
