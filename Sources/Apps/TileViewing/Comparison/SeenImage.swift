internal import LayerTree
internal import VectorDrawing

/// The image that is seen at a point of the window, and its place over the first image.
struct SeenImage {
    /// The document of the image.
    let document: Document
    /// The transform from the image's full-size pixels to those of the first image.
    var transform = AffineTransform.identity
    /// The letter of the image among those that are compared, A for the first one; nil for a single image.
    var letter: String?

    /// The letters of images that are compared, in their order.
    static let letters = "ABCDEFGHI".map { String($0) }

    /// The image's point at a point of the first image; nil if there is none.
    func imagePoint(at point: Point) -> Point? {
        transform == .identity ? point : transform.inverse?.apply(to: point)
    }
}
