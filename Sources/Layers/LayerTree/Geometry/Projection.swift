/// A view of a plane: straight lines stay straight, and with perspective, parallels may meet.
///
/// It is a 3×3 matrix that row vectors (x, y, 1) are multiplied with from the left; the result (x, y, w) is seen at
/// (x/w, y/w), and not at all where w is 0 or less, behind the viewer.
public struct Projection: Hashable, Sendable {
    /// The rows of the matrix: what becomes of x, of y, and of the origin.
    public var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    /// The view that changes nothing.
    public static let identity = Projection(rows: ([1, 0, 0], [0, 1, 0], [0, 0, 1]))

    /// A view from the rows of its matrix.
    public init(rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) {
        self.rows = rows
    }

    /// A view without perspective.
    public init(_ affine: AffineTransform) {
        self.init(rows: ([affine.a, affine.b, 0], [affine.c, affine.d, 0], [affine.tx, affine.ty, 1]))
    }

    /// What is seen of the plane z = 0 after a transform of space, looking along z: depth is dropped.
    ///
    /// Of a plane that stays parallel to the screen all is equally far away, so perspective only changes its size.
    public init(_ transform: Transform3D) {
        let rows = transform.rows
        self.init(
            rows: ([rows.0.x, rows.0.y, rows.0.w], [rows.1.x, rows.1.y, rows.1.w], [rows.3.x, rows.3.y, rows.3.w]))
        let weight = rows.3.w
        if rows.0.w == 0, rows.1.w == 0, weight > 0, weight != 1 {
            self.rows = (self.rows.0 / weight, self.rows.1 / weight, self.rows.2 / weight)
        }
    }

    /// A move.
    public init(translationX x: Double, y: Double) {
        self.init(rows: ([1, 0, 0], [0, 1, 0], [x, y, 1]))
    }

    /// A change of size about the origin.
    public init(scaleX x: Double, y: Double) {
        self.init(rows: ([x, 0, 0], [0, y, 0], [0, 0, 1]))
    }

    /// Whether two views have the same matrix.
    public static func == (left: Projection, right: Projection) -> Bool { left.rows == right.rows }

    /// Feeds the matrix to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rows.0)
        hasher.combine(rows.1)
        hasher.combine(rows.2)
    }
}

extension Projection {
    /// First this view, then `next`.
    public func followed(by next: Projection) -> Projection {
        func product(_ row: SIMD3<Double>) -> SIMD3<Double> {
            row.x * next.rows.0 + row.y * next.rows.1 + row.z * next.rows.2
        }
        return Projection(rows: (product(rows.0), product(rows.1), product(rows.2)))
    }

    /// Where a place is seen, before the division: (x, y, w).
    public func homogeneous(_ point: Point) -> SIMD3<Double> { point.x * rows.0 + point.y * rows.1 + rows.2 }

    /// Where a place is seen; nil for what lies behind the viewer.
    public func project(_ point: Point) -> Point? {
        let result = homogeneous(point)
        guard result.z > 0 else { return nil }
        return Point(x: result.x / result.z, y: result.y / result.z)
    }

    /// Whether there is no perspective.
    public var isAffine: Bool { rows.0.z == 0 && rows.1.z == 0 && rows.2.z == 1 }

    /// Whether rectangles stay upright rectangles: it only moves, scales and mirrors.
    public var isAxisAligned: Bool { isAffine && rows.0.y == 0 && rows.1.x == 0 }

    /// The determinant: negative when it mirrors, 0 when it shows the plane from its edge.
    public var determinant: Double { Self.triple(rows.0, rows.1, rows.2) }

    /// The view back; nil when the plane is seen from its edge.
    ///
    /// By Cramer's rule: the adjugate divided by the determinant.
    public var inverse: Projection? {
        let determinant = determinant
        guard determinant != 0, determinant.isFinite else { return nil }
        let (a, b, c) = rows
        let columns = (Self.cross(b, c) / determinant, Self.cross(c, a) / determinant, Self.cross(a, b) / determinant)
        return Projection(
            rows: (
                [columns.0.x, columns.1.x, columns.2.x], [columns.0.y, columns.1.y, columns.2.y],
                [columns.0.z, columns.1.z, columns.2.z]
            ))
    }

    /// How many units of the result areas near a place grow to for each unit of the plane; 0 behind the viewer.
    public func areaScale(at point: Point) -> Double {
        let weight = homogeneous(point).z
        return weight > 0 ? abs(determinant) / (weight * weight * weight) : 0
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
    }

    private static func triple(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
        (a * cross(b, c)).sum()
    }
}
