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
