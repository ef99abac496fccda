/// Animates one property with a spring.
public struct SpringAnimation<Value: Animatable>: LayerAnimation {
    /// The spring.
    public let spring: Spring
    private let ends: BasicAnimation<Value>

    /// When and how fast the animation runs; the duration is the spring's settling duration unless it is set.
    ///
    /// A shorter duration cuts the motion off and does not make it faster.
    public var timing = LayerTiming()
    /// A value of the app's own to identify the animation.
    public var tag: (any Hashable & Sendable)?

    /// Creates a spring animation of a property, with the values and errors of ``BasicAnimation/init(_:from:to:by:)``.
    public init(
        _ property: any WritableKeyPath<LayerProperties, Value> & Sendable, from: Value? = nil, to: Value? = nil,
        by: Value? = nil, spring: Spring = Spring()
    ) throws {
        ends = try BasicAnimation(property, from: from, to: to, by: by)
        self.spring = spring
        timing.duration = spring.settlingDuration
    }

    /// Sets the property to the animation's value at a time.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let progress = timing.phase(at: time, defaultDuration: defaultDuration).progress else { return }
        let duration = timing.duration > 0 ? timing.duration : defaultDuration
        let shown = properties[keyPath: ends.property]
        properties[keyPath: ends.property] = ends.first(shown: shown)
            .interpolated(with: ends.last(shown: shown), at: spring.value(at: progress * duration))
    }
}
