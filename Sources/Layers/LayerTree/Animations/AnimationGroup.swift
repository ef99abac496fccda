/// Several animations that run together, in a time of their own.
public struct AnimationGroup: LayerAnimation {
    /// The animations; their times are counted from the group's beginning.
    ///
    /// Those without a duration take the group's; those that would run longer are cut off with it.
    public let animations: [any LayerAnimation]

    /// When and how fast the group runs.
    public var timing = LayerTiming()
    /// The pace of the group's time; default linear.
    public var timingFunction = TimingFunction.linear
    /// What the app knows it by.
    public var tag: (any Hashable & Sendable)?

    /// A group of animations.
    public init(_ animations: [any LayerAnimation]) {
        self.animations = animations
    }

    /// Applies all of them, in order, at a moment.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let progress = timing.phase(at: time, defaultDuration: defaultDuration).progress else { return }
        let duration = timing.duration > 0 ? timing.duration : defaultDuration
        let local = timingFunction(progress) * duration
        for var animation in animations {
            // Within the group an animation holds its last value, as long as the group shows anything.
            if progress >= 1, animation.timing.totalDuration(defaultDuration: duration) <= duration {
                animation.timing.fillMode = .both
            }
            animation.apply(to: &properties, at: local, defaultDuration: duration)
        }
    }
}
