public import VectorDrawing

/// Moves a layer along a path and optionally rotates it with the path.
///
/// Each line and curve of the path is a segment between two key points: the start of the path, and the end of each line and curve.
/// Where the path moves to another subpath, the layer jumps.
///
/// ```swift
/// let ride = PathAnimation(
///     track, rotationMode: .auto, keyTimes: [0, 0.2, 1], timingFunctions: [.easeIn, .easeOut])
/// ```
public struct PathAnimation: PropertyAnimation {
    /// The path of the position, in the superlayer's coordinates.
    public let path: Path
    /// The rotation to the path's direction, in addition to the layer's own transform; nil, the default, for none.
    public let rotationMode: RotationMode?
    /// The movement between the key points.
    ///
    /// In ``CalculationMode/linear`` mode, the default, segments take equal times, or those of the ``keyTimes``. In a paced mode the
    /// speed is constant; in ``CalculationMode/discrete`` mode the layer jumps from point to point. A path has its own curves, so the
    /// cubic modes are the same as the others.
    public let calculationMode: CalculationMode
    /// The times of the key points as fractions of the duration; empty, the default, for equal times.
    ///
    /// There is one for each key point, the first is 0, the last is 1, and none is less than the one before; in
    /// ``CalculationMode/discrete`` mode there is a further one, the end of the last point. Other times, and those in paced modes, are
    /// ignored.
    public let keyTimes: [Double]
    /// The pacing of each segment, which paced modes ignore; segments without one are linear.
    public let timingFunctions: [TimingFunction]

    /// The timing of the animation: delay, duration, speed and repetitions.
    public var timing = LayerTiming()
    /// The pacing of the whole animation, applied before those of the segments; the default is linear.
    public var timingFunction = TimingFunction.linear
    /// A value for the app to identify the animation.
    public var tag: (any Hashable & Sendable)?
    /// Whether points of the path are added to the layer's position; the default is false.
    public var isAdditive = false
    /// Whether each repetition continues from the end of the one before; the default is false.
    public var isCumulative = false

    private let movement: PathMovement

    /// Whether the layer is rotated to the path's direction.
    public var rotatesAlongPath: Bool { rotationMode != nil }

    /// Creates an animation along a path.
    ///
    /// - Parameters:
    ///   - path: the path of the position; an empty path moves the layer to the origin.
    ///   - rotationMode: the rotation to the path's direction; nil, the default, for none.
    ///   - calculationMode: the movement between the key points; linear by default.
    ///   - keyTimes: the times of the key points; empty, the default, for equal times.
    ///   - timingFunctions: the pacing of each segment; all are linear by default.
    /// - Complexity: O(elements).
    public init(
        _ path: Path, rotationMode: RotationMode? = nil, calculationMode: CalculationMode = .linear,
        keyTimes: [Double] = [], timingFunctions: [TimingFunction] = []
    ) {
        self.path = path
        self.rotationMode = rotationMode
        self.calculationMode = calculationMode
        self.keyTimes = keyTimes
        self.timingFunctions = timingFunctions
        movement = PathMovement(
            PathRoute(path), mode: calculationMode, keyTimes: keyTimes, timingFunctions: timingFunctions)
    }

    /// Creates an animation along a path of curves, each of which takes the same time.
    public init(_ path: CubicPath, rotatesAlongPath: Bool = false) {
        self.init(Path(path), rotationMode: rotatesAlongPath ? .auto : nil)
    }

    /// Sets the position and the rotation at a time, or adds the position.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let position = position(at: time, defaultDuration: defaultDuration) else { return }
        let place = movement.pointAndAngle(at: timingFunction(position.progress))
        var point = place.point
        if position.repetitions > 0 {
            let end = movement.pointAndAngle(at: timingFunction(position.lastProgress)).point
            point = point.accumulated(onto: end, repetitions: position.repetitions)
        }
        properties.position = isAdditive ? properties.position + point : point
        if let rotationMode {
            let angle = rotationMode == .auto ? place.angle : place.angle + .pi
            properties.transform = properties.transform.rotated(angle, x: 0, y: 0, z: 1)
        }
    }
}

/// The rotation of a layer that moves along a path.
public enum RotationMode: Hashable, Sendable, CaseIterable {
    /// The layer's x axis points in the direction of movement.
    case auto
    /// The layer's x axis points against the direction of movement.
    case autoReverse
}
