public import LayerTree

/// What a tiled layer draws over its tiles to show their loading state.
public struct TileDebugOptions: Sendable {
    /// Whether each tile has a border in the color of its state.
    ///
    /// The default is `false`. Green is the right level, blue finer, yellow coarser, orange invalidated. A missing tile
    /// of the right level has a border too: gray while it is loading, red if it failed to load, white if the pyramid
    /// has no such tile.
    public var showsBorders = false

    /// Renders the label for the upper left corner of a tile from a text such as "12/7_3 loaded".
    ///
    /// It is called on the main thread in every frame for each tile in view, so it should cache its results. The
    /// default is nil: no labels.
    public var label: (@MainActor @Sendable (String) -> PixelBuffer?)?

    /// Creates options that draw nothing.
    public init() {}

    var isOn: Bool { showsBorders || label != nil }
}
