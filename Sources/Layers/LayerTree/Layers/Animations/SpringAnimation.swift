/// Animates one property with a spring.
public struct SpringAnimation<Value: Animatable>: LayerAnimation {
    /// The spring.
    public let spring: Spring
    private let ends: BasicAnimation<Value>

    /// The timing of the animation; the duration is the spring's settling duration unless it is set.
    ///
    /// A shorter duration cuts the motion off and does not make it faster.
    public var timing = LayerTiming()
    /// A value for the app to identify the animation.
    public var tag: (any Hashable & Sendable)?

    /// Creates an animation between the values of another animation, without its timing.
    ///
    /// - Parameters:
    ///   - change: the property and its values.
    ///   - spring: the spring, by default ``Spring/init(mass:stiffness:damping:initialVelocity:)`` with its defaults.
    public init(_ change: BasicAnimation<Value>, spring: Spring = Spring()) {
        ends = change
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
