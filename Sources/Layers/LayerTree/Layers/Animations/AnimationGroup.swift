/// Several animations that run together, in the group's own time.
public struct AnimationGroup: LayerAnimation {
    /// The animations; their times count from the start of the group.
    ///
    /// An animation without a duration takes the group's. One that would run longer than the group ends with it.
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
            // An animation holds its last value for as long as the group shows anything.
            if progress >= 1, animation.timing.totalDuration(defaultDuration: duration) <= duration {
                animation.timing.fillMode = .both
            }
            animation.apply(to: &properties, at: local, defaultDuration: duration)
        }
    }
}
