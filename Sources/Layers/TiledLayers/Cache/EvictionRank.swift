internal import Glibc
internal import LayerTree
internal import VectorDrawing

/// The eviction order of a tile that may be evicted: the greatest rank is evicted first.
///
/// At equal distance, the tile that was requested more recently stays.
enum EvictionRank: Comparable {
    /// The tile is in demand for later.
    case requested(TilePriority)
    /// The tile is no longer in demand, but is drawn in place of missing better tiles.
    case fallback(distance: Double, age: Int)
    /// The tile is not drawn.
    case unseen(distance: Double, age: Int)
}

extension TileFocus {
    /// The distance of a tile from the center of the view, in viewports.
    ///
    /// One octave of detail counts as one viewport.
    func distance(of imageRect: Rect, downsample: Double) -> Double {
        let delta = imageRect.middle - middle
        let viewport = max(bounds.size.width, bounds.size.height)
        return (delta.x * delta.x + delta.y * delta.y).squareRoot() / viewport + abs(log2(downsample / self.downsample))
    }
}
