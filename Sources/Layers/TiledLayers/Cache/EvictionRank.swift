internal import Glibc
internal import LayerTree

/// The eviction order of a tile that may be evicted: the greatest rank is evicted first.
enum EvictionRank: Comparable {
    /// The tile is in demand for later.
    case requested(TilePriority)
    /// The tile is no longer in demand, but is drawn where better tiles are missing.
    case fallback(distance: Double, lastRequested: Int)
    /// The tile is not drawn.
    case unseen(distance: Double, lastRequested: Int)

    /// Whether `left` is evicted later than `right`.
    static func < (left: EvictionRank, right: EvictionRank) -> Bool {
        switch (left, right) {
        case (.requested(let left), .requested(let right)): left < right
        case (.fallback(let near, let late), .fallback(let far, let early)),
            (.unseen(let near, let late), .unseen(let far, let early)):
            // At equal distance, the tile that was requested more recently stays.
            near != far ? near < far : late > early
        default: left.kind < right.kind
        }
    }

    private var kind: Int {
        switch self {
        case .requested: 0
        case .fallback: 1
        case .unseen: 2
        }
    }
}

extension TileFocus {
    /// The distance of a tile from the center of the view, in viewports.
    ///
    /// One octave of detail counts as one viewport.
    func distance(of imageRect: Rect, downsample: Double) -> Double {
        let delta = imageRect.point(at: Point(x: 0.5, y: 0.5)) - middle
        let viewport = max(bounds.size.width, bounds.size.height)
        return (delta.x * delta.x + delta.y * delta.y).squareRoot() / viewport + abs(log2(downsample / self.downsample))
    }
}
