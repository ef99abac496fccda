public import LayerTree

/// A tile's decoded pixels in the cache.
public struct CachedTile: Hashable, Sendable {
    /// The decoded pixels.
    public var buffer: PixelBuffer
    /// The number of times the image had been invalidated when loading of the tile began.
    public var generation: Int
    /// Whether the tile has been invalidated since: these are the old pixels, shown until the new ones arrive.
    public var isOutdated: Bool
}
