/// A linear map of colors of three components.
package struct ColorMatrix: Hashable, Sendable {
    /// The images of the three unit vectors.
    package var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) { (first, second, third) }

    /// The rows of the matrix.
    package var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        (
            SIMD3(first.x, second.x, third.x), SIMD3(first.y, second.y, third.y), SIMD3(first.z, second.z, third.z)
        )
    }

    private let first: SIMD3<Double>
    private let second: SIMD3<Double>
    private let third: SIMD3<Double>

    package init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        self.first = first
        self.second = second
        self.third = third
    }

    /// The white point of profiles (ICC.1:2022, 7.2.16).
    package static let d50 = SIMD3(0.9642, 1, 0.8249)

    /// XYZ to the responses of the Bradford method.
    static let bradford = ColorMatrix(
        SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685), SIMD3(-0.1614, 0.0367, 1.0296))

    // Checked: floating-point numbers.
    package static func * (matrix: ColorMatrix, vector: SIMD3<Double>) -> SIMD3<Double> {
        // Checked: floating-point numbers.
        let sum = matrix.first * vector.x + matrix.second * vector.y
        // Checked: floating-point numbers.
        return sum + matrix.third * vector.z
    }

    // Checked: floating-point numbers.
    package static func * (matrix: ColorMatrix, other: ColorMatrix) -> ColorMatrix {
        // Checked: floating-point numbers.
        ColorMatrix(matrix * other.first, matrix * other.second, matrix * other.third)
    }

    /// The inverse; nil when the columns are not independent.
    package var inverse: ColorMatrix? {
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            // Checked: floating-point numbers.
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        // Checked: floating-point numbers.
        let determinant = (first * cross(second, third)).sum()
        guard abs(determinant) > 1e-9 else { return nil }
        let rows = [cross(second, third), cross(third, first), cross(first, second)].map { $0 / determinant }
        return ColorMatrix(
            SIMD3(rows[0].x, rows[1].x, rows[2].x), SIMD3(rows[0].y, rows[1].y, rows[2].y),
            SIMD3(rows[0].z, rows[1].z, rows[2].z))
    }
}
