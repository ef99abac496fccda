internal import Caching
internal import ImageSources
internal import TilePyramid

/// Keeps decoded tiles for the next request, and knows of which tiles parts were decoded lately.
///
/// From any thread.
final class DecodedTileCache: Sendable {
    /// Identifies a decoded tile among those of all images.
    struct Key: Hashable, Sendable {
        /// The number of the opened image.
        var image: UInt64
        /// The tile.
        var index: TileIndex
        /// The scale at which it was decoded.
        var scale: DecodeScale
        /// Whether it is a ``PlanarTile``'s memory.
        var isPlanar = false
    }

    /// The bytes that a tile takes besides its pixels: the entry, its key, and the overhead of its memory.
    static let entryBytes = 512

    /// The number of partly decoded tiles that the cache remembers, about thirty regions' worth.
    static let partLimit = 512

    private let tiles: SharedCache<Key, PixelMemory>
    private let parts = SharedCache<Key, Bool>(limit: partLimit)

    /// Creates an empty cache for a number of bytes.
    init(limit: Int) {
        tiles = SharedCache(limit: limit)
    }

    /// The counts of the cache so far; its costs are bytes, with ``entryBytes`` for each tile.
    var counts: CacheStatistics { tiles.statistics }

    /// Returns a tile that is kept whole.
    func tile(_ key: Key) -> PixelMemory? { tiles.value(for: key) }

    /// The part of the cache that a tile may take: larger ones are not kept, so that no request has all others removed.
    static let largestPart = 4

    /// Keeps a tile that was decoded as a whole.
    func insert(_ tile: PixelMemory, for key: Key) {
        parts.remove(key)
        guard tile.byteCount <= tiles.limit / Self.largestPart else { return }
        tiles.insert(tile, for: key, cost: tile.byteCount + Self.entryBytes)
    }

    /// Whether a part of a tile is to be decoded without the rest.
    ///
    /// The part has to be small enough to save time, and no part of the tile may have been decoded lately. When a client
    /// requests one part after the other, the tile is decoded whole at the second one, and kept.
    func prefersPart(_ part: PixelRect, of size: PixelSize, _ key: Key) -> Bool {
        guard part.size.area <= size.area / 4 * 3, parts.value(for: key) == nil else { return false }
        parts.insert(true, for: key, cost: 1)
        return true
    }
}
