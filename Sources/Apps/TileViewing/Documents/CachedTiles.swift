internal import TilePyramid
internal import TileStores

/// Tiles from the cache, which are not removed from it as long as somebody reads them.
struct CachedTiles: TileSource {
    private let source: DeepZoomSource
    private let entry: PyramidCacheEntry

    /// The complete tiles of an entry.
    init(in entry: PyramidCacheEntry) throws {
        source = try DeepZoomSource(opening: entry.descriptorPath)
        self.entry = entry
    }

    /// The tiles of an image; nil when it has not been cut.
    init?(of key: PyramidCacheKey, in cache: PyramidCache) {
        guard let entry = cache.completeEntry(for: key), let tiles = try? CachedTiles(in: entry) else { return nil }
        self = tiles
    }

    var pyramid: Pyramid { source.pyramid }

    func read(_ index: TileIndex) throws -> EncodedTile? { try source.read(index) }
}
