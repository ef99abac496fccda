public import TilePyramid

/// A request of a view for a tile, with its reason.
public struct TileRequest: Hashable, Sendable {
    /// The tile's address.
    public var index: TileIndex
    /// The purpose of the tile.
    public var reason: TileReason

    /// Creates a request for a tile.
    public init(_ index: TileIndex, _ reason: TileReason) {
        self.index = index
        self.reason = reason
    }
}

/// The purpose of a requested tile, from the most to the least urgent.
public enum TileReason: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// The tile is of the base level, which can be drawn if all other tiles are missing.
    case base
    /// The tile is visible and of a much coarser level than the right one: a few such tiles cover the view quickly.
    case fallback
    /// The tile is visible and of the requested level.
    case view
    /// The tile becomes visible soon if the view keeps its velocity.
    case lookAhead
    /// The tile lies just outside the view.
    case ring
    /// The tile becomes visible when the view is zoomed in or out.
    case adjacentLevel
    /// The tile becomes visible when the section or the time of an image of many channels changes.
    case adjacentPlane

    /// Whether the tile covers a part of the current view.
    public var isVisible: Bool { self <= .view }

    /// Whether `left` is more urgent than `right`.
    public static func < (left: TileReason, right: TileReason) -> Bool { left.rawValue < right.rawValue }
}
