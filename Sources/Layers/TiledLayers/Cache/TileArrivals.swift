internal import Concurrency
internal import LayerTree

/// The frame of a scene that is being made.
struct SceneFrame: Hashable, Sendable {
    private let scene: ObjectIdentifier
    private let number: Int

    /// The frame that a scene is making; nil between frames.
    @MainActor init?(_ scene: LayerScene?) {
        guard let scene, let number = scene.frameNumber else { return nil }
        self.scene = ObjectIdentifier(scene)
        self.number = number
    }
}

/// The arrivals that a frame takes over.
///
/// Workers deliver tiles while a frame is being made. The tiles that a frame draws are those that had arrived when its first
/// tiled layer began, for all layers with the same loader; later arrivals belong to the next frame. So no tile appears
/// earlier or later, with a fade or without, because a worker was a little faster or slower within a frame.
extension TileCache {
    /// Returns the number of tiles that had arrived when a frame asked for the first time; those up to now outside of frames.
    func arrivals(before frame: SceneFrame?) -> Int { state.withLock { $0.arrivals(before: frame) } }

    /// Returns a tile's pixels, and the number of its arrival; nil if the tile is not cached.
    func arrivedTile(_ key: TileKey) -> (tile: CachedTile, arrival: Int)? {
        state.withLock { state in state.entries[key].map { ($0.tile, $0.arrival) } }
    }
}
