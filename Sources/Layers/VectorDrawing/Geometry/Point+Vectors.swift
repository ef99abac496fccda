extension Point {
    /// The vector multiplied by a factor.
    func scaled(by factor: Double) -> Point { Point(x: x * factor, y: y * factor) }

    /// The point at a fraction of the way to another one.
    func mixed(with other: Point, _ fraction: Double) -> Point {
        Point(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
    }

    /// The vector rotated by 90°, clockwise on the screen.
    var turnedRight: Point { Point(x: -y, y: x) }

    /// The length of the vector.
    var length: Double { (x * x + y * y).squareRoot() }

    /// The dot product of two vectors.
    func dot(_ other: Point) -> Double { x * other.x + y * other.y }

    /// The cross product of two vectors: greater than 0 if `other` lies clockwise on the screen.
    func cross(_ other: Point) -> Double { x * other.y - y * other.x }

    /// Whether both coordinates are finite.
    var isFinite: Bool { x.isFinite && y.isFinite }
}
