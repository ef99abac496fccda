/// An overlay or a display option that the user can turn on and off.
public enum ViewerFeature: String, Hashable, Sendable, CaseIterable {
    /// The overview map: a thumbnail of the whole image with an outline of the visible region.
    case overviewMap = "map"
    /// The scale bar.
    case scaleBar = "scale-bar"
    /// The status line: zoom, the position and color under the pointer, and loading.
    case statusLine = "info"
    /// The HUD with statistics on frames, tiles and memory.
    case hud = "statistics"
    /// The grid between magnified pixels.
    case pixelGrid = "pixel-grid"
    /// Smooth interpolation between magnified pixels, instead of squares.
    case smoothing
    /// The borders of tiles, with a label on each tile.
    case tileBorders = "tile-borders"
    /// The help sheet with all keys.
    case help
}
