internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// Maps full-size pixels of an image to the coordinates of the layer whose bounds show the whole image.
struct ImageMapping {
    private let origin: Point
    private let scale: Point

    init(_ size: PixelSize, to bounds: Rect) {
        origin = bounds.origin
        scale = Point(x: bounds.size.width / Double(size.width), y: bounds.size.height / Double(size.height))
    }

    /// The mapping as a projection.
    var projection: Projection {
        Projection(rows: ([scale.x, 0, 0], [0, scale.y, 0], [origin.x, origin.y, 1]))
    }

    /// Returns a rectangle of the image in layer coordinates.
    ///
    /// Rectangles with a common edge keep it exactly.
    func frame(of rect: Rect) -> Rect {
        let left = origin.x + rect.minX * scale.x
        let top = origin.y + rect.minY * scale.y
        return Rect(
            x: left, y: top, width: origin.x + rect.maxX * scale.x - left, height: origin.y + rect.maxY * scale.y - top)
    }

    /// Returns a rectangle of the layer in full-size pixels.
    func rect(of frame: Rect) -> Rect {
        Rect(
            x: (frame.minX - origin.x) / scale.x, y: (frame.minY - origin.y) / scale.y,
            width: frame.size.width / scale.x, height: frame.size.height / scale.y)
    }
}
