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

extension Vector3D: Animatable {
    /// Interpolates each component.
    public func interpolated(with other: Vector3D, at fraction: Double) -> Vector3D {
        Vector3D(
            x: x.interpolated(with: other.x, at: fraction), y: y.interpolated(with: other.y, at: fraction),
            z: z.interpolated(with: other.z, at: fraction))
    }
    /// Returns the sums of the components.
    public func adding(_ other: Vector3D) -> Vector3D { Vector3D(x: x + other.x, y: y + other.y, z: z + other.z) }
    /// Returns the differences of the components.
    public func subtracting(_ other: Vector3D) -> Vector3D {
        Vector3D(x: x - other.x, y: y - other.y, z: z - other.z)
    }
}
