internal import Glibc
internal import LayerTree
internal import TilePyramid
public import VectorDrawing

/// The style of a pin: a drop in a color, or an image.
public struct MapPinStyle: Hashable, Sendable {
    /// The color of the drop, which has a white edge and a white eye; red by default.
    public var color = MapPinStyle.red
    /// An image instead of the drop, stretched to ``size``; nil, the default, for the drop.
    public var image: PixelBuffer?
    /// The size in points; 26 × 36 by default.
    public var size = Size(width: 26, height: 36)
    /// The point of the drop or image that is at the pin's coordinate; by default the tip of the drop.
    ///
    /// It is in unit coordinates, from (0, 0) at the upper left to (1, 1) at the lower right.
    public var anchor = Point(x: 0.5, y: 35.0 / 36)

    /// The maximum side in points; larger sides are reduced to it.
    public static let sideLimit = 512.0

    /// Creates the style of a drop in a color.
    public init(color: Color = MapPinStyle.red) {
        self.color = color
    }

    /// Creates the style of an image.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - scale: the pixels of the image for each point.
    ///   - anchor: the point of the image that is at the coordinate, in unit coordinates; by default the middle.
    public init(image: PixelBuffer, scale: Double = 1, anchor: Point = Point(x: 0.5, y: 0.5)) {
        precondition(scale > 0, "the scale of an image is positive")
        self.image = image
        size = Size(width: Double(image.size.width) / scale, height: Double(image.size.height) / scale)
        self.anchor = anchor
    }

    /// The default color of pins.
    public static let red = Color(red: 0.86, green: 0.16, blue: 0.16)

    /// The size that is drawn.
    var shownSize: Size {
        func limited(_ side: Double) -> Double { side > 1 ? min(side, Self.sideLimit) : 1 }
        return Size(width: limited(size.width), height: limited(size.height))
    }

    /// The rectangle of a pin whose coordinate is at a point.
    func frame(at point: Point) -> Rect {
        let size = shownSize
        return Rect(
            x: point.x - anchor.x * size.width, y: point.y - anchor.y * size.height, width: size.width,
            height: size.height)
    }

    /// The image, or the drop drawn for a scale in pixels per point.
    func pixels(scale: Double) -> PixelBuffer {
        if let image { return image }
        let size = shownSize
        let pixels = PixelSize(
            width: max(1, Int((size.width * scale).rounded(.up))),
            height: max(1, Int((size.height * scale).rounded(.up))))
        return PixelBuffer.drawn(size: pixels, scale: scale) { context in
            let edge = 2.0
            let shade = 1.0
            let drop = Self.drop(
                in: Rect(
                    x: edge / 2 + shade, y: edge / 2 + shade, width: size.width - edge - 2 * shade,
                    height: size.height - edge - 2 * shade))
            // A dark rim keeps the white edge visible on snow.
            context.strokeColor = Color(red: 0, green: 0, blue: 0, alpha: 0.35)
            context.strokeStyle.width = edge + 2 * shade
            context.strokeStyle.join = .round
            context.stroke(drop)
            context.fillColor = color
            context.fill(drop)
            context.strokeColor = .white
            context.strokeStyle.width = edge
            context.stroke(drop)
            let eye = size.width * 0.27
            context.fillColor = .white
            context.fill(
                Path(
                    ellipseIn: Rect(
                        x: (size.width - eye) / 2, y: size.width / 2 - eye / 2, width: eye, height: eye)))
        }
    }

    /// A circle at the top with sides that meet in a tip at the bottom.
    private static func drop(in rect: Rect) -> Path {
        let radius = rect.size.width / 2
        let middle = Point(x: rect.minX + radius, y: rect.minY + radius)
        let depth = max(rect.maxY - middle.y, radius * 1.01)
        // The tangents from the tip touch the circle here, as angles from straight down.
        let angle = acos(radius / depth)
        func onCircle(_ angle: Double) -> Point {
            Point(x: middle.x + radius * sin(angle), y: middle.y + radius * cos(angle))
        }
        var path = Path()
        path.move(to: Point(x: middle.x, y: middle.y + depth))
        let steps = 48
        for step in 0...steps {
            path.addLine(to: onCircle(angle + (2 * .pi - 2 * angle) * Double(step) / Double(steps)))
        }
        path.close()
        return path
    }
}
