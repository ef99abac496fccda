internal import LayerTree
internal import TilePyramid

/// From full-size pixels of an image to the coordinates of the layer that shows it from edge to edge.
struct ImageMapping {
    private let origin: Point
    private let scale: Point

    init(_ size: PixelSize, to bounds: Rect) {
        origin = bounds.origin
        scale = Point(x: bounds.size.width / Double(size.width), y: bounds.size.height / Double(size.height))
    }

    /// The way as a projection.
    var projection: Projection {
        Projection(rows: ([scale.x, 0, 0], [0, scale.y, 0], [origin.x, origin.y, 1]))
    }

    /// A rectangle of the image in the layer; rectangles that share an edge go on doing so.
    func frame(of rect: Rect) -> Rect {
        let (left, top) = (origin.x + rect.minX * scale.x, origin.y + rect.minY * scale.y)
        return Rect(
            x: left, y: top, width: origin.x + rect.maxX * scale.x - left, height: origin.y + rect.maxY * scale.y - top)
    }

    /// A rectangle of the layer in the image.
    func rect(of frame: Rect) -> Rect {
        Rect(
            x: (frame.minX - origin.x) / scale.x, y: (frame.minY - origin.y) / scale.y,
            width: frame.size.width / scale.x, height: frame.size.height / scale.y)
    }
}
