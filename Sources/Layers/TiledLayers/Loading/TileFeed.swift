public import LayerTree
public import TilePyramid

/// A layer's side of a loader: says which tiles of an image it wants, and learns which have come.
///
/// ```swift
/// let feed = TileFeed(of: image, from: loader) { wakeTheLoop() }
/// var planner = TilePlanner()
/// // For each frame in which something has moved:
/// feed.setDemand(planner.plan(viewport, of: image.pyramid))
/// // At the start of a frame:
/// for arrival in feed.takeArrivals() { … }
/// ```
///
/// What it wants is no longer wanted when the feed is gone. Everything may be called from any thread.
public final class TileFeed: Sendable {
    /// The image.
    public let image: TiledImage
    /// The loader.
    public let loader: TileLoader
    private let number: Int

    /// A feed that wants nothing yet.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - loader: what loads its tiles; layers that show the same image share it.
    ///   - onReady: called on a worker when there is news, then not again before ``takeArrivals()``. It should only wake
    ///     the thread that draws.
    public init(of image: TiledImage, from loader: TileLoader, onReady: @escaping @Sendable () -> Void = {}) {
        self.image = image
        self.loader = loader
        number = loader.open(image, onReady: onReady)
    }

    deinit {
        loader.close(feed: number)
    }

    /// Says what is wanted from now on, instead of all that was.
    ///
    /// A tile that work is under way for goes on, with its new urgency; if nobody wants it any more, the work stops at
    /// its next step, unless it is wanted again before that.
    ///
    /// - Complexity: O(n log n) for the n wishes of all layers; nothing when the plan is the same as before.
    public func setDemand(_ plan: TilePlan) {
        precondition(
            plan.requests.allSatisfy { image.pyramid.contains($0.index) }, "only tiles that the pyramid has are wanted")
        loader.setDemand(plan, feed: number)
    }

    /// What has become of tiles since the last call, in the order in which it happened; at most one entry for each tile.
    ///
    /// Where a tile turns out to be absent, the finest tiles that show the same part of the image are loaded in its place;
    /// news of them is among this.
    public func takeArrivals() -> [TileArrival] { loader.takeArrivals(feed: number) }

    /// The pixels of a tile; nil when there are none.
    public func tile(_ index: TileIndex) -> CachedTile? {
        loader.cache.tile(TileKey(image: image.id, index: index))
    }

    /// How far the loading of a tile is.
    public func state(of index: TileIndex) -> TileState {
        loader.state(of: TileKey(image: image.id, index: index))
    }

    /// Makes all tiles be loaded anew that show a part of a rectangle, for all layers that show the image.
    ///
    /// Their old pixels stay until the new ones are there. What was begun before never becomes visible: it is dropped
    /// and begun again. A tile that is invalidated more often than it can be loaded keeps its old pixels meanwhile.
    ///
    /// - Parameter rect: in full-size pixels; default nil, the whole image.
    public func invalidate(_ rect: Rect? = nil) {
        loader.invalidate(image, in: rect)
    }
}
