internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The demand of a view in one frame: the level to show, and the tiles to request, the most urgent first.
public struct TilePlan: Hashable, Sendable {
    /// The level that is requested for the visible part of the image.
    public var level: Int
    /// The level at which the view is fully sharp.
    ///
    /// It is finer than ``level`` only during resolution swapping.
    public var sharpLevel: Int
    /// The tiles, ordered by reason and within a reason by urgency; each tile once.
    public var requests: [TileRequest]
    /// Whether tiles in view are not among the requests, because there are more than
    /// ``TilePlanner/requestLimit`` for each round; the default is `false`.
    public var isTruncated = false
    /// Whether the view moves; the default is `false`.
    var isMoving = false
    /// The focus of the view; nil when no part of the image is visible.
    var focus: TileFocus?

    /// Creates a plan without a ``TilePlanner``.
    public init(level: Int, sharpLevel: Int, requests: [TileRequest]) {
        self.level = level
        self.sharpLevel = sharpLevel
        self.requests = requests
    }

    /// Whether a coarser level is requested because the view moves (resolution swapping).
    public var isSwapped: Bool { level != sharpLevel }
}

/// The focus of a view: the visible region and the requested level.
///
/// The cache evicts the tiles farthest from it first.
struct TileFocus: Hashable, Sendable {
    /// The center of the visible region, in full-size pixels.
    var middle: Point
    /// The bounds of the visible region, in full-size pixels.
    var bounds: Rect
    /// The requested level.
    var level: Int
    /// Full-size pixels per pixel of that level.
    var downsample: Double
}
