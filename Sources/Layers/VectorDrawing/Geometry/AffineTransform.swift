internal import Glibc

/// An affine transform of the plane: (x, y) becomes (a·x + c·y + tx, b·x + d·y + ty).
///
/// Chained calls such as `identity.scaled(…).rotated(…)` apply to a point in reverse order: each call changes the coordinate
/// system of the calls after it.
public struct AffineTransform: Hashable, Sendable {
    /// The coefficients of the transform.
    public var a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double

    /// The identity transform.
    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Creates a transform from its coefficients.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Creates a translation.
    public init(translationX x: Double, y: Double) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// Creates a scaling about the origin; a negative factor mirrors.
    public init(scaleX x: Double, y: Double) {
        self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Creates a rotation about the origin in radians, clockwise on the screen.
    public init(rotation angle: Double) {
        self.init(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
    }

    /// Returns the transform that applies this one first and then `next`.
    public func followed(by next: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: a * next.a + b * next.c, b: a * next.b + b * next.d,
            c: c * next.a + d * next.c, d: c * next.b + d * next.d,
            tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
    }

    /// Returns this transform preceded by a translation.
    public func translated(x: Double, y: Double) -> AffineTransform {
        AffineTransform(translationX: x, y: y).followed(by: self)
    }

    /// Returns this transform preceded by a scaling.
    public func scaled(x: Double, y: Double) -> AffineTransform {
        AffineTransform(scaleX: x, y: y).followed(by: self)
    }

    /// Returns this transform preceded by a rotation in radians.
    public func rotated(_ angle: Double) -> AffineTransform {
        AffineTransform(rotation: angle).followed(by: self)
    }

    /// The factor by which areas grow; negative if the transform mirrors, 0 if it has no inverse.
    public var determinant: Double { a * d - b * c }

    /// The inverse transform; nil if the determinant is 0.
    public var inverse: AffineTransform? {
        guard determinant != 0 else { return nil }
        let p = d / determinant
        let q = -b / determinant
        let r = -c / determinant
        let s = a / determinant
        return AffineTransform(a: p, b: q, c: r, d: s, tx: -(tx * p + ty * r), ty: -(tx * q + ty * s))
    }

    /// Transforms a point.
    public func apply(to point: Point) -> Point {
        Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }
}
