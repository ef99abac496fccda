/// Animates one property through several values.
///
/// ```swift
/// let heights: [Keyframe<Double>] = [
///     Keyframe(32, at: 0, timingFunction: .easeIn), Keyframe(268, at: 0.6, timingFunction: .easeOut),
///     Keyframe(220, at: 0.8, timingFunction: .easeIn), Keyframe(268, at: 1),
/// ]
/// ball.addAnimation(KeyframeAnimation(\.position.y, keyframes: heights), forKey: "fall")
/// ```
public struct KeyframeAnimation<Value: Animatable>: LayerAnimation {
    /// The animated property.
    public let property: any WritableKeyPath<LayerProperties, Value> & Sendable
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
        let intervals = Double(max(1, calculationMode == .linear ? values.count - 1 : values.count))
        self.property = property
        keyframes = values.enumerated().map { Keyframe($1, at: Double($0) / intervals) }
        self.calculationMode = calculationMode
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
        self.property = property
        self.keyframes = keyframes.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        self.calculationMode = calculationMode
    }

    /// Sets the property to the animation's value at a time.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let progress = timing.phase(at: time, defaultDuration: defaultDuration).progress,
            let value = value(at: timingFunction(progress))
        else { return }
        properties[keyPath: property] = value
    }

    /// The value at a fraction of the duration; nil if there are no keyframes.
    func value(at fraction: Double) -> Value? {
        guard let next = keyframes.firstIndex(where: { $0.time > fraction }) else { return keyframes.last?.value }
        guard next > 0 else { return keyframes[0].value }
        let start = keyframes[next - 1]
        let end = keyframes[next]
        guard calculationMode == .linear else { return start.value }
        let local = start.timingFunction((fraction - start.time) / (end.time - start.time))
        return start.value.interpolated(with: end.value, at: local)
    }
}

/// A value of a ``KeyframeAnimation`` and its time.
public struct Keyframe<Value: Animatable>: Sendable {
    /// The value.
    public let value: Value
    /// The time as a fraction of the duration, from 0 to 1.
    public let time: Double
    /// The pacing from here to the next keyframe.
    public let timingFunction: TimingFunction

    /// Creates a keyframe.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - time: the time as a fraction of the duration; less than 0 counts as 0, more than 1 as 1, and NaN as 0.
    ///   - timingFunction: the pacing from here to the next keyframe; linear by default.
    public init(_ value: Value, at time: Double, timingFunction: TimingFunction = .linear) {
        self.value = value
        self.time = time > 0 ? min(time, 1) : 0
        self.timingFunction = timingFunction
    }
}

/// The method by which a ``KeyframeAnimation`` interpolates between its values.
public enum CalculationMode: Hashable, Sendable, CaseIterable {
    /// Values are interpolated; discrete values change halfway.
    case linear
    /// Each value shows until the next one begins.
    case discrete
}
