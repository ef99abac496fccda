internal import Glibc

/// The components of a transform of the plane: translation, scale, rotation, and what is left, such as a skew.
///
/// They are those of "Decomposing a 2D matrix" in the CSS Transforms Module Level 1
/// (https://www.w3.org/TR/css-transforms-1/#decomposing-a-2d-matrix). The matrix is scale × rotation × rest.
struct PlaneDecomposition: Sendable {
    var translation: SIMD2<Double>
    var scale: SIMD2<Double>
    /// The angle in radians, from −π to π.
    var angle: Double
    /// The rows of the rest: the identity for a transform without skew.
    var rest: (SIMD2<Double>, SIMD2<Double>)

    private init(
        translation: SIMD2<Double>, scale: SIMD2<Double>, angle: Double, rest: (SIMD2<Double>, SIMD2<Double>)
    ) {
        self.translation = translation
        self.scale = scale
        self.angle = angle
        self.rest = rest
    }

    /// Decomposes a transform that is affine; nil if it has no inverse.
    init?(_ transform: Transform3D) {
        var x = transform.rows.0.lowHalf
        var y = transform.rows.1.lowHalf
        let determinant = x.x * y.y - x.y * y.x
        guard determinant != 0, determinant.isFinite else { return nil }
        translation = transform.rows.3.lowHalf
        scale = [(x * x).sum().squareRoot(), (y * y).sum().squareRoot()]
        if determinant < 0 {
            // One axis is mirrored: the one that points more to the other side.
            if x.x < y.y { scale.x = -scale.x } else { scale.y = -scale.y }
        }
        x /= scale.x
        y /= scale.y
        angle = atan2(x.y, x.x)
        // The rotated x axis is (cos, sin).
        rest = (x.x * x - x.y * y, x.y * x + x.x * y)
    }

    /// Replaces the components by equivalent ones from which the way to others is short.
    mutating func approach(_ other: PlaneDecomposition) {
        // If x is mirrored at one end and y at the other, both differ by half a turn.
        if scale.x < 0 && other.scale.y < 0 || scale.y < 0 && other.scale.x < 0 {
            scale = -scale
            angle += angle < 0 ? .pi : -.pi
        }
        // A turn of more than 180° is longer than the turn to the other side.
        if abs(angle - other.angle) > .pi {
            angle += angle > other.angle ? -2 * .pi : 2 * .pi
        }
    }

    /// Returns the components at a fraction of the way to others.
    func interpolated(with other: PlaneDecomposition, at fraction: Double) -> PlaneDecomposition {
        PlaneDecomposition(
            translation: translation + (other.translation - translation) * fraction,
            scale: scale + (other.scale - scale) * fraction,
            angle: angle + (other.angle - angle) * fraction,
            rest: (
                rest.0 + (other.rest.0 - rest.0) * fraction,
                rest.1 + (other.rest.1 - rest.1) * fraction
            ))
    }

    /// The transform with these components.
    var transform: Transform3D {
        let sine = sin(angle)
        let cosine = cos(angle)
        let x = scale.x * (cosine * rest.0 + sine * rest.1)
        let y = scale.y * (cosine * rest.1 - sine * rest.0)
        return Transform3D(
            rows: ([x.x, x.y, 0, 0], [y.x, y.y, 0, 0], [0, 0, 1, 0], [translation.x, translation.y, 0, 1]))
    }
}
