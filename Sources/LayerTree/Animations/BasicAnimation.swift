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

    /// Sets the property to its value at a moment.
    public func apply(to properties: inout LayerProperties, at time: Double, standardDuration: Double) {
        guard let progress = timing.phase(at: time, standard: standardDuration).progress else { return }
        let ends = ends(shown: properties[keyPath: property])
        properties[keyPath: property] = ends.from.mixed(with: ends.to, at: timingFunction(progress))
    }

    /// The values at both ends, for what the layer shows without the animation.
    func ends(shown: Value) -> (from: Value, to: Value) {
        switch (from, to, by) {
        case (let from?, let to?, _): (from, to)
        case (let from?, nil, let by?): (from, from.adding(by))
        case (let from?, nil, nil): (from, shown)
        case (nil, let to?, let by?): (to.subtracting(by), to)
        case (nil, let to?, nil): (shown, to)
        case (nil, nil, let by): (shown, by.map(shown.adding) ?? shown)
        }
    }
}
