internal import LayerTree
public import TilePyramid
public import VectorDrawing

/// A layer's connection to a loader: it sets the demand for an image's tiles, and gives access to the arrived tiles.
///
/// ```swift
/// let feed = TileFeed(of: image, from: loader) { wakeTheLoop() }
/// var planner = TilePlanner()
/// // For each frame in which something has moved:
/// feed.setDemand(planner.plan(viewport, of: image.pyramid))
/// // To draw it:
/// let pixels = feed.tile(index)?.buffer
/// ```
///
/// The demand ends when the feed is deallocated. All members may be used from any thread.
public final class TileFeed: Sendable {
    /// The image.
    public let image: TiledImage
    /// The loader.
    public let loader: TileLoader
    private let number: Int

    /// Creates a feed without demand; layers that show the same image should share its loader.
    ///
    /// `onArrival` is called after a tile in demand has arrived, turned out to be absent, or failed for good. In place of an
    /// absent tile, the finest tiles that show the same part of the image are loaded, and reported too. `onArrival` is called
    /// on any thread, usually a worker's, and should only wake the drawing thread.
    public init(of image: TiledImage, from loader: TileLoader, onArrival: @escaping @Sendable () -> Void = {}) {
        self.image = image
        self.loader = loader
        number = loader.open(image, onArrival: onArrival)
    }

    deinit {
        loader.change { $0.close(feed: number, now: $1) }
    }

    /// Replaces the feed's demand.
    ///
    /// A tile in flight continues with its new priority. If it is no longer requested, its loading stops at the next step
    /// unless it is requested again before then.
    ///
    /// - Complexity: O(n log n) for the n requests of all feeds; O(n) if the plan has not changed.
    public func setDemand(_ plan: TilePlan) {
        precondition(
            plan.requests.allSatisfy { image.pyramid.contains($0.index) }, "a request is outside the pyramid")
        loader.change { $0.setDemand(plan, feed: number, now: $1) }
    }

    /// Returns a tile's pixels, or nil if the tile is not cached.
    public func tile(_ index: TileIndex) -> CachedTile? {
        loader.cache.tile(TileKey(image: image.id, index: index))
    }

    /// Returns the loading state of a tile.
    public func state(of index: TileIndex) -> TileState {
        loader.state(of: TileKey(image: image.id, index: index))
    }

    /// Reloads every tile that intersects a rectangle, in all layers that show the image through this loader.
    ///
    /// The old pixels stay until the new ones arrive. Results of loading that began earlier are discarded, and the
    /// loading restarts. A tile that is invalidated more often than it can be loaded keeps its old pixels.
    ///
    /// - Parameter rect: a rectangle in full-size pixels. The default is nil: the whole image.
    public func invalidate(_ rect: Rect? = nil) {
        loader.change { $0.invalidate(image, in: rect, now: $1) }
    }

    /// Reloads the cached tiles whose files have changed, in all layers that show the image through this loader.
    ///
    /// A worker compares each cached tile's ``TilePyramid/TileStamp`` with the source's; nothing is read for tiles that
    /// are unchanged. Tiles that were absent are looked up again. Sources without stamps find no change.
    public func revalidate() {
        loader.revalidate(image)
    }
}

/// The loading state of a tile.
public enum TileState: Hashable, Sendable {
    /// The tile is not requested, or there is no room for it.
    case idle
    /// The tile waits to be read or drawn.
    case queued
    /// The tile's bytes are being read.
    case reading
    /// The tile's bytes have been read and wait to be decoded.
    case read
    /// The tile is being decoded or drawn.
    case decoding
    /// The tile's pixels are in the cache.
    case loaded
    /// The pyramid has no such tile; coarser levels show all available detail.
    case absent
    /// The tile could not be loaded.
    ///
    /// It is retried at `retryTime` on the loader's clock; it is not retried if `retryTime` is nil.
    case failed(reason: String, tries: Int, retryTime: Double?)
}
