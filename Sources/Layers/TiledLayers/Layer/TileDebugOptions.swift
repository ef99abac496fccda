public import LayerTree

/// What a tiled layer draws over its tiles to show how they are loaded.
public struct TileDebugOptions: Sendable {
    /// Whether each tile that is drawn has a border, in the color of what it is; default false.
    ///
    /// Green: the right level. Blue: finer. Yellow: coarser. Orange: invalidated. A tile of the right level that is
    /// missing has a border of its own: gray while it is awaited, red when it could not be loaded, white when the
    /// pyramid has no such tile.
    public var showsBorders = false

    /// Makes the picture of a text for the upper left corner of each tile, such as "12/7_3 loaded 0.4 s"; default nil,
    /// no texts.
    ///
    /// Called on the main thread for each tile in view, in each frame; it should remember what it has made.
    public var label: (@MainActor @Sendable (String) -> PixelBuffer?)?

    /// Nothing is drawn over the tiles.
    public init() {}

    var isOn: Bool { showsBorders || label != nil }
}
