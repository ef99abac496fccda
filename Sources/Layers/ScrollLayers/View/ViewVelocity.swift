internal import LayerTree
public import VectorDrawing

/// The velocity of a view state.
public struct ViewVelocity: Hashable, Sendable {
    /// The velocity of the center, in the content's points per second.
    public var center: Point
    /// The velocity of the scale, in octaves per second: 1 doubles the scale each second.
    public var octaves: Double
    /// The velocity of the angle, in degrees clockwise per second.
    public var angle: Double

    /// Creates a velocity; by default zero.
    public init(center: Point = .zero, octaves: Double = 0, angle: Double = 0) {
        self.center = center
        self.octaves = octaves
        self.angle = angle
    }

    /// No motion.
    public static let zero = ViewVelocity()
}
