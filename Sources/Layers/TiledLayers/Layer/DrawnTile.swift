internal import LayerTree
public import TilePyramid
public import VectorDrawing

/// A tile or a part of a tile that a layer drew.
public struct DrawnTile: Hashable, Sendable {
    /// The tile's address.
    public var index: TileIndex
    /// The part drawn, in full-size pixels of the image.
    ///
    /// The rectangles of one frame do not overlap.
    public var imageRect: Rect
    /// The opacity from 0 to 1; less than 1 while the tile fades in.
    public var opacity: Double
    /// Whether the tile has been invalidated and its new pixels have not arrived.
    public var isOutdated: Bool
}

/// A tile of the sharp level in view.
public struct VisibleTile: Hashable, Sendable {
    /// The tile's address.
    public var index: TileIndex
    /// The loading state of the tile.
    public var state: TileState
    /// Whether the tile's newest pixels are drawn.
    public var isFresh: Bool
}

/// A record of one frame of a tiled layer: the tiles that it drew and requested.
public struct TiledLayerFrame: Sendable {
    /// The layer's local time of the frame, in seconds.
    public var time: Double
    /// The viewport, with the measured velocity.
    public var viewport: Viewport
    /// The demand of the frame.
    public var plan: TilePlan
    /// The tiles that were drawn.
    public var drawnTiles: [DrawnTile]
    /// The areas where nothing was drawn, in full-size pixels.
    ///
    /// They may extend beyond the view.
    public var blanks: [Rect]
    /// Whether a tile that was drawn has transparent pixels.
    public var drawsTransparency: Bool
    /// The tiles of the sharp level that were in view, and whether their newest pixels were drawn.
    var tiles: [(index: TileIndex, isFresh: Bool)]
}
