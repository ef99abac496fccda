/// Three numbers, one for each axis of space: a move, a scale, or three angles.
public struct Vector3D: Hashable, Sendable {
    /// To the right, or about the axis that points there.
    public var x: Double
    /// Downwards, or about the axis that points there.
    public var y: Double
    /// Toward the viewer, or about the axis that points there.
    public var z: Double

    /// Three numbers.
    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }
}

extension Vector3D: Animatable {
    /// The numbers at a part of the way to others, each by itself.
    public func interpolated(with other: Vector3D, at fraction: Double) -> Vector3D {
        Vector3D(
            x: x.interpolated(with: other.x, at: fraction), y: y.interpolated(with: other.y, at: fraction),
            z: z.interpolated(with: other.z, at: fraction))
    }
    /// The sums of the numbers.
    public func adding(_ other: Vector3D) -> Vector3D { Vector3D(x: x + other.x, y: y + other.y, z: z + other.z) }
    /// The differences of the numbers.
    public func subtracting(_ other: Vector3D) -> Vector3D {
        Vector3D(x: x - other.x, y: y - other.y, z: z - other.z)
    }
}
