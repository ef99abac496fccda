/// A place in a layer's coordinates, in points; x grows to the right and y downwards.
public struct Point: Hashable, Sendable {
    /// How far to the right.
    public var x: Double
    /// How far down.
    public var y: Double

    /// The origin.
    public static let zero = Point(x: 0, y: 0)

    /// A place from its coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

extension Point {
    /// The place that lies `offset` away from `point`.
    public static func + (point: Point, offset: Point) -> Point {
        Point(x: point.x + offset.x, y: point.y + offset.y)
    }

    /// The way from `origin` to `point`.
    public static func - (point: Point, origin: Point) -> Point {
        Point(x: point.x - origin.x, y: point.y - origin.y)
    }
}
