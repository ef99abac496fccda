internal import TiledLayers

/// An image that is shown beside the tiles, such as a thumbnail, and is converted to the colors of the display as they are.
@MainActor
protocol DisplayedImage: AnyObject {
    /// The colors of the display; nil for those of sRGB.
    var displayColors: DisplayColors? { get set }
}
