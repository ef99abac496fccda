internal import VectorDrawing

/// Animates one property from one value to another.
public struct BasicAnimation<Value: Animatable>: PropertyAnimation {
    /// The animated property, or the argument of the ``valueFunction``.
    public var property: any WritableKeyPath<LayerProperties, Value> & Sendable { target.path }
    /// The function that makes a transform of the value; nil, the usual case, if the value itself is animated.
    public var valueFunction: ValueFunction<Value>? { target.function }
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
    /// Whether the value is added to the one that the layer shows without the animation; the default is false.
    public var isAdditive = false
    /// Whether each repetition continues from the end of the one before; the default is false.
    public var isCumulative = false

    private let target: AnimatedProperty<Value>
    /// The first value; nil if it is the one that the layer shows.
    private let knownFirst: Value?
    /// The last value; nil if it is, or follows from, the one that the layer shows.
    private let knownLast: Value?
    /// The prepared interpolation; nil for values that are interpolated without.
    private let cache: InterpolationCache<Value>?

    /// Creates an animation from one value to another.
    ///
    /// - Parameters:
    ///   - property: the property, such as `\.opacity`.
    ///   - from: the first value.
    ///   - to: the last value.
    public init(_ property: any WritableKeyPath<LayerProperties, Value> & Sendable, from: Value, to: Value) {
        self.init(AnimatedProperty(property), ends: (from, to, nil))
    }

    /// Creates an animation from a value to the sum of the value and a difference.
    public init(_ property: any WritableKeyPath<LayerProperties, Value> & Sendable, from: Value, by: Value) {
        self.init(AnimatedProperty(property), ends: (from, nil, by))
    }

    /// Creates an animation to a value, from the value minus a difference.
    public init(_ property: any WritableKeyPath<LayerProperties, Value> & Sendable, to: Value, by: Value) {
        self.init(AnimatedProperty(property), ends: (nil, to, by))
    }

    /// Creates an animation from a value to the value that the layer shows without the animation.
    public init(_ property: any WritableKeyPath<LayerProperties, Value> & Sendable, from: Value) {
        self.init(AnimatedProperty(property), ends: (from, nil, nil))
    }

    /// Creates an animation to a value from the value that the layer shows without the animation.
    public init(_ property: any WritableKeyPath<LayerProperties, Value> & Sendable, to: Value) {
        self.init(AnimatedProperty(property), ends: (nil, to, nil))
    }

    /// Creates an animation by a difference from the value that the layer shows without the animation.
    public init(_ property: any WritableKeyPath<LayerProperties, Value> & Sendable, by: Value) {
        self.init(AnimatedProperty(property), ends: (nil, nil, by))
    }

    /// Creates an animation of a transform that a function makes of interpolated values.
    ///
    /// One or two of the three values are given; the others follow, as without a value function.
    ///
    /// - Parameters:
    ///   - transform: the transform that is set, such as `\.transform`.
    ///   - valueFunction: the function, such as ``ValueFunction/rotateZ``.
    ///   - from: the function's first argument.
    ///   - to: the function's last argument.
    ///   - by: the difference between the last and the first argument.
    public init(
        _ transform: any WritableKeyPath<LayerProperties, Transform3D> & Sendable,
        valueFunction: ValueFunction<Value>, from: Value? = nil, to: Value? = nil, by: Value? = nil
    ) {
        precondition(from == nil || to == nil || by == nil, "of from, to and by, an animation has at most two")
        self.init(AnimatedProperty(transform, function: valueFunction), ends: (from, to, by))
    }

    private init(_ target: AnimatedProperty<Value>, ends: (from: Value?, to: Value?, by: Value?)) {
        self.target = target
        from = ends.from
        to = ends.to
        by = ends.by
        let first = ends.from ?? ends.to.flatMap { to in ends.by.map { to.subtracting($0) } }
        knownFirst = first
        knownLast = ends.to ?? first.flatMap { first in ends.by.map { first.adding($0) } }
        cache = (from ?? to ?? by).flatMap { InterpolationCache(sample: $0) }
    }

    // Unspecialized, copies of generic values would take as long as all the rest. The last type is compared first.
    /// Sets the property to the animation's value at a time, or adds the value to it.
    @_specialize(where Value == Color?)
    @_specialize(where Value == Transform3D)
    @_specialize(where Value == Rect)
    @_specialize(where Value == Double)
    @_specialize(where Value == Point)
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let position = position(at: time, defaultDuration: defaultDuration) else { return }
        apply(to: &properties, at: position, pacing: timingFunction.callAsFunction)
    }

    /// Sets the property to the value at a position, or adds the value to it.
    @inline(__always)
    func apply(to properties: inout LayerProperties, at position: PlaybackPosition, pacing: (Double) -> Double) {
        let first: Value
        let last: Value
        if let knownFirst, let knownLast {
            first = knownFirst
            last = knownLast
        } else {
            let shown = target.value(in: properties, isAdditive: isAdditive)
            first = self.first(shown: shown)
            last = self.last(shown: shown)
        }
        func value(at progress: Double) -> Value {
            let fraction = pacing(progress)
            return cache?.value(from: first, to: last, at: fraction) ?? first.interpolated(with: last, at: fraction)
        }
        var result = value(at: position.progress)
        if position.repetitions > 0 {
            result = result.accumulated(
                onto: value(at: position.lastProgress), repetitions: position.repetitions)
        }
        target.set(result, in: &properties, isAdditive: isAdditive)
    }

    /// Returns the first value, given the value that the layer shows without the animation.
    func first(shown: Value) -> Value { knownFirst ?? shown }

    /// Returns the last value, given the value that the layer shows without the animation.
    func last(shown: Value) -> Value { knownLast ?? by.map { shown.adding($0) } ?? shown }
}
