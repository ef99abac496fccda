internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// A tile that the last frame has drawn; its pixels have the lifetime of that frame.
struct FormerTile {
    private weak var buffer: PixelBuffer?
    private let generation: Int
    private let isOutdated: Bool

    init(_ tile: CachedTile) {
        buffer = tile.buffer
        generation = tile.generation
        isOutdated = tile.isOutdated
    }

    /// The tile; nil if its pixels are gone.
    var tile: CachedTile? {
        buffer.map { CachedTile(buffer: $0, generation: generation, isOutdated: isOutdated) }
    }
}

/// The tiles of an image that the current frame can draw: cached and, in an accelerated window, uploaded tiles.
///
/// It uploads tiles as far as the budget of the frame allows, the most urgent first. The tiles of the last frame can be drawn
/// until the right tile is uploaded, even if they are no longer cached.
@MainActor
final class DrawableTiles {
    /// Whether a cached tile is not uploaded yet, so that another frame is due.
    private(set) var isWaiting = false
    /// Whether a tile has arrived since the frame began, so that another frame is due.
    private(set) var hasNewArrivals = false

    private let feed: any LayerFeed
    private let image: TiledImage
    private let cache: TileCache
    /// The presenter of the scene; nil if it can draw all tiles.
    private let uploader: (any ContentsUploader)?
    private let formerTiles: [TileIndex: FormerTile]
    /// The number of the last arrival that the frame draws.
    private let lastArrival: Int
    /// The tiles with adjusted colors; nil for the stored colors.
    private let colors: AdjustedTiles?
    /// The tiles of an image of many channels; nil for images of pixels.
    private let mixed: MixedTiles?
    private var required: Set<TileIndex> = []

    /// Prepares the tiles of an image.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - feed: the demand for its tiles.
    ///   - cache: the cache of its tiles.
    ///   - uploader: the presenter of the scene; nil if there is none.
    ///   - formerTiles: the tiles that the last frame has drawn.
    ///   - lastArrival: the number of the last arrival that the frame draws; the default is all.
    ///   - colors: adjusts the colors of tiles; nil for the stored colors.
    ///   - mixed: the tiles of an image of many channels; nil for images of pixels.
    init(
        of image: TiledImage, _ feed: any LayerFeed, in cache: TileCache, _ uploader: (any ContentsUploader)?,
        formerTiles: [TileIndex: FormerTile], lastArrival: Int = .max, colors: AdjustedTiles? = nil,
        mixed: MixedTiles? = nil
    ) {
        self.image = image
        self.cache = cache
        self.mixed = mixed
        self.colors = colors
        self.lastArrival = lastArrival
        self.feed = feed
        self.uploader = uploader
        self.formerTiles = formerTiles
    }

    /// Returns the cover of a region, which is blank only where no tile is cached.
    func cover(of region: ImageRegion, _ plan: TilePlan) -> TileCover {
        if let mixed {
            let wanted = plan.requests.lazy.filter { $0.reason == .view }.map(\.index)
            mixed.prepare(Array(mixed.indices.union(wanted)), lastArrival: lastArrival)
        } else {
            colors?.prepare(
                plan.requests.lazy.filter(\.reason.isVisible).compactMap { self.cachedTile($0.index)?.buffer })
        }
        if uploader != nil {
            for request in plan.requests where request.reason.isVisible {
                _ = tile(request.index)
            }
        }
        var cover = makeCover(of: region, plan)
        for level in image.pyramid.presentLevels where isWaiting && !cover.blanks.isEmpty {
            if require(level, in: cover.blanks) {
                cover = makeCover(of: region, plan)
            }
        }
        return cover
    }

    private func makeCover(of region: ImageRegion, _ plan: TilePlan) -> TileCover {
        let formerLevels = Set(formerTiles.keys.map(\.level)).union(mixed?.indices.map(\.level) ?? [])
        return TileCover(
            of: region, level: plan.sharpLevel, in: image.pyramid,
            isPopulated: { level in
                feed.hasTiles(ofLevel: level) || formerLevels.contains(level)
            }, lookUp: { self.tile($0) })
    }

    /// Returns a tile if the frame can draw it.
    private func tile(_ index: TileIndex) -> CachedTile? {
        let tile = storedTile(index)
        guard let uploader else { return tile }
        if let tile {
            guard !required.contains(index), !uploader.prepare(tile.buffer) else { return tile }
            isWaiting = true
        }
        guard isWaiting, var former = formerTiles[index]?.tile, uploader.prepare(former.buffer) else { return nil }
        former.isOutdated = former.isOutdated || tile != nil
        return former
    }

    /// Returns a cached tile in the adjusted colors; nil if it has arrived since the frame began.
    private func storedTile(_ index: TileIndex) -> CachedTile? {
        if let mixed {
            let tile = mixed.tile(index, lastArrival: lastArrival)
            hasNewArrivals = hasNewArrivals || mixed.hasNewArrivals
            return tile
        }
        guard var entry = cache.arrivedTile(TileKey(image: image.id, index: index)) else { return nil }
        guard entry.arrival <= lastArrival else {
            hasNewArrivals = true
            return nil
        }
        if let colors {
            entry.tile.buffer = colors.buffer(for: entry.tile.buffer)
        }
        return entry.tile
    }

    private func cachedTile(_ index: TileIndex) -> CachedTile? {
        cache.tile(TileKey(image: image.id, index: index))
    }

    /// Requires the frame to draw the cached tiles of a level in some areas, regardless of the upload budget; returns whether
    /// there are such tiles.
    private func require(_ level: Int, in areas: [Rect]) -> Bool {
        let count = required.count
        for area in areas {
            for index in image.pyramid.tiles(of: level, in: area).indices where !required.contains(index) {
                guard let tile = storedTile(index) else { continue }
                uploader?.require(tile.buffer)
                required.insert(index)
            }
        }
        return required.count > count
    }
}
