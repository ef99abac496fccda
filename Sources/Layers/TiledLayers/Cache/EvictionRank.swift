internal import Glibc
internal import LayerTree

/// How much a tile that may be given up is worth; the smallest goes last.
enum EvictionRank: Comparable {
    /// It is wanted for later.
    case requested(TilePriority)
    /// Nobody asks for it any more, but it may be shown where better ones are missing.
    case fallback(distance: Double, lastRequested: Int)
    /// It is not shown.
    case unseen(distance: Double, lastRequested: Int)

    /// Whether one is worth more than the other.
    static func < (left: EvictionRank, right: EvictionRank) -> Bool {
        switch (left, right) {
        case (.requested(let left), .requested(let right)): left < right
        case (.fallback(let near, let late), .fallback(let far, let early)),
            (.unseen(let near, let late), .unseen(let far, let early)):
            // Of equally far ones, the one that was wanted later is worth more.
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
    /// How far a tile is from what is looked at: in viewports from middle to middle, and an octave of detail more or
    /// less counts as much as a viewport.
    func distance(of imageRect: Rect, downsample: Double) -> Double {
        let way = imageRect.point(at: Point(x: 0.5, y: 0.5)) - middle
        let viewport = max(bounds.size.width, bounds.size.height)
        return (way.x * way.x + way.y * way.y).squareRoot() / viewport + abs(log2(downsample / self.downsample))
    }
}
