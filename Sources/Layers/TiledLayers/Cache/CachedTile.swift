public import LayerTree

/// A tile's pixels as the cache has them.
public struct CachedTile: Hashable, Sendable {
    /// The pixels.
    public var buffer: PixelBuffer
    /// How often the image had been invalidated when the tile was begun; grows with each invalidation.
    public var generation: Int
    /// Whether the tile has been invalidated since: these are the old pixels, shown until there are new ones.
    public var isOutdated: Bool
}
