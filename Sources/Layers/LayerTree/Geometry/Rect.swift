/// A rectangle whose sides are parallel to the axes, in points.
///
/// It covers its left and upper edge and not its right and lower one, so neighbors that share an edge share no place.
public struct Rect: Hashable, Sendable {
    /// The upper left corner.
    public var origin: Point
    /// The extent; not negative.
    public var size: Size

    /// An empty rectangle at the origin.
    public static let zero = Rect(origin: .zero, size: .zero)

    /// The whole of something in unit coordinates: from 0 to 1 both ways.
    public static let unit = Rect(x: 0, y: 0, width: 1, height: 1)

    /// A rectangle from its corner and extent.
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// A rectangle from four numbers.
    public init(x: Double, y: Double, width: Double, height: Double) {
        origin = Point(x: x, y: y)
        size = Size(width: width, height: height)
    }

    /// The smallest rectangle that holds all of these places; an empty one at the origin if there are none.
    public init(enclosing points: some Sequence<Point>) {
        var bounds: (left: Double, top: Double, right: Double, bottom: Double)?
        for point in points {
            let old = bounds ?? (point.x, point.y, point.x, point.y)
            bounds = (
                min(old.left, point.x), min(old.top, point.y), max(old.right, point.x), max(old.bottom, point.y)
            )
        }
        guard let bounds else {
            self = .zero
            return
        }
        self.init(
            x: bounds.left, y: bounds.top, width: bounds.right - bounds.left, height: bounds.bottom - bounds.top)
    }
}

extension Rect {
    /// The left edge.
    public var minX: Double { origin.x }
    /// The upper edge.
    public var minY: Double { origin.y }
    /// The right edge, which is not covered any more.
    public var maxX: Double { origin.x + size.width }
    /// The lower edge, which is not covered any more.
    public var maxY: Double { origin.y + size.height }

    /// Whether it covers nothing.
    public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

    /// The four corners, clockwise from the upper left.
    public var corners: [Point] {
        [
            Point(x: minX, y: minY), Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY),
        ]
    }

    /// The place at unit coordinates of it: (0, 0) is the upper left corner, (1, 1) the lower right one.
    public func point(at unit: Point) -> Point {
        Point(x: minX + unit.x * size.width, y: minY + unit.y * size.height)
    }

    /// Whether it covers a place.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// What both cover; nil when they cover nothing in common.
    public func intersection(_ other: Rect) -> Rect? {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        let common = Rect(
            x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
        return common.isEmpty ? nil : common
    }

    /// The smallest rectangle that covers both.
    public func union(_ other: Rect) -> Rect { Rect(enclosing: corners + other.corners) }
}
