/// Several animations that run together, in the group's own time.
public struct AnimationGroup: LayerAnimation {
    /// The animations; their times count from the start of the group.
    ///
    /// An animation without a duration takes the group's. One that would run longer than the group is cut at its end,
    /// and one that ends earlier shows afterwards what its fill mode says.
    public let animations: [any LayerAnimation]

    /// When and how fast the group runs.
    public var timing = LayerTiming()
    /// The pacing of the group's time; the default is linear.
    public var timingFunction = TimingFunction.linear
    /// A value of the app's own to identify the animation.
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

    /// The fill mode of an animation, extended where it starts or ends together with the group.
    ///
    /// The group's fill mode, and a pacing that overshoots, show it before its start or after its end.
    private func fillMode(of timing: LayerTiming, within duration: Double) -> FillMode {
        let total = timing.totalDuration(defaultDuration: duration)
        let atEnd = (duration - timing.beginTime) * abs(timing.speed)
        return FillMode(
            backwards: timing.fillMode.fillsBackwards || timing.beginTime == 0,
            forwards: timing.fillMode.fillsForwards || abs(atEnd - total) <= total * 1e-9)
    }
}
