public import VectorDrawing

/// Moves a layer along a path and optionally rotates it with the path.
public struct PathAnimation: LayerAnimation {
    /// The path of the position, in the superlayer's coordinates.
    public let path: CubicPath
    /// Whether the layer is rotated to the path's direction, in addition to its own transform; the default is false.
    public let rotatesAlongPath: Bool

    /// The timing of the animation: delay, duration, speed and repetitions.
    public var timing = LayerTiming()
    /// The pacing; the default is linear.
    public var timingFunction = TimingFunction.linear
    /// A value for the app to identify the animation.
    public var tag: (any Hashable & Sendable)?

    /// Creates an animation along a path.
    public init(_ path: CubicPath, rotatesAlongPath: Bool = false) {
        self.path = path
        self.rotatesAlongPath = rotatesAlongPath
    }

    /// Sets the position and the rotation at a time.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let progress = timing.phase(at: time, defaultDuration: defaultDuration).progress else { return }
        let pointAndAngle = path.pointAndAngle(at: timingFunction(progress))
        properties.position = pointAndAngle.point
        if rotatesAlongPath {
            properties.transform = properties.transform.rotated(pointAndAngle.angle, x: 0, y: 0, z: 1)
        }
    }
}
