/// Takes one property from a value to another.
public struct BasicAnimation<Value: Animatable>: LayerAnimation {
    /// The property.
    public let property: any WritableKeyPath<LayerProperties, Value> & Sendable
    /// The value at the beginning; nil for what the layer shows, or what the other two say.
    public let from: Value?
    /// The value at the end; nil for what the layer shows, or what the other two say.
    public let to: Value?
    /// By how much the value changes; nil if it is not said.
    public let by: Value?

    /// When and how fast it runs.
    public var timing = LayerTiming()
    /// Its pace; default linear.
    public var timingFunction = TimingFunction.linear
    /// What the app knows it by.
    public var tag: (any Hashable & Sendable)?

    /// An animation of a property.
    ///
    /// One or two of the three values are enough: from and to; from and by; by and to; or one alone, the other end being
    /// what the layer shows without the animation.
    ///
    /// - Parameters:
    ///   - property: the property, such as `\.opacity`.
    ///   - from: the first value.
    ///   - to: the last value.
    ///   - by: the difference of the two.
    /// - Throws: ``AnimationError`` when none or all three are given.
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

    /// An animation from a value to what the layer shows without it.
    init(_ property: any WritableKeyPath<LayerProperties, Value> & Sendable, animatingFrom from: Value) {
        self.property = property
        self.from = from
        to = nil
        by = nil
    }

    /// Sets the property to its value at a moment.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let progress = timing.phase(at: time, defaultDuration: defaultDuration).progress else { return }
        let shown = properties[keyPath: property]
        properties[keyPath: property] = first(shown: shown).interpolated(
            with: last(shown: shown), at: timingFunction(progress))
    }

    /// The value at the beginning, for what the layer shows without the animation.
    func first(shown: Value) -> Value {
        if let from { return from }
        if let to, let by { return to.subtracting(by) }
        return shown
    }

    /// The value at the end, for what the layer shows without the animation.
    func last(shown: Value) -> Value {
        if let to { return to }
        if let by { return (from ?? shown).adding(by) }
        return shown
    }
}
