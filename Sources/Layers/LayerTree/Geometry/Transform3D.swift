internal import Glibc
public import VectorDrawing

/// A transform of space with perspective: a 4×4 matrix for row vectors, (x, y, z, 1) times the matrix.
///
/// x points right, y down and z toward the viewer. Chained calls apply in reverse order, as with ``AffineTransform``.
public struct Transform3D: Hashable, Sendable {
    /// The rows of the matrix; the last one holds the translation, the fourth column the perspective.
    public var rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

    /// The identity transform.
    public static let identity = Transform3D(rows: ([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]))

    /// Creates a transform from the rows of its matrix.
    public init(rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)) {
        self.rows = rows
    }

    /// Creates a transform of the plane, which keeps z.
    public init(_ affine: AffineTransform) {
        self.init(
            rows: (
                SIMD4(affine.a, affine.b, 0, 0), SIMD4(affine.c, affine.d, 0, 0), SIMD4(0, 0, 1, 0),
                SIMD4(affine.tx, affine.ty, 0, 1)
            ))
    }

    /// Creates a translation.
    public init(translationX x: Double, y: Double, z: Double = 0) {
        self = .identity
        rows.3 = SIMD4(x, y, z, 1)
    }

    /// Creates a scaling about the origin.
    public init(scaleX x: Double, y: Double, z: Double = 1) {
        self.init(rows: (SIMD4(x, 0, 0, 0), SIMD4(0, y, 0, 0), SIMD4(0, 0, z, 0), SIMD4(0, 0, 0, 1)))
    }

    /// Creates a rotation in radians about an axis through the origin; the identity for an axis of length 0.
    ///
    /// About z it is clockwise on the screen. The matrix is Rodrigues' rotation formula.
    public init(rotation angle: Double, x: Double, y: Double, z: Double) {
        let length = (x * x + y * y + z * z).squareRoot()
        guard length > 0 else {
            self = .identity
            return
        }
        let x = x / length
        let y = y / length
        let z = z / length
        let sine = sin(angle)
        let cosine = cos(angle)
        let rest = 1 - cosine
        self.init(
            rows: (
                [cosine + x * x * rest, x * y * rest + z * sine, x * z * rest - y * sine, 0],
                [x * y * rest - z * sine, cosine + y * y * rest, y * z * rest + x * sine, 0],
                [x * z * rest + y * sine, y * z * rest - x * sine, cosine + z * z * rest, 0],
                [0, 0, 0, 1]
            ))
    }

    /// Creates the perspective of a viewer `distance` points in front of the screen: farther layers become smaller.
    ///
    /// Distances from 500 to 1000 look natural; shorter ones are more dramatic.
    public init(perspectiveDistance distance: Double) {
        self = .identity
        m34 = -1 / distance
    }

    /// Returns true if both have the same matrix.
    public static func == (left: Transform3D, right: Transform3D) -> Bool { left.rows == right.rows }

    /// Hashes the matrix.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rows.0)
        hasher.combine(rows.1)
        hasher.combine(rows.2)
        hasher.combine(rows.3)
    }

    /// The element of the matrix that makes perspective: −1 / distance of the viewer; 0 for none.
    public var m34: Double {
        get { rows.2.w }
        set { rows.2.w = newValue }
    }

    /// Returns the transform that applies this one first and then `next`.
    public func followed(by next: Transform3D) -> Transform3D {
        func product(_ row: SIMD4<Double>) -> SIMD4<Double> {
            row.x * next.rows.0 + row.y * next.rows.1 + row.z * next.rows.2 + row.w * next.rows.3
        }
        return Transform3D(rows: (product(rows.0), product(rows.1), product(rows.2), product(rows.3)))
    }

    /// Returns this transform preceded by a translation.
    public func translated(x: Double, y: Double, z: Double = 0) -> Transform3D {
        Transform3D(translationX: x, y: y, z: z).followed(by: self)
    }

    /// Returns this transform preceded by a scaling.
    public func scaled(x: Double, y: Double, z: Double = 1) -> Transform3D {
        Transform3D(scaleX: x, y: y, z: z).followed(by: self)
    }

    /// Returns this transform preceded by a rotation in radians about an axis.
    public func rotated(_ angle: Double, x: Double, y: Double, z: Double) -> Transform3D {
        Transform3D(rotation: angle, x: x, y: y, z: z).followed(by: self)
    }

    /// The transform as one of the plane; nil if it is not affine in the plane.
    public var affine: AffineTransform? {
        guard isAffine else { return nil }
        return AffineTransform(a: rows.0.x, b: rows.0.y, c: rows.1.x, d: rows.1.y, tx: rows.3.x, ty: rows.3.y)
    }

    /// Whether the transform keeps the plane z = 0 and depth, and has no perspective.
    public var isAffine: Bool {
        rows.0.z == 0 && rows.0.w == 0 && rows.1.z == 0 && rows.1.w == 0 && rows.2 == SIMD4(0, 0, 1, 0)
            && rows.3.z == 0 && rows.3.w == 1
    }

    /// Projects a point of the plane z = 0 to the screen; nil if it is behind the viewer.
    public func project(_ point: Point) -> Point? {
        let result = point.x * rows.0 + point.y * rows.1 + rows.3
        guard result.w > 0 else { return nil }
        return Point(x: result.x / result.w, y: result.y / result.w)
    }

    /// The depth of a point of the plane z = 0 after the division by w: larger toward the viewer.
    func depth(at point: Point) -> Double {
        let result = point.x * rows.0 + point.y * rows.1 + rows.3
        return result.z / result.w
    }
}
