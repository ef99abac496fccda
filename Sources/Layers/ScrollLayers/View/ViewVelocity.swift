public import LayerTree

/// How fast a view changes.
public struct ViewVelocity: Hashable, Sendable {
    /// Of its center, in the content's points per second.
    public var center: Point
    /// Of its scale, in octaves per second: 1 makes it twice as large each second.
    public var octaves: Double
    /// Of its angle, in degrees clockwise per second.
    public var angle: Double

    /// A velocity; none unless said otherwise.
    public init(center: Point = .zero, octaves: Double = 0, angle: Double = 0) {
        self.center = center
        self.octaves = octaves
        self.angle = angle
    }

    /// At rest.
    public static let zero = ViewVelocity()
}
