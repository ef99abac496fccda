public import VectorDrawing

/// A value that can be interpolated.
public protocol Animatable: Hashable, Sendable {
    /// Interpolates linearly: fraction 0 gives this value, 1 gives `other`. Fractions outside 0...1 extrapolate.
    func interpolated(with other: Self, at fraction: Double) -> Self

    /// Returns the sum, for animations by a relative value and for additive animations.
    func adding(_ other: Self) -> Self

    /// Returns the difference: the value to which `other` is added to give this value.
    func subtracting(_ other: Self) -> Self

    /// Returns the distance to another value, for keyframe animations at a constant speed.
    func pacedDistance(to other: Self) -> Double

    /// Prepares the interpolation to another value for many fractions.
    ///
    /// An animation calls it once for each pair of values, so that a costly first step, such as the decomposition of a matrix, is
    /// not repeated for each frame.
    ///
    /// - Returns: a function of the fraction with the values of ``interpolated(with:at:)``; nil if there is nothing to prepare.
    func interpolation(to other: Self) -> (@Sendable (_ fraction: Double) -> Self)?
}

extension Animatable {
    /// The default is 1 for different values and 0 for equal ones, so that all changes take the same time.
    public func pacedDistance(to other: Self) -> Double { self == other ? 0 : 1 }

    /// The default is nil: nothing is prepared.
    public func interpolation(to other: Self) -> (@Sendable (_ fraction: Double) -> Self)? { nil }
}

extension Double: Animatable {
    /// Interpolates the number.
    public func interpolated(with other: Double, at fraction: Double) -> Double { self + (other - self) * fraction }
    /// Returns the sum.
    public func adding(_ other: Double) -> Double { self + other }
    /// Returns the difference.
    public func subtracting(_ other: Double) -> Double { self - other }
    /// Returns the absolute value of the difference.
    public func pacedDistance(to other: Double) -> Double { abs(self - other) }
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
    /// Returns the length of the line between the points.
    public func pacedDistance(to other: Point) -> Double { norm(x - other.x, y - other.y) }
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
    /// Returns the root of the sum of the squared differences.
    public func pacedDistance(to other: Size) -> Double { norm(width - other.width, height - other.height) }
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
    /// Returns the root of the sum of the squared differences of origin and size.
    public func pacedDistance(to other: Rect) -> Double {
        norm(origin.pacedDistance(to: other.origin), size.pacedDistance(to: other.size))
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
    /// Returns the root of the sum of the squared differences of the components.
    public func pacedDistance(to other: Color) -> Double {
        norm(red - other.red, green - other.green, blue - other.blue, alpha - other.alpha)
    }

    private func map(_ other: Color, _ operation: (Double, Double) -> Double) -> Color {
        Color(
            red: operation(red, other.red), green: operation(green, other.green),
            blue: operation(blue, other.blue), alpha: operation(alpha, other.alpha))
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
    /// Returns the length of the difference.
    public func pacedDistance(to other: Vector3D) -> Double { norm(x - other.x, y - other.y, z - other.z) }
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
    /// Returns the root of the sum of the squared differences of the radii.
    public func pacedDistance(to other: CornerRadii) -> Double {
        norm(
            topLeft - other.topLeft, topRight - other.topRight, bottomRight - other.bottomRight,
            bottomLeft - other.bottomLeft)
    }

    private func combined(with other: CornerRadii, _ operation: (Double, Double) -> Double) -> CornerRadii {
        CornerRadii(
            topLeft: operation(topLeft, other.topLeft), topRight: operation(topRight, other.topRight),
            bottomRight: operation(bottomRight, other.bottomRight), bottomLeft: operation(bottomLeft, other.bottomLeft))
    }
}

/// The root of the sum of squares.
private func norm(_ x: Double, _ y: Double, _ z: Double = 0, _ w: Double = 0) -> Double {
    (x * x + y * y + z * z + w * w).squareRoot()
}
