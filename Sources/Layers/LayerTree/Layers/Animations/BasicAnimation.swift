/// Animates one property from one value to another.
public struct BasicAnimation<Value: Animatable>: LayerAnimation {
    /// The animated property.
    public let property: any WritableKeyPath<LayerProperties, Value> & Sendable
    /// The first value; nil if it follows from ``to``, ``by`` and the presented value.
    public let from: Value?
    /// The last value; nil if it follows from ``from``, ``by`` and the presented value.
    public let to: Value?
    /// The difference between the last and the first value; nil if it is not given.
    public let by: Value?

    /// The timing of the animation: delay, duration, speed and repetitions.
    public var timing = LayerTiming()
    /// The pacing; the default is linear.
    public var timingFunction = TimingFunction.linear
    /// A value for the app to identify the animation.
    public var tag: (any Hashable & Sendable)?

    /// Creates an animation from one value to another.
    ///
    /// - Parameters:
    ///   - property: the property, such as `\.opacity`.
    ///   - from: the first value.
    ///   - to: the last value.
    public init(_ property: any WritableKeyPath<LayerProperties, Value> & Sendable, from: Value, to: Value) {
        self.init(property, ends: (from, to, nil))
    }

    /// Creates an animation from a value to the sum of the value and a difference.
    public init(_ property: any WritableKeyPath<LayerProperties, Value> & Sendable, from: Value, by: Value) {
        self.init(property, ends: (from, nil, by))
    }

    /// Creates an animation to a value, from the value minus a difference.
    public init(_ property: any WritableKeyPath<LayerProperties, Value> & Sendable, to: Value, by: Value) {
        self.init(property, ends: (nil, to, by))
    }

    /// Creates an animation from a value to the value that the layer shows without the animation.
    public init(_ property: any WritableKeyPath<LayerProperties, Value> & Sendable, from: Value) {
        self.init(property, ends: (from, nil, nil))
    }

    /// Creates an animation to a value from the value that the layer shows without the animation.
    public init(_ property: any WritableKeyPath<LayerProperties, Value> & Sendable, to: Value) {
        self.init(property, ends: (nil, to, nil))
    }

    /// Creates an animation by a difference from the value that the layer shows without the animation.
    public init(_ property: any WritableKeyPath<LayerProperties, Value> & Sendable, by: Value) {
        self.init(property, ends: (nil, nil, by))
    }

    private init(
        _ property: any WritableKeyPath<LayerProperties, Value> & Sendable, ends: (from: Value?, to: Value?, by: Value?)
    ) {
        self.property = property
        (from, to, by) = ends
    }

    /// Sets the property to the animation's value at a time.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let progress = timing.phase(at: time, defaultDuration: defaultDuration).progress else { return }
        let shown = properties[keyPath: property]
        properties[keyPath: property] = first(shown: shown).interpolated(
            with: last(shown: shown), at: timingFunction(progress))
    }

    /// Returns the first value, given the value that the layer shows without the animation.
    func first(shown: Value) -> Value {
        if let from { return from }
        if let to, let by { return to.subtracting(by) }
        return shown
    }

    /// Returns the last value, given the value that the layer shows without the animation.
    func last(shown: Value) -> Value {
        if let to { return to }
        if let by { return (from ?? shown).adding(by) }
        return shown
    }
}
