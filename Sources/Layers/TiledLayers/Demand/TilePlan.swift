internal import LayerTree
internal import TilePyramid

/// What a view asks for at a moment: a level, and all tiles worth having, the most wanted first.
public struct TilePlan: Hashable, Sendable {
    /// The level that is asked for where the image is seen.
    public var level: Int
    /// The level that the view is fully sharp in; finer than ``level`` only while resolutions are swapped.
    public var sharpLevel: Int
    /// The tiles, ordered by reason and, for each reason, by how soon they are wanted; each tile once.
    public var requests: [TileRequest]
    /// What is looked at; nil when nothing is seen.
    var focus: TileFocus?

    /// A plan of an app's own.
    ///
    /// - Parameters:
    ///   - level: the level that is asked for where the image is seen.
    ///   - sharpLevel: the level that the view is fully sharp in.
    ///   - requests: the tiles, ordered by reason and then by how soon they are wanted; each tile once.
    public init(level: Int, sharpLevel: Int, requests: [TileRequest]) {
        self.level = level
        self.sharpLevel = sharpLevel
        self.requests = requests
    }

    /// Whether coarser tiles are asked for because the view moves.
    public var isSwapped: Bool { level != sharpLevel }
}

/// What a view looks at: tiles far from it are the first that the cache gives up.
struct TileFocus: Hashable, Sendable {
    /// The middle of what is seen, in full-size pixels.
    var middle: Point
    /// What is seen, in full-size pixels.
    var bounds: Rect
    /// The level that is asked for.
    var level: Int
    /// Full-size pixels for each pixel of that level.
    var downsample: Double
}
