package import TilePyramid

/// An axis-aligned rectangle, in points.
///
/// It includes its left and top edges and excludes its right and bottom edges, so adjacent rectangles share no point.
public struct Rect: Hashable, Sendable {
    /// The upper left corner.
    public var origin: Point
    /// The width and height; not negative.
    public var size: Size

    /// An empty rectangle at the origin.
    public static let zero = Rect(origin: .zero, size: .zero)

    /// The unit square: from 0 to 1 on both axes.
    public static let unit = Rect(x: 0, y: 0, width: 1, height: 1)

    /// Creates a rectangle from its origin and size.
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Creates a rectangle from its coordinates.
    public init(x: Double, y: Double, width: Double, height: Double) {
        origin = Point(x: x, y: y)
        size = Size(width: width, height: height)
    }

    /// Creates the rectangle of some pixels, for a scale of 1.
    package init(_ pixels: PixelRect) {
        self.init(
            x: Double(pixels.x), y: Double(pixels.y), width: Double(pixels.size.width),
            height: Double(pixels.size.height))
    }

    /// Creates the bounding box of points; an empty rectangle at the origin if there are none.
    public init(enclosing points: some Sequence<Point>) {
        var bounds: (left: Double, top: Double, right: Double, bottom: Double)?
        for point in points {
            let old = bounds ?? (point.x, point.y, point.x, point.y)
            bounds = (min(old.left, point.x), min(old.top, point.y), max(old.right, point.x), max(old.bottom, point.y))
        }
        guard let bounds else {
            self = .zero
            return
        }
        self.init(
            x: bounds.left, y: bounds.top, width: bounds.right - bounds.left, height: bounds.bottom - bounds.top)
    }

    /// The left edge.
    public var minX: Double { origin.x }
    /// The top edge.
    public var minY: Double { origin.y }
    /// The right edge, which is excluded.
    public var maxX: Double { origin.x + size.width }
    /// The bottom edge, which is excluded.
    public var maxY: Double { origin.y + size.height }

    /// Whether the rectangle has no area.
    public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

    /// The four corners, clockwise from the upper left.
    public var corners: [Point] {
        [Point(x: minX, y: minY), Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY)]
    }

    /// The point at unit coordinates: (0, 0) is the upper left corner, (1, 1) the lower right one.
    public func point(at unit: Point) -> Point {
        Point(x: minX + unit.x * size.width, y: minY + unit.y * size.height)
    }

    /// Whether a point is inside.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// The intersection; nil if it is empty.
    public func intersection(_ other: Rect) -> Rect? {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        let common = Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
        return common.isEmpty ? nil : common
    }

    /// The bounding box of both.
    public func union(_ other: Rect) -> Rect { Rect(enclosing: corners + other.corners) }
}

/// A width and a height, in points.
public struct Size: Hashable, Sendable {
    /// The extent along x.
    public var width: Double
    /// The extent along y.
    public var height: Double

    /// No extent.
    public static let zero = Size(width: 0, height: 0)

    /// Creates a size from its width and height.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
