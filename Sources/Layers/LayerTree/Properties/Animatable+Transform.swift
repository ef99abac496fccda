extension Transform3D: Animatable {
    /// Interpolates translation, scale, skew, rotation and perspective, so that a rotating layer keeps its size.
    ///
    /// Both transforms are decomposed as the CSS Transforms Modules say: those of the plane as in "Interpolation of 2D matrices"
    /// of Level 1, others as in "Interpolation of 3D matrices" of Level 2, where rotations are quaternions. A rotation takes the
    /// shorter way, so that of more than 180° turns back; a half turn takes the way of its sign. Animate the angle,
    /// `\.transform.rotation.z`, for several turns.
    ///
    /// A transform without an inverse, such as a scale of 0, cannot be decomposed. As in CSS, the result is then this transform
    /// for fractions below 0.5, and `other` from there on. Animate `\.transform.scale` to shrink a layer to nothing.
    public func interpolated(with other: Transform3D, at fraction: Double) -> Transform3D {
        TransformInterpolation(from: self, to: other)(fraction)
    }

    /// Returns the concatenation: the transform that applies `other` first, and then this one.
    ///
    /// A rotation that is added rotates the layer about its anchor point, wherever this transform moves it.
    public func adding(_ other: Transform3D) -> Transform3D { other.followed(by: self) }

    /// Returns the transform to which `other` is added to give this one; this transform if `other` has no inverse.
    public func subtracting(_ other: Transform3D) -> Transform3D {
        guard self != other else { return .identity }
        return other.inverse?.followed(by: self) ?? self
    }

    /// Returns the root of the sum of the elements' squared differences.
    public func pacedDistance(to other: Transform3D) -> Double {
        let x = rows.0 - other.rows.0
        let y = rows.1 - other.rows.1
        let z = rows.2 - other.rows.2
        let w = rows.3 - other.rows.3
        return (x * x + y * y + z * z + w * w).sum().squareRoot()
    }

    /// Decomposes both transforms for ``interpolated(with:at:)``.
    ///
    /// - Returns: a function of the fraction, which allocates no memory.
    public func interpolation(to other: Transform3D) -> (@Sendable (_ fraction: Double) -> Transform3D)? {
        guard self != other else { return { _ in other } }
        return TransformInterpolation(from: self, to: other).function
    }
}
