/// Several animations that run together, in the group's own time.
public struct AnimationGroup: LayerAnimation {
    /// The animations; their times count from the start of the group.
    ///
    /// An animation without a duration takes the group's duration. A longer animation is cut off at the end of the group. After
    /// the end of a shorter animation, its fill mode applies.
    public let animations: [any LayerAnimation]

    /// The timing of the group: delay, duration, speed and repetitions.
    public var timing = LayerTiming()
    /// The pacing of the group's time; the default is linear.
    public var timingFunction = TimingFunction.linear
    /// A value for the app to identify the animation.
    public var tag: (any Hashable & Sendable)?

    /// Creates a group.
    public init(_ animations: [any LayerAnimation]) {
        self.animations = animations
    }

    /// Applies all animations of the group in order.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let progress = timing.phase(at: time, defaultDuration: defaultDuration).progress else { return }
        let duration = timing.duration > 0 ? timing.duration : defaultDuration
        let local = timingFunction(progress) * duration
        for var animation in animations {
            animation.timing.fillMode = fillMode(of: animation.timing, within: duration)
            animation.apply(to: &properties, at: local, defaultDuration: duration)
        }
    }

    /// Returns the fill mode of an animation, extended if the animation starts or ends together with the group.
    ///
    /// The group's fill mode and an overshooting pacing can show the animation before its start or after its end.
    private func fillMode(of timing: LayerTiming, within duration: Double) -> FillMode {
        let total = timing.totalDuration(defaultDuration: duration)
        let atEnd = (duration - timing.beginTime) * abs(timing.speed)
        return FillMode(
            backwards: timing.fillMode.fillsBackwards || timing.beginTime == 0,
            forwards: timing.fillMode.fillsForwards || abs(atEnd - total) <= total * 1e-9)
    }
}
