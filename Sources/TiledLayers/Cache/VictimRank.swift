internal import Glibc
internal import LayerTree

/// How much a tile that may be given up is worth; the smallest goes last.
enum VictimRank: Comparable {
    /// It is wanted for later.
    case wanted(TilePriority)
    /// Nobody asks for it any more, but it may be shown where better ones are missing.
    case seen(distance: Double, lastWanted: Int)
    /// It is not shown.
    case unseen(distance: Double, lastWanted: Int)

    /// Whether one is worth more than the other.
    static func < (left: VictimRank, right: VictimRank) -> Bool {
        switch (left, right) {
        case (.wanted(let left), .wanted(let right)): left < right
        case (.seen(let near, let late), .seen(let far, let early)),
            (.unseen(let near, let late), .unseen(let far, let early)):
            // Of equally far ones, the one that was wanted later is worth more.
            near != far ? near < far : late > early
        default: left.kind < right.kind
        }
    }

    private var kind: Int {
        switch self {
        case .wanted: 0
        case .seen: 1
        case .unseen: 2
        }
    }
}

extension TileFocus {
    /// How far a tile is from what is looked at: in viewports from middle to middle, and an octave of detail more or
    /// less counts as much as a viewport.
    func distance(of place: Rect, downsample: Double) -> Double {
        let way = place.point(at: Point(x: 0.5, y: 0.5)) - middle
        let viewport = max(bounds.size.width, bounds.size.height)
        return (way.x * way.x + way.y * way.y).squareRoot() / viewport + abs(log2(downsample / self.downsample))
    }
}
