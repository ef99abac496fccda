internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The border of an image whose outline is antialiased: what lies at it is drawn a little beyond it.
///
/// Only the outer sides are moved. Sides that tiles share keep their line, so that seams stay exact.
struct ImageBorder {
    /// The image, in full-size pixels.
    private let image: Rect
    /// The distance by which quads extend beyond the border, in full-size pixels.
    private let margin: Double
    /// The outline in the layer's coordinates.
    let outline: Rect

    /// The distance by which quads extend beyond the border, in pixels of the screen.
    ///
    /// The outline's coverage ends half a pixel from it. The rest allows for views that are stretched.
    private static let screenMargin = 2.0

    /// Creates the border of an image that is shown at a scale, in pixels of the screen for each full-size pixel.
    init(of size: PixelSize, scale: Double, _ mapping: ImageMapping) {
        image = Rect(size)
        margin = Self.screenMargin / scale
        outline = mapping.frame(of: image)
    }

    /// Returns a rectangle, extended beyond each side of the image that it reaches; nil if it reaches none.
    func extended(_ rect: Rect) -> Rect? {
        let left = rect.minX <= image.minX ? margin : 0
        let top = rect.minY <= image.minY ? margin : 0
        let right = rect.maxX >= image.maxX ? margin : 0
        let bottom = rect.maxY >= image.maxY ? margin : 0
        guard left + top + right + bottom > 0 else { return nil }
        return Rect(
            x: rect.minX - left, y: rect.minY - top, width: rect.size.width + left + right,
            height: rect.size.height + top + bottom)
    }
}
