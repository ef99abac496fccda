public import LayerTree
public import TilePyramid

/// A tile, or a part of one, that a layer has drawn.
public struct DrawnTile: Hashable, Sendable {
    /// The tile.
    public var index: TileIndex
    /// Where, in full-size pixels of the image; the places of one frame do not overlap.
    public var imageRect: Rect
    /// From 0 to 1: how far it has been faded in.
    public var opacity: Double
    /// Whether it has been invalidated, and its new pixels are still to come.
    public var isOutdated: Bool
}

/// A tile of the right level that is in view.
public struct VisibleTile: Hashable, Sendable {
    /// The tile.
    public var index: TileIndex
    /// How far it has been loaded.
    public var state: TileState
    /// Whether its newest pixels are drawn.
    public var isFresh: Bool
}

/// What a tiled layer has shown in a frame, and what it asked for then.
public struct TiledLayerFrame: Sendable {
    /// When, in the layer's own time.
    public var time: Double
    /// How the image was seen, motion included.
    public var viewport: Viewport
    /// What was asked for.
    public var plan: TilePlan
    /// What was drawn, in full-size pixels.
    public var drawnTiles: [DrawnTile]
    /// Where nothing was drawn, in full-size pixels; it may reach beyond what is in view.
    public var blanks: [Rect]
    /// The tiles of the right level that were in view, and whether their newest pixels were drawn.
    var tiles: [(index: TileIndex, isFresh: Bool)]
}
