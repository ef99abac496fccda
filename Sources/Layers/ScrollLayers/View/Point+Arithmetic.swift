internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Point {
    /// The vector scaled by a factor.
    static func * (vector: Point, factor: Double) -> Point { Point(x: vector.x * factor, y: vector.y * factor) }

    /// The length of the vector.
    var length: Double { hypot(x, y) }

    /// Whether both coordinates are numbers small enough to compute with; far larger ones lose precision.
    var isValid: Bool { abs(x) <= 1e12 && abs(y) <= 1e12 }
}
