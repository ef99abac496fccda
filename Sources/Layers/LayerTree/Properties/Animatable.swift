public import VectorDrawing

/// A value that can be interpolated.
public protocol Animatable: Hashable, Sendable {
    /// Interpolates linearly: fraction 0 gives this value, 1 gives `other`. Fractions outside 0...1 extrapolate.
    func interpolated(with other: Self, at fraction: Double) -> Self

    /// Returns the sum, for animations by a relative value.
    func adding(_ other: Self) -> Self

    /// Returns the difference: the value that gives this value when it is added to `other`.
    func subtracting(_ other: Self) -> Self
}

extension Double: Animatable {
    /// Interpolates the number.
    public func interpolated(with other: Double, at fraction: Double) -> Double { self + (other - self) * fraction }
    /// Returns the sum.
    public func adding(_ other: Double) -> Double { self + other }
    /// Returns the difference.
    public func subtracting(_ other: Double) -> Double { self - other }
}

extension Point: Animatable {
    /// Interpolates the coordinates.
    public func interpolated(with other: Point, at fraction: Double) -> Point {
        Point(x: x.interpolated(with: other.x, at: fraction), y: y.interpolated(with: other.y, at: fraction))
    }
    /// Returns the sums of the coordinates.
    public func adding(_ other: Point) -> Point { self + other }
    /// Returns the differences of the coordinates.
    public func subtracting(_ other: Point) -> Point { self - other }
}

extension Size: Animatable {
    /// Interpolates width and height.
    public func interpolated(with other: Size, at fraction: Double) -> Size {
        Size(
            width: width.interpolated(with: other.width, at: fraction),
            height: height.interpolated(with: other.height, at: fraction))
    }
    /// Returns the sums of the widths and heights.
    public func adding(_ other: Size) -> Size { Size(width: width + other.width, height: height + other.height) }
    /// Returns the differences of the widths and heights.
    public func subtracting(_ other: Size) -> Size { Size(width: width - other.width, height: height - other.height) }
}

extension Rect: Animatable {
    /// Interpolates origin and size.
    public func interpolated(with other: Rect, at fraction: Double) -> Rect {
        Rect(
            origin: origin.interpolated(with: other.origin, at: fraction),
            size: size.interpolated(with: other.size, at: fraction))
    }
    /// Returns the sums of the origins and sizes.
    public func adding(_ other: Rect) -> Rect { Rect(origin: origin + other.origin, size: size.adding(other.size)) }
    /// Returns the differences of the origins and sizes.
    public func subtracting(_ other: Rect) -> Rect {
        Rect(origin: origin - other.origin, size: size.subtracting(other.size))
    }
}

extension Color: Animatable {
    /// Interpolates each component, without premultiplying.
    public func interpolated(with other: Color, at fraction: Double) -> Color {
        map(other) { $0.interpolated(with: $1, at: fraction) }
    }
    /// Returns the sums of the components.
    public func adding(_ other: Color) -> Color { map(other, +) }
    /// Returns the differences of the components.
    public func subtracting(_ other: Color) -> Color { map(other, -) }

    private func map(_ other: Color, _ operation: (Double, Double) -> Double) -> Color {
        Color(
            red: operation(red, other.red), green: operation(green, other.green),
            blue: operation(blue, other.blue), alpha: operation(alpha, other.alpha))
    }
}

extension Transform3D: Animatable {
    /// Interpolates the matrix element by element.
    ///
    /// That is correct for translations and scales. Animate a rotation by its angle instead: the mean of two rotation
    /// matrices also shrinks the layer.
    public func interpolated(with other: Transform3D, at fraction: Double) -> Transform3D {
        map(other) { $0 + ($1 - $0) * fraction }
    }
    /// Returns the sums of the elements.
    public func adding(_ other: Transform3D) -> Transform3D { map(other) { $0 + $1 } }
    /// Returns the differences of the elements.
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

extension Vector3D: Animatable {
    /// Interpolates each component.
    public func interpolated(with other: Vector3D, at fraction: Double) -> Vector3D {
        Vector3D(
            x: x.interpolated(with: other.x, at: fraction), y: y.interpolated(with: other.y, at: fraction),
            z: z.interpolated(with: other.z, at: fraction))
    }
    /// Returns the sums of the components.
    public func adding(_ other: Vector3D) -> Vector3D { Vector3D(x: x + other.x, y: y + other.y, z: z + other.z) }
    /// Returns the differences of the components.
    public func subtracting(_ other: Vector3D) -> Vector3D {
        Vector3D(x: x - other.x, y: y - other.y, z: z - other.z)
    }
}

extension CornerRadii: Animatable {
    /// Interpolates each radius.
    public func interpolated(with other: CornerRadii, at fraction: Double) -> CornerRadii {
        combined(with: other) { $0.interpolated(with: $1, at: fraction) }
    }
    /// Returns the sums of the radii.
    public func adding(_ other: CornerRadii) -> CornerRadii { combined(with: other, +) }
    /// Returns the differences of the radii.
    public func subtracting(_ other: CornerRadii) -> CornerRadii { combined(with: other, -) }

    private func combined(with other: CornerRadii, _ operation: (Double, Double) -> Double) -> CornerRadii {
        CornerRadii(
            topLeft: operation(topLeft, other.topLeft), topRight: operation(topRight, other.topRight),
            bottomRight: operation(bottomRight, other.bottomRight), bottomLeft: operation(bottomLeft, other.bottomLeft))
    }
}
