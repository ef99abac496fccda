internal import Glibc

/// The components of a transform of space: translation, scale, skew, rotation and perspective.
///
/// They are those of "Decomposing a 3D matrix" in the CSS Transforms Module Level 2
/// (https://www.w3.org/TR/css-transforms-2/#decomposing-a-3d-matrix), after Spencer Thomas, "Decomposing a matrix into simple
/// transformations", Graphics Gems II, 1991. The matrix is scale × skew × rotation × translation × perspective.
struct SpaceDecomposition: Sendable {
    var translation: SIMD3<Double>
    var scale: SIMD3<Double>
    /// The skew of y along x, of z along x, and of z along y.
    var skew: SIMD3<Double>
    /// The fourth column of the perspective matrix.
    var perspective: SIMD4<Double>
    /// The rotation.
    var rotation: Quaternion

    /// Decomposes a transform; nil if it has no inverse, or would have none without its perspective.
    init?(_ transform: Transform3D) {
        let weight = transform.rows.3.w
        guard weight != 0 else { return nil }
        var x = Self.vector(transform.rows.0 / weight)
        var y = Self.vector(transform.rows.1 / weight)
        var z = Self.vector(transform.rows.2 / weight)
        let determinant = x.determinant(y, z)
        guard determinant != 0, determinant.isFinite else { return nil }
        translation = Self.vector(transform.rows.3 / weight)
        perspective = [0, 0, 0, 1]
        let column = SIMD3(transform.rows.0.w, transform.rows.1.w, transform.rows.2.w) / weight
        if column != .zero {
            // Cramer's rule: the vector whose dot products with the rows are the column.
            let sum = column.x * y.cross(z) + column.y * z.cross(x) + column.z * x.cross(y)
            let vector = sum / determinant
            perspective = SIMD4(vector, 1 - (translation * vector).sum())
        }
        // Gram–Schmidt: each row loses its parts along the rows before it.
        scale = .one
        skew = .zero
        scale.x = Self.normalize(&x)
        skew.x = (x * y).sum()
        y -= skew.x * x
        scale.y = Self.normalize(&y)
        skew.x /= scale.y
        skew.y = (x * z).sum()
        z -= skew.y * x
        skew.z = (y * z).sum()
        z -= skew.z * y
        scale.z = Self.normalize(&z)
        skew.y /= scale.z
        skew.z /= scale.z
        if determinant < 0 {
            // The axes form a mirrored system; their opposites do not.
            scale = -scale
            x = -x
            y = -y
            z = -z
        }
        rotation = Quaternion(axes: x, y, z)
    }

    /// Returns the components at a fraction of the way to others, with a rotation of its own.
    func interpolated(
        with other: SpaceDecomposition, at fraction: Double, rotation: Quaternion
    ) -> SpaceDecomposition {
        var result = self
        result.translation += (other.translation - translation) * fraction
        result.scale += (other.scale - scale) * fraction
        result.skew += (other.skew - skew) * fraction
        result.perspective += (other.perspective - perspective) * fraction
        result.rotation = rotation
        return result
    }

    /// The transform with these components.
    var transform: Transform3D {
        let axes = rotation.axes
        let x = scale.x * axes.x
        let y = scale.y * (axes.y + skew.x * axes.x)
        let z = scale.z * (axes.z + skew.y * axes.x + skew.z * axes.y)
        guard perspective != [0, 0, 0, 1] else {
            return Transform3D(rows: (SIMD4(x, 0), SIMD4(y, 0), SIMD4(z, 0), SIMD4(translation, 1)))
        }
        let column = SIMD3(perspective.x, perspective.y, perspective.z)
        return Transform3D(
            rows: (
                SIMD4(x, (x * column).sum()), SIMD4(y, (y * column).sum()), SIMD4(z, (z * column).sum()),
                SIMD4(translation, (translation * column).sum() + perspective.w)
            ))
    }

    private static func vector(_ row: SIMD4<Double>) -> SIMD3<Double> { [row.x, row.y, row.z] }

    /// Gives a vector the length 1.
    ///
    /// - Returns: its former length.
    private static func normalize(_ vector: inout SIMD3<Double>) -> Double {
        let length = (vector * vector).sum().squareRoot()
        vector /= length
        return length
    }
}
