/// A value that can change gradually.
public protocol Animatable: Hashable, Sendable {
    /// The value at a part of the way to another one: 0 is this one, 1 the other; may lie outside for overshooting.
    func interpolated(with other: Self, at fraction: Double) -> Self

    /// The sum, for animations that say by how much a value changes.
    func adding(_ other: Self) -> Self

    /// The difference: what has to be added to `other` to get this one.
    func subtracting(_ other: Self) -> Self
}

extension Double: Animatable {
    /// The number at a part of the way to another one.
    public func interpolated(with other: Double, at fraction: Double) -> Double { self + (other - self) * fraction }
    /// The sum.
    public func adding(_ other: Double) -> Double { self + other }
    /// The difference.
    public func subtracting(_ other: Double) -> Double { self - other }
}

extension Point: Animatable {
    /// The place at a part of the straight way to another one.
    public func interpolated(with other: Point, at fraction: Double) -> Point {
        Point(x: x.interpolated(with: other.x, at: fraction), y: y.interpolated(with: other.y, at: fraction))
    }
    /// The place moved by another one's coordinates.
    public func adding(_ other: Point) -> Point { self + other }
    /// The way from another place to this one.
    public func subtracting(_ other: Point) -> Point { self - other }
}

extension Size: Animatable {
    /// The size at a part of the way to another one, each side by itself.
    public func interpolated(with other: Size, at fraction: Double) -> Size {
        Size(
            width: width.interpolated(with: other.width, at: fraction),
            height: height.interpolated(with: other.height, at: fraction))
    }
    /// The sums of the sides.
    public func adding(_ other: Size) -> Size {
        Size(width: width + other.width, height: height + other.height)
    }
    /// The differences of the sides.
    public func subtracting(_ other: Size) -> Size {
        Size(width: width - other.width, height: height - other.height)
    }
}

extension Rect: Animatable {
    /// The rectangle at a part of the way to another one, corner and size by themselves.
    public func interpolated(with other: Rect, at fraction: Double) -> Rect {
        Rect(
            origin: origin.interpolated(with: other.origin, at: fraction),
            size: size.interpolated(with: other.size, at: fraction))
    }
    /// The sums of corners and sizes.
    public func adding(_ other: Rect) -> Rect {
        Rect(origin: origin + other.origin, size: size.adding(other.size))
    }
    /// The differences of corners and sizes.
    public func subtracting(_ other: Rect) -> Rect {
        Rect(origin: origin - other.origin, size: size.subtracting(other.size))
    }
}

extension Color: Animatable {
    /// The color at a part of the way to another one, each component by itself.
    public func interpolated(with other: Color, at fraction: Double) -> Color {
        map(other) { $0.interpolated(with: $1, at: fraction) }
    }
    /// The sums of the components.
    public func adding(_ other: Color) -> Color { map(other, +) }
    /// The differences of the components.
    public func subtracting(_ other: Color) -> Color { map(other, -) }

    private func map(_ other: Color, _ operation: (Double, Double) -> Double) -> Color {
        Color(
            red: operation(red, other.red), green: operation(green, other.green),
            blue: operation(blue, other.blue), alpha: operation(alpha, other.alpha))
    }
}

extension Transform3D: Animatable {
    /// The matrix at a part of the way to another one, number by number.
    ///
    /// That is right for moves and scales. A turn should be animated by its angle, for half the way between two turned
    /// matrices is a smaller picture and not one that is turned half as far.
    public func interpolated(with other: Transform3D, at fraction: Double) -> Transform3D {
        map(other) { $0 + ($1 - $0) * fraction }
    }
    /// The sums of the numbers.
    public func adding(_ other: Transform3D) -> Transform3D { map(other) { $0 + $1 } }
    /// The differences of the numbers.
    public func subtracting(_ other: Transform3D) -> Transform3D { map(other) { $0 - $1 } }

    private func map(
        _ other: Transform3D, _ operation: (SIMD4<Double>, SIMD4<Double>) -> SIMD4<Double>
    ) -> Transform3D {
        Transform3D(
            rows: (
                operation(rows.0, other.rows.0), operation(rows.1, other.rows.1), operation(rows.2, other.rows.2),
                operation(rows.3, other.rows.3)
            ))
    }
}

extension Optional: Animatable where Wrapped == Color {
    /// As with colors; nothing counts as the other one's color without alpha.
    public func interpolated(with other: Color?, at fraction: Double) -> Color? {
        guard let first = self ?? other?.faded, let second = other ?? self?.faded else { return nil }
        return first.interpolated(with: second, at: fraction)
    }
    /// The sum of those that are there.
    public func adding(_ other: Color?) -> Color? {
        guard let self, let other else { return self ?? other }
        return self.adding(other)
    }
    /// The difference of those that are there.
    public func subtracting(_ other: Color?) -> Color? {
        guard let self, let other else { return self }
        return self.subtracting(other)
    }
}

extension Color {
    /// The same color without alpha.
    fileprivate var faded: Color { Color(red: red, green: green, blue: blue, alpha: 0) }
}
