internal import TilePyramid
internal import VectorDrawing

/// The connection of a layer to its loader: the demand for the tiles of its image, and their states.
///
/// A tile of an image of many channels counts as cached when all channels that the layer shows are.
@MainActor
protocol LayerFeed {
    /// Replaces the demand.
    func setDemand(_ plan: TilePlan)

    /// Returns the loading state of a tile.
    func state(of index: TileIndex) -> TileState

    /// Whether a tile is cached, outdated or not.
    func isCached(_ index: TileIndex) -> Bool

    /// Whether a tile is cached and not outdated.
    func isFresh(_ index: TileIndex) -> Bool

    /// Returns the bytes that a tile takes in the cache.
    func cost(of index: TileIndex) -> Int

    /// Whether tiles of a level are cached.
    func hasTiles(ofLevel level: Int) -> Bool

    /// Reloads every tile that intersects a rectangle of full-size pixels; nil stands for the whole image.
    func invalidate(_ rect: Rect?)

    /// Reloads the cached tiles whose files have changed.
    func revalidate()
}

extension TileFeed: LayerFeed {
    func isCached(_ index: TileIndex) -> Bool { tile(index) != nil }

    func isFresh(_ index: TileIndex) -> Bool { tile(index)?.isOutdated == false }

    func cost(of index: TileIndex) -> Int { image.cost(of: index) }

    func hasTiles(ofLevel level: Int) -> Bool { loader.cache.tileCount(of: image, level: level) > 0 }
}
