/// Moves a layer along a path, and turns it with the path if asked for.
public struct PathAnimation: LayerAnimation {
    /// The way, in the superlayer's coordinates.
    public let path: CubicPath
    /// Whether the layer is turned into the direction of the path, in addition to its own transform; default false.
    public let rotatesAlongPath: Bool

    /// When and how fast it runs.
    public var timing = LayerTiming()
    /// Its pace; default linear.
    public var timingFunction = TimingFunction.linear
    /// What the app knows it by.
    public var tag: (any Hashable & Sendable)?

    /// A movement along a path.
    public init(_ path: CubicPath, rotatesAlongPath: Bool = false) {
        self.path = path
        self.rotatesAlongPath = rotatesAlongPath
    }

    /// Sets the position, and the turn, at a moment.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let progress = timing.phase(at: time, defaultDuration: defaultDuration).progress else { return }
        let pointAndAngle = path.pointAndAngle(at: timingFunction(progress))
        properties.position = pointAndAngle.point
        if rotatesAlongPath {
            properties.transform = properties.transform.rotated(pointAndAngle.angle, x: 0, y: 0, z: 1)
        }
    }
}
