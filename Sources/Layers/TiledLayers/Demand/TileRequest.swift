public import TilePyramid

/// A tile that a view asks for, and why.
public struct TileRequest: Hashable, Sendable {
    /// The tile.
    public var index: TileIndex
    /// What it is good for.
    public var reason: TileReason

    /// A wish for a tile.
    public init(_ index: TileIndex, _ reason: TileReason) {
        self.index = index
        self.reason = reason
    }
}

/// What a tile is good for, from the most urgent on.
public enum TileReason: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// It is of the coarsest level in use: whatever else is missing, there is a picture.
    case base
    /// It is seen, of a level much coarser than the right one: a few such tiles cover the view quickly.
    case fallback
    /// It is seen, of the right level.
    case view
    /// It will be seen soon if the view goes on as it moves now.
    case lookAhead
    /// It lies beside the view.
    case ring
    /// It is seen as soon as the view is zoomed in or out.
    case adjacentLevel

    /// Whether it is on the screen now.
    public var isVisible: Bool { self <= .view }

    /// Whether one is more urgent.
    public static func < (left: TileReason, right: TileReason) -> Bool { left.rawValue < right.rawValue }
}
