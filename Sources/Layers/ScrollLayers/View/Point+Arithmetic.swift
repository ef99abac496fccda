internal import Glibc
internal import LayerTree

extension Point {
    /// The vector made longer.
    static func * (vector: Point, factor: Double) -> Point { Point(x: vector.x * factor, y: vector.y * factor) }

    /// The length of the vector.
    var length: Double { hypot(x, y) }

    /// Whether both coordinates are numbers that one can go on with: far larger ones are no places, and lose precision.
    var isValid: Bool { abs(x) <= 1e12 && abs(y) <= 1e12 }
}
