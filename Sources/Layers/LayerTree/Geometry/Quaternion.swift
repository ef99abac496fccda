internal import Glibc

/// A rotation of space as a unit quaternion.
struct Quaternion: Sendable {
    /// The components x, y, z and w.
    var vector: SIMD4<Double>

    /// The rotation with these axes, three perpendicular unit vectors: the rows of its matrix.
    ///
    /// Its w is not negative, so its angle is at most 180°. The largest component is computed first and divides the others,
    /// so that rounding errors stay small for every angle (Stanley Shepperd, "Quaternion from rotation matrix", 1978).
    init(axes x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
        let squares: SIMD4<Double> =
            SIMD4(1, 1, 1, 1) + x.x * SIMD4(1, -1, -1, 1) + y.y * SIMD4(-1, 1, -1, 1) + z.z * SIMD4(-1, -1, 1, 1)
        let largest = squares.max()
        let xy = x.y + y.x
        let xz = x.z + z.x
        let yz = y.z + z.y
        let xw = y.z - z.y
        let yw = z.x - x.z
        let zw = x.y - y.x
        if squares.w == largest {
            vector = [xw, yw, zw, largest]
        } else if squares.x == largest {
            vector = [largest, xy, xz, xw]
        } else if squares.y == largest {
            vector = [xy, largest, yz, yw]
        } else {
            vector = [xz, yz, largest, zw]
        }
        vector /= 2 * largest.squareRoot()
        if vector.w < 0 { vector = -vector }
    }

    init(_ vector: SIMD4<Double>) {
        self.vector = vector
    }

    /// The rows of the rotation's matrix.
    var axes: (x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) {
        let double = vector + vector
        let xx = vector.x * double.x
        let yy = vector.y * double.y
        let zz = vector.z * double.z
        let xy = vector.x * double.y
        let xz = vector.x * double.z
        let yz = vector.y * double.z
        let xw = vector.w * double.x
        let yw = vector.w * double.y
        let zw = vector.w * double.z
        return (
            [1 - yy - zz, xy + zw, xz - yw], [xy - zw, 1 - xx - zz, yz + xw], [xz + yw, yz - xw, 1 - xx - yy]
        )
    }
}

/// The spherical linear interpolation between two rotations, on the shorter way
/// (Ken Shoemake, "Animating rotation with quaternion curves", 1985).
struct SphericalInterpolation: Sendable {
    private let first: SIMD4<Double>
    private let last: SIMD4<Double>
    /// The angle between the quaternions, half of that between the rotations.
    private let angle: Double
    private let sine: Double

    init(from first: Quaternion, to last: Quaternion) {
        self.first = first.vector
        // A quaternion and its opposite are the same rotation; one of them is nearer.
        let isFar = (first.vector * last.vector).sum() < 0
        let near = isFar ? -last.vector : last.vector
        self.last = near
        let difference = first.vector - near
        let sum = first.vector + near
        // More accurate for small angles than the arc cosine of the dot product.
        angle = 2 * atan2((difference * difference).sum().squareRoot(), (sum * sum).sum().squareRoot())
        sine = sin(angle)
    }

    /// Returns the rotation at a fraction of the way.
    func callAsFunction(_ fraction: Double) -> Quaternion {
        // For small angles the sines are in proportion to the fractions.
        guard angle > 1e-7 else { return Quaternion(first + (last - first) * fraction) }
        return Quaternion((sin((1 - fraction) * angle) * first + sin(fraction * angle) * last) / sine)
    }
}
