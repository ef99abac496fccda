public import VectorDrawing

/// A projective transform of the plane: straight lines stay straight, and parallel lines may converge.
///
/// It is a 3×3 matrix for row vectors: (x, y, 1) times the matrix is (x, y, w), which is the point (x/w, y/w). Points
/// with w ≤ 0 are behind the viewer.
public struct Projection: Hashable, Sendable {
    /// The rows of the matrix: the images of the x axis, the y axis and the origin.
    public var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    /// The identity.
    public static let identity = Projection(rows: ([1, 0, 0], [0, 1, 0], [0, 0, 1]))

    /// Creates a projection from the rows of its matrix.
    public init(rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) {
        self.rows = rows
    }

    /// Creates a projection without perspective.
    public init(_ affine: AffineTransform) {
        self.init(rows: (SIMD3(affine.a, affine.b, 0), SIMD3(affine.c, affine.d, 0), SIMD3(affine.tx, affine.ty, 1)))
    }

    /// Creates the projection of the plane z = 0 by a transform of space; depth is dropped.
    ///
    /// A plane that stays parallel to the screen is only scaled by the perspective; the division by w is then done once
    /// here.
    public init(_ transform: Transform3D) {
        let rows = transform.rows
        self.init(
            rows: (
                SIMD3(rows.0.x, rows.0.y, rows.0.w), SIMD3(rows.1.x, rows.1.y, rows.1.w),
                SIMD3(rows.3.x, rows.3.y, rows.3.w)
            ))
        let weight = rows.3.w
        if rows.0.w == 0, rows.1.w == 0, weight > 0, weight != 1 {
            self.rows = (self.rows.0 / weight, self.rows.1 / weight, self.rows.2 / weight)
        }
    }

    /// Creates a translation.
    public init(translationX x: Double, y: Double) {
        self.init(rows: (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(x, y, 1)))
    }

    /// Creates a scaling about the origin.
    public init(scaleX x: Double, y: Double) {
        self.init(rows: (SIMD3(x, 0, 0), SIMD3(0, y, 0), SIMD3(0, 0, 1)))
    }

    /// Returns true if both have the same matrix.
    public static func == (left: Projection, right: Projection) -> Bool { left.rows == right.rows }

    /// Hashes the matrix.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rows.0)
        hasher.combine(rows.1)
        hasher.combine(rows.2)
    }

    /// Returns the projection that applies this one first and then `next`.
    public func followed(by next: Projection) -> Projection {
        func product(_ row: SIMD3<Double>) -> SIMD3<Double> {
            row.x * next.rows.0 + row.y * next.rows.1 + row.z * next.rows.2
        }
        return Projection(rows: (product(rows.0), product(rows.1), product(rows.2)))
    }

    /// Projects a point without dividing by w: (x, y, w).
    public func homogeneous(_ point: Point) -> SIMD3<Double> { point.x * rows.0 + point.y * rows.1 + rows.2 }

    /// Projects a point; nil if it is behind the viewer.
    public func project(_ point: Point) -> Point? {
        let result = homogeneous(point)
        guard result.z > 0 else { return nil }
        return Point(x: result.x / result.z, y: result.y / result.z)
    }

    /// Whether the projection has no perspective.
    public var isAffine: Bool { rows.0.z == 0 && rows.1.z == 0 && rows.2.z == 1 }

    /// Whether axis-aligned rectangles stay axis-aligned: the projection only translates, scales and mirrors.
    public var isAxisAligned: Bool { isAffine && rows.0.y == 0 && rows.1.x == 0 }

    /// Whether horizontal and vertical edges stay horizontal or vertical, but for rounding: there is no perspective, and the
    /// rotation, if any, is by right angles.
    package var isTurnedByRightAngles: Bool {
        func isNone(_ part: Double, of whole: Double) -> Bool { abs(part) <= 1e-9 * abs(whole) }
        guard isAffine else { return false }
        return isNone(rows.0.y, of: rows.0.x) && isNone(rows.1.x, of: rows.1.y)
            || isNone(rows.0.x, of: rows.0.y) && isNone(rows.1.y, of: rows.1.x)
    }

    /// The determinant: negative if the projection mirrors, 0 if it shows the plane edge-on.
    public var determinant: Double { rows.0.determinant(rows.1, rows.2) }

    /// The inverse projection; nil if the plane is edge-on.
    ///
    /// It is computed with Cramer's rule: the adjugate divided by the determinant.
    public var inverse: Projection? {
        let determinant = determinant
        guard determinant != 0, determinant.isFinite else { return nil }
        let (a, b, c) = rows
        let columns = (b.cross(c) / determinant, c.cross(a) / determinant, a.cross(b) / determinant)
        return Projection(
            rows: (
                [columns.0.x, columns.1.x, columns.2.x], [columns.0.y, columns.1.y, columns.2.y],
                [columns.0.z, columns.1.z, columns.2.z]
            ))
    }

    /// Returns the factor by which areas near a point grow; 0 behind the viewer.
    public func areaScale(at point: Point) -> Double {
        let weight = homogeneous(point).z
        return weight > 0 ? abs(determinant) / (weight * weight * weight) : 0
    }
}

extension SIMD3<Double> {
    /// The cross product with another vector.
    func cross(_ other: Self) -> Self {
        SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    /// The determinant of the matrix of this row and the next two.
    func determinant(_ second: Self, _ third: Self) -> Double { (self * second.cross(third)).sum() }
}
