internal import LayerTree

extension ViewerFeature {
    /// The grid between magnified pixels.
    public static let pixelGrid = ViewerFeature("pixel-grid", "pixel grid when zoomed in", title: "Pixel grid")
    /// Smooth interpolation between magnified pixels, instead of squares.
    public static let smoothing = ViewerFeature(
        "smoothing", "smooth or square pixels when zoomed in", title: "Smooth pixels")
    /// The borders of tiles, with a label on each tile.
    public static let tileBorders = ViewerFeature("tile-borders", "tile borders", title: "Tile borders")
}

extension ImagePart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("g", keys: .key("g", .toggle(.pixelGrid))),
        ViewerKeyBindings.Row("n", keys: .key("n", .toggle(.smoothing))),
        ViewerKeyBindings.Row("b", keys: .key("b", .toggle(.tileBorders))),
    ]
}
