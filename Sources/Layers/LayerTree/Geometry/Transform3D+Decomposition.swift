internal import Glibc

/// The decomposition of a transform into translation, scale and rotation, for key paths such as `\.transform.rotation.z`.
///
/// A transform is decomposed into scale, rotation about x, then y, then z, translation, and perspective, applied in
/// this order. Setting one component keeps the others. Skew has no component: setting any component removes it.
extension Transform3D {
    /// The translation; 0 for each axis by default.
    public var translation: Vector3D {
        get { Vector3D(x: rows.3.x, y: rows.3.y, z: rows.3.z) }
        set { change { $0.translation = newValue } }
    }

    /// The scale along each axis, applied before the rotation; 1 by default.
    ///
    /// A transform that mirrors has a negative x scale.
    public var scale: Vector3D {
        get { Decomposition(self).scale }
        set { change { $0.scale = newValue } }
    }

    /// The rotation about each axis in radians; about z it is clockwise on the screen.
    ///
    /// The getter returns angles from −π to π, about y from −π/2 to π/2. Any angle can be set, so that an animation can make
    /// several turns.
    public var rotation: Vector3D {
        get { Decomposition(self).rotation }
        set { change { $0.rotation = newValue } }
    }

    private mutating func change(_ set: (inout Decomposition) -> Void) {
        var decomposition = Decomposition(self)
        set(&decomposition)
        self = decomposition.transform
    }

    /// The components of a transform.
    private struct Decomposition {
        var scale: Vector3D
        var rotation: Vector3D
        var translation: Vector3D
        /// The fourth column of the perspective matrix, which applies last.
        var perspective: SIMD4<Double>

        init(_ transform: Transform3D) {
            var affine = transform
            affine.rows.0.w = 0
            affine.rows.1.w = 0
            affine.rows.2.w = 0
            affine.rows.3.w = 1
            // The matrix is the affine one times a perspective: the identity except for its fourth column.
            perspective = [0, 0, 0, 1]
            let column = SIMD4(transform.rows.0.w, transform.rows.1.w, transform.rows.2.w, transform.rows.3.w)
            if column != perspective, let inverse = affine.inverse {
                let rows = inverse.rows
                perspective = [
                    (rows.0 * column).sum(), (rows.1 * column).sum(), (rows.2 * column).sum(),
                    (rows.3 * column).sum(),
                ]
            }
            let lengths = [affine.rows.0, affine.rows.1, affine.rows.2].map { ($0 * $0).sum().squareRoot() }
            scale = Vector3D(x: transform.isMirroring ? -lengths[0] : lengths[0], y: lengths[1], z: lengths[2])
            // An axis scaled to 0 has no direction; the identity's stands in.
            let x = lengths[0] > 0 ? affine.rows.0 / scale.x : [1, 0, 0, 0]
            let y = lengths[1] > 0 ? affine.rows.1 / scale.y : [0, 1, 0, 0]
            let z = lengths[2] > 0 ? affine.rows.2 / scale.z : [0, 0, 1, 0]
            // The rotated x axis is (cos y cos z, cos y sin z, −sin y).
            let tilt = asin(min(max(-x.z, -1), 1))
            if abs(x.z) < 1 - 1e-12 {
                rotation = Vector3D(x: atan2(y.z, z.z), y: tilt, z: atan2(x.y, x.x))
            } else {
                // Gimbal lock: rotations about x and z are the same; all of it counts as a rotation about x.
                rotation = Vector3D(x: atan2(-z.y, y.y), y: tilt, z: 0)
            }
            translation = Vector3D(x: affine.rows.3.x, y: affine.rows.3.y, z: affine.rows.3.z)
        }

        var transform: Transform3D {
            var transform = Transform3D(scaleX: scale.x, y: scale.y, z: scale.z)
            let turns: [(angle: Double, x: Double, y: Double, z: Double)] = [
                (rotation.x, 1, 0, 0), (rotation.y, 0, 1, 0), (rotation.z, 0, 0, 1),
            ]
            for turn in turns where turn.angle != 0 {
                transform = transform.followed(by: Transform3D(rotation: turn.angle, x: turn.x, y: turn.y, z: turn.z))
            }
            transform.rows.3 += [translation.x, translation.y, translation.z, 0]
            guard perspective != [0, 0, 0, 1] else { return transform }
            var last = Transform3D.identity
            last.rows.0.w = perspective.x
            last.rows.1.w = perspective.y
            last.rows.2.w = perspective.z
            last.rows.3.w = perspective.w
            return transform.followed(by: last)
        }
    }
}

/// A vector of three components, one for each axis: a translation, a scale, or three angles.
public struct Vector3D: Hashable, Sendable {
    /// The component along or about the x axis, which points right.
    public var x: Double
    /// The component along or about the y axis, which points down.
    public var y: Double
    /// The component along or about the z axis, which points toward the viewer.
    public var z: Double

    /// Creates a vector from its components.
    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }
}
