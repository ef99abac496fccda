/// A distant light that shades flat faces, such as those of a cube.
///
/// ```swift
/// let light = DirectionalLight(direction: Vector3D(x: 0, y: 1, z: -0.5), ambient: 0.5)
/// let shade = Layer()
/// shade.frame = face.bounds
/// shade.backgroundColor = Color(red: 0, green: 0, blue: 0, alpha: light.shade(of: face.transform))
/// face.addSublayer(shade)
/// ```
public struct DirectionalLight: Hashable, Sendable {
    /// The direction of the light, of any length but 0: x points right, y down and z toward the viewer.
    public var direction: Vector3D
    /// The brightness of a face that the light grazes, from 0 to 1.
    public var ambient: Double

    /// Creates a light.
    public init(direction: Vector3D, ambient: Double) {
        self.direction = direction
        self.ambient = ambient
    }

    /// Returns the shade of a face, as the opacity of black over it: from 0, bright, to 1, black.
    ///
    /// It is 1 + n · l − ambient, limited to 0 and 1, where l is the direction of the light and n the normal of the front of
    /// the face, both of length 1. The more a face is turned toward the light, the brighter it is.
    ///
    /// - Parameter transform: the transform of the face, which may rotate, translate and scale it.
    /// - Returns: the shade, from 0 to 1.
    public func shade(of transform: Transform3D) -> Double {
        let x = transform.rows.0
        let y = transform.rows.1
        let normal = SIMD3(x.x, x.y, x.z).cross(SIMD3(y.x, y.y, y.z))
        let light = SIMD3(direction.x, direction.y, direction.z)
        let lengths = ((normal * normal).sum() * (light * light).sum()).squareRoot()
        let shade = 1 + (lengths > 0 ? (normal * light).sum() / lengths : 0) - ambient
        return shade > 0 ? min(shade, 1) : 0
    }
}
