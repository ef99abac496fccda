internal import LayerTree
internal import Concurrency
internal import TilePyramid

/// The decoded tiles of all layers that share a ``TileLoader``, within a limit of bytes that always holds.
///
/// What the views want decides what stays. Tiles that are seen at the level asked for, the cover below them and the base
/// are never given up. When there is no room for all that is wanted, even so, the list of wishes is cut: tiles far from
/// the point of interest are then not loaded, and coarser ones are seen there. All others go in this order:
///
/// 1. tiles outside of every view, or hidden by better ones: the farthest first, in space and in level; of equally far
///    ones the one that was not wanted for longer;
/// 2. tiles in view of levels that are no longer asked for, which may still be shown where better ones are missing;
/// 3. tiles that are wanted but not seen, the least urgent first, and only for more urgent ones.
///
/// One exception: when there is no other way to load the new pixels of an invalidated tile, its old ones go first.
///
/// Everything may be called from any thread.
public final class TileCache: Sendable {
    private let state: Locked<CacheState>
    private let onEviction: @Sendable (TileKey) -> Void

    /// An empty cache.
    ///
    /// - Parameters:
    ///   - costLimit: the most bytes.
    ///   - onEviction: called for each tile that is given up, with the lock held.
    init(costLimit: Int, onEviction: @escaping @Sendable (TileKey) -> Void = { _ in }) {
        state = Locked(CacheState(costLimit: costLimit))
        self.onEviction = onEviction
    }

    /// What it holds and has done.
    public var statistics: TileCacheStatistics { state.withLock { $0.statistics } }

    /// The pixels of a tile; nil when it has none.
    public func tile(_ key: TileKey) -> CachedTile? { state.withLock { $0.tile(key) } }

    /// How many tiles of a level of an image it holds.
    public func tileCount(of image: TiledImage, level: Int) -> Int {
        state.withLock { $0.tileCount(of: image.id, level: level) }
    }

    /// Gives up everything that is neither seen nor of the base level.
    ///
    /// Tiles that views want for later are not loaded again before something moves.
    public func handleMemoryWarning() {
        change { $0.evictUnseen() }
    }

    private func change(_ body: (inout CacheState) -> [TileKey]) {
        state.withLock { body(&$0).forEach(onEviction) }
    }
}

// MARK: For the loader, which calls these with its own lock held.

extension TileCache {
    /// Changes the limit: for tiles that are being decoded when they are done, for all others at once.
    func setCostLimit(_ limit: Int) {
        precondition(limit >= 0, "a cache holds no less than nothing")
        change { state in
            state.statistics.costLimit = limit
            return state.trim()
        }
    }

    /// Takes note of what is wanted, as far as there is room for it together.
    ///
    /// - Parameters:
    ///   - requests: the wishes of all views, the most urgent first, each tile once.
    ///   - foci: what the views look at.
    /// - Returns: what of it has to be loaded, as it is not there or outdated, and whether there is no room for some.
    func pin(
        _ requests: [RankedRequest], foci: [(image: TiledImage, focus: TileFocus)]
    ) -> (missing: [RankedRequest], isTruncated: Bool) {
        state.withLock { $0.pin(requests, foci: foci) }
    }

    /// Keeps room for a tile that is about to be decoded; false when there is none for the time being.
    func reserve(_ cost: Int, for key: TileKey, priority: TilePriority) -> Bool {
        state.withLock { state in
            guard let evicted = state.reserve(cost, for: key, priority: priority) else { return false }
            evicted.forEach(onEviction)
            return true
        }
    }

    /// Gives back the room that was kept for a tile.
    func cancelReservation(for key: TileKey) {
        state.withLock { $0.cancelReservation(for: key) }
    }

    /// Puts a tile into the room that was kept for it, in place of its outdated pixels.
    func insert(_ buffer: PixelBuffer, for key: TileKey, of image: TiledImage, generation: Int) {
        change { state in
            state.insert(buffer, for: key, of: image, generation: generation)
            return state.trim()
        }
    }

    /// Marks the tiles of an image that show a part of a rectangle as outdated.
    func invalidate(_ image: TiledImage, in rect: Rect?) {
        state.withLock { $0.invalidate(image, in: rect) }
    }
}
