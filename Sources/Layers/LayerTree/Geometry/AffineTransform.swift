internal import Glibc

/// A transform of the plane that keeps lines parallel: (x, y) becomes (a·x + c·y + tx, b·x + d·y + ty).
///
/// Transforms that are built up, as in `identity.scaled(…).rotated(…)`, apply in the reverse order to a point, as if
/// each changed the coordinates that the following ones are given in.
public struct AffineTransform: Hashable, Sendable {
    /// The six numbers of the transform.
    public var a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double

    /// The transform that changes nothing.
    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// A transform from its six numbers.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// A move.
    public init(translationX x: Double, y: Double) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// A change of size about the origin; a negative factor mirrors.
    public init(scaleX x: Double, y: Double) {
        self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// A turn about the origin, clockwise on the screen, in radians.
    public init(rotation angle: Double) {
        self.init(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
    }
}

extension AffineTransform {
    /// First this transform, then `next`.
    public func followed(by next: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: a * next.a + b * next.c, b: a * next.b + b * next.d,
            c: c * next.a + d * next.c, d: c * next.b + d * next.d,
            tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
    }

    /// This transform in coordinates that are moved first.
    public func translated(x: Double, y: Double) -> AffineTransform {
        AffineTransform(translationX: x, y: y).followed(by: self)
    }

    /// This transform in coordinates that are scaled first.
    public func scaled(x: Double, y: Double) -> AffineTransform {
        AffineTransform(scaleX: x, y: y).followed(by: self)
    }

    /// This transform in coordinates that are turned first, in radians.
    public func rotated(_ angle: Double) -> AffineTransform {
        AffineTransform(rotation: angle).followed(by: self)
    }

    /// How areas grow; negative when it mirrors, 0 when it cannot be undone.
    public var determinant: Double { a * d - b * c }

    /// The transform that undoes this one; nil when it squeezes the plane into a line or a point.
    public var inverse: AffineTransform? {
        guard determinant != 0 else { return nil }
        let (p, q, r, s) = (d / determinant, -b / determinant, -c / determinant, a / determinant)
        return AffineTransform(a: p, b: q, c: r, d: s, tx: -(tx * p + ty * r), ty: -(tx * q + ty * s))
    }

    /// Where it takes a place.
    public func apply(to point: Point) -> Point {
        Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }
}
