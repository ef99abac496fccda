/// Lets a spring pull one property from a value to another.
public struct SpringAnimation<Value: Animatable>: LayerAnimation {
    /// The spring.
    public let spring: Spring
    private let ends: BasicAnimation<Value>

    /// When and how fast it runs; its duration is that in which the spring comes to rest, unless it is set.
    ///
    /// A shorter duration cuts the movement off, it does not make it faster.
    public var timing = LayerTiming()
    /// What the app knows it by.
    public var tag: (any Hashable & Sendable)?

    /// An animation of a property by a spring; which of the values are given is as with ``BasicAnimation``.
    ///
    /// - Parameters:
    ///   - property: the property, such as `\.position`.
    ///   - from: the first value.
    ///   - to: the last value.
    ///   - by: the difference of the two.
    ///   - spring: how it moves.
    /// - Throws: ``AnimationError`` when none or all three are given.
    public init(
        _ property: any WritableKeyPath<LayerProperties, Value> & Sendable, from: Value? = nil, to: Value? = nil,
        by: Value? = nil, spring: Spring = Spring()
    ) throws {
        ends = try BasicAnimation(property, from: from, to: to, by: by)
        self.spring = spring
        timing.duration = spring.settlingDuration
    }

    /// Sets the property to its value at a moment.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let progress = timing.phase(at: time, defaultDuration: defaultDuration).progress else { return }
        let duration = timing.duration > 0 ? timing.duration : defaultDuration
        let shown = properties[keyPath: ends.property]
        properties[keyPath: ends.property] = ends.first(shown: shown)
            .interpolated(with: ends.last(shown: shown), at: spring.value(at: progress * duration))
    }
}
