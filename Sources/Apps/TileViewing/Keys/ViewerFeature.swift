/// Something on the screen that can be shown and hidden, or a way of showing the picture that can be changed.
public enum ViewerFeature: String, Hashable, Sendable, CaseIterable {
    /// The small picture of the whole image, with a frame around what is seen.
    case map
    /// The bar that tells how long things are.
    case scaleBar = "scale-bar"
    /// The line with the zoom, the place and the color under the pointer, and what is being loaded.
    case statusLine = "info"
    /// The figures of frames, tiles and memory.
    case statistics
    /// The lines between pixels that are shown much larger than they are.
    case pixelGrid = "pixel-grid"
    /// Smooth transitions between pixels that are shown larger than they are, instead of squares.
    case smoothing
    /// The borders of tiles, and what is known of each.
    case tileBorders = "tile-borders"
    /// The sheet with all keys.
    case help
}
