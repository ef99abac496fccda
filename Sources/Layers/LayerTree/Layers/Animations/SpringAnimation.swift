/// Animates one property with a spring.
public struct SpringAnimation<Value: Animatable>: PropertyAnimation {
    /// The spring.
    public let spring: Spring
    private var change: BasicAnimation<Value>

    /// The timing of the animation; the duration is the spring's settling duration unless it is set.
    ///
    /// A shorter duration cuts the motion off and does not make it faster.
    public var timing = LayerTiming()
    /// A value for the app to identify the animation.
    public var tag: (any Hashable & Sendable)?
    /// Whether the value is added to the one that the layer shows without the animation; at first that of the change.
    public var isAdditive: Bool {
        get { change.isAdditive }
        set { change.isAdditive = newValue }
    }
    /// Whether each repetition continues from the end of the one before; at first that of the change.
    public var isCumulative: Bool {
        get { change.isCumulative }
        set { change.isCumulative = newValue }
    }

    /// Creates an animation between the values of another animation, without its timing.
    ///
    /// - Parameters:
    ///   - change: the property and its values.
    ///   - spring: the spring, by default ``Spring/init(mass:stiffness:damping:initialVelocity:)`` with its defaults.
    public init(_ change: BasicAnimation<Value>, spring: Spring = Spring()) {
        self.change = change
        self.spring = spring
        timing.duration = spring.settlingDuration
    }

    /// Sets the property to the animation's value at a time.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let position = position(at: time, defaultDuration: defaultDuration) else { return }
        let duration = timing.duration > 0 ? timing.duration : defaultDuration
        change.apply(to: &properties, at: position) { spring.value(at: $0 * duration) }
    }
}
