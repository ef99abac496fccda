/// Animates one property through several values.
///
/// ```swift
/// let heights: [Keyframe<Double>] = [
///     Keyframe(32, at: 0, timingFunction: .easeIn), Keyframe(268, at: 0.6, timingFunction: .easeOut),
///     Keyframe(220, at: 0.8, timingFunction: .easeIn), Keyframe(268, at: 1),
/// ]
/// ball.addAnimation(KeyframeAnimation(\.position.y, keyframes: heights), forKey: "fall")
/// ```
///
/// Between keyframes, values are interpolated as between the ends of a ``BasicAnimation``: transforms by their components, so that
/// rotations keep the layer's size. Keyframes of another interpolation, such as the means of matrices' elements, are computed by the
/// app, as many as there are frames.
public struct KeyframeAnimation<Value: Animatable>: PropertyAnimation {
    /// The animated property, or the argument of the ``valueFunction``.
    public var property: any WritableKeyPath<LayerProperties, Value> & Sendable { target.path }
    /// The function that makes a transform of the value; nil, the usual case, if the value itself is animated.
    public var valueFunction: ValueFunction<Value>? { target.function }
    /// The values and their times, in the order of the times.
    ///
    /// The layer jumps to the first value when the animation starts. An animation without keyframes changes nothing.
    public let keyframes: [Keyframe<Value>]
    /// The method of interpolation between two keyframes.
    public let calculationMode: CalculationMode

    /// The timing of the animation: delay, duration, speed and repetitions.
    public var timing = LayerTiming()
    /// The pacing of the whole animation, applied before those of ``keyframes``; the default is linear.
    public var timingFunction = TimingFunction.linear
    /// A value for the app to identify the animation.
    public var tag: (any Hashable & Sendable)?
    /// Whether the value is added to the one that the layer shows without the animation; the default is false.
    public var isAdditive = false
    /// Whether each repetition continues from the end of the one before; the default is false.
    public var isCumulative = false

    private let target: AnimatedProperty<Value>
    private let curve: KeyframeCurve<Value>

    /// Creates an animation through values at equal intervals.
    ///
    /// - Parameters:
    ///   - property: the property, such as `\.position`.
    ///   - values: the values. Interpolated values take the whole duration from the first to the last; discrete values show for
    ///     equal times.
    ///   - calculationMode: the method of interpolation; linear by default.
    public init(
        _ property: any WritableKeyPath<LayerProperties, Value> & Sendable, values: [Value],
        calculationMode: CalculationMode = .linear
    ) {
        self.init(AnimatedProperty(property), Self.keyframes(of: values, calculationMode), calculationMode)
    }

    /// Creates an animation of a transform that a function makes of values at equal intervals.
    ///
    /// - Parameters:
    ///   - transform: the transform that is set, such as `\.transform`.
    ///   - valueFunction: the function, such as ``ValueFunction/rotateZ``.
    ///   - values: the arguments of the function.
    ///   - calculationMode: the method of interpolation; linear by default.
    public init(
        _ transform: any WritableKeyPath<LayerProperties, Transform3D> & Sendable,
        valueFunction: ValueFunction<Value>, values: [Value], calculationMode: CalculationMode = .linear
    ) {
        self.init(
            transform, valueFunction: valueFunction, keyframes: Self.keyframes(of: values, calculationMode),
            calculationMode: calculationMode)
    }

    /// Creates an animation through keyframes.
    ///
    /// - Parameters:
    ///   - property: the property, such as `\.position`.
    ///   - keyframes: the keyframes, in any order; they are sorted by time, and keyframes of equal times keep their order. The
    ///     first value also shows before its time, and the last value after its time.
    ///   - calculationMode: the method of interpolation; linear by default.
    /// - Complexity: O(*n* log *n*) for *n* keyframes.
    public init(
        _ property: any WritableKeyPath<LayerProperties, Value> & Sendable, keyframes: [Keyframe<Value>],
        calculationMode: CalculationMode = .linear
    ) {
        self.init(AnimatedProperty(property), keyframes, calculationMode)
    }

    /// Creates an animation of a transform that a function makes of the keyframes' values.
    ///
    /// - Parameters:
    ///   - transform: the transform that is set, such as `\.transform`.
    ///   - valueFunction: the function, such as ``ValueFunction/rotateZ``.
    ///   - keyframes: the arguments of the function and their times, in any order.
    ///   - calculationMode: the method of interpolation; linear by default.
    public init(
        _ transform: any WritableKeyPath<LayerProperties, Transform3D> & Sendable,
        valueFunction: ValueFunction<Value>, keyframes: [Keyframe<Value>],
        calculationMode: CalculationMode = .linear
    ) {
        self.init(AnimatedProperty(transform, function: valueFunction), keyframes, calculationMode)
    }

    private init(
        _ target: AnimatedProperty<Value>, _ keyframes: [Keyframe<Value>], _ calculationMode: CalculationMode
    ) {
        self.target = target
        self.keyframes = keyframes.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        self.calculationMode = calculationMode
        curve = KeyframeCurve(self.keyframes, mode: calculationMode)
    }

    /// Returns values at equal intervals, from the start to the end of the duration; discrete values have equal times.
    private static func keyframes(of values: [Value], _ calculationMode: CalculationMode) -> [Keyframe<Value>] {
        let intervals = Double(max(1, calculationMode == .discrete ? values.count : values.count - 1))
        return values.enumerated().map { Keyframe($1, at: Double($0) / intervals) }
    }

    /// Sets the property to the animation's value at a time, or adds the value to it.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let position = position(at: time, defaultDuration: defaultDuration),
            var value = value(at: timingFunction(position.progress))
        else { return }
        if position.repetitions > 0, let end = self.value(at: timingFunction(position.lastProgress)) {
            value = value.accumulated(onto: end, repetitions: position.repetitions)
        }
        target.set(value, in: &properties, isAdditive: isAdditive)
    }

    /// Returns the value at a fraction of the duration; nil if there are no keyframes.
    func value(at fraction: Double) -> Value? { curve.value(at: fraction) }
}
