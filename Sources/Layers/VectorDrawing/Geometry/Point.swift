/// A point of the plane, in points; x increases to the right and y downward.
public struct Point: Hashable, Sendable {
    /// The x coordinate.
    public var x: Double
    /// The y coordinate.
    public var y: Double

    /// The origin.
    public static let zero = Point(x: 0, y: 0)

    /// Creates a point from its coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Returns the point moved by `offset`.
    public static func + (point: Point, offset: Point) -> Point {
        Point(x: point.x + offset.x, y: point.y + offset.y)
    }

    /// Returns the vector from `origin` to `point`.
    public static func - (point: Point, origin: Point) -> Point {
        Point(x: point.x - origin.x, y: point.y - origin.y)
    }
}
