/// Animates one property from one value to another.
public struct BasicAnimation<Value: Animatable>: LayerAnimation {
    /// The animated property.
    public let property: any WritableKeyPath<LayerProperties, Value> & Sendable
    /// The first value; nil if it follows from ``to``, ``by`` and the presented value.
    public let from: Value?
    /// The last value; nil if it follows from ``from``, ``by`` and the presented value.
    public let to: Value?
    /// The difference of the last and the first value; nil if it is not given.
    public let by: Value?

    /// When and how fast the animation runs.
    public var timing = LayerTiming()
    /// The pacing; the default is linear.
    public var timingFunction = TimingFunction.linear
    /// A value of the app's own to identify the animation.
    public var tag: (any Hashable & Sendable)?

    /// Creates an animation of a property from one or two of three values.
    ///
    /// Valid are `from` and `to`, `from` and `by`, `by` and `to`, or one of the three alone; the missing end is then
    /// the value that the layer shows without the animation.
    ///
    /// - Parameters:
    ///   - property: the property, such as `\.opacity`.
    ///   - from: the first value.
    ///   - to: the last value.
    ///   - by: the difference of the two.
    /// - Throws: ``AnimationError`` if none or all three of the values are given.
    public init(
        _ property: any WritableKeyPath<LayerProperties, Value> & Sendable, from: Value? = nil, to: Value? = nil,
        by: Value? = nil
    ) throws {
        guard from != nil || to != nil || by != nil else { throw AnimationError.noValues }
        guard from == nil || to == nil || by == nil else { throw AnimationError.tooManyValues }
        self.property = property
        self.from = from
        self.to = to
        self.by = by
    }

    /// Creates an animation from a value to whatever the layer shows without it.
    init(_ property: any WritableKeyPath<LayerProperties, Value> & Sendable, animatingFrom from: Value) {
        self.property = property
        self.from = from
        to = nil
        by = nil
    }

    /// Sets the property to the animation's value at a time.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let progress = timing.phase(at: time, defaultDuration: defaultDuration).progress else { return }
        let shown = properties[keyPath: property]
        properties[keyPath: property] = first(shown: shown).interpolated(
            with: last(shown: shown), at: timingFunction(progress))
    }

    /// The first value, given the value that the layer shows without the animation.
    func first(shown: Value) -> Value {
        if let from { return from }
        if let to, let by { return to.subtracting(by) }
        return shown
    }

    /// The last value, given the value that the layer shows without the animation.
    func last(shown: Value) -> Value {
        if let to { return to }
        if let by { return (from ?? shown).adding(by) }
        return shown
    }
}
