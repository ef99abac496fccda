/// Animates one property through several values.
public struct KeyframeAnimation<Value: Animatable>: LayerAnimation {
    /// The animated property.
    public let property: any WritableKeyPath<LayerProperties, Value> & Sendable
    /// The values; the layer jumps to the first one when the animation starts.
    public let values: [Value]
    /// The time of each value as a fraction of the duration, from 0 to 1; of discrete values also the end of the last.
    public let keyTimes: [Double]
    /// How the values between two key times follow.
    public let calculationMode: CalculationMode
    /// The timing function of each segment between two values; one fewer than the values, and none if these are
    /// discrete.
    public let timingFunctions: [TimingFunction]

    /// When and how fast the animation runs.
    public var timing = LayerTiming()
    /// The pacing of the whole animation, applied before ``timingFunctions``; the default is linear.
    public var timingFunction = TimingFunction.linear
    /// A value of the app's own to identify the animation.
    public var tag: (any Hashable & Sendable)?

    /// Creates an animation through several values.
    ///
    /// - Parameters:
    ///   - property: the property, such as `\.position`.
    ///   - values: at least one value.
    ///   - keyTimes: one time for each value, ascending from 0 to 1; nil for equal intervals.
    ///   - timingFunctions: one function for each interval, one fewer than the values; nil for linear ones.
    /// - Throws: ``AnimationError`` if there are no values, or if the counts or times do not match.
    public init(
        _ property: any WritableKeyPath<LayerProperties, Value> & Sendable, values: [Value],
        keyTimes: [Double]? = nil, timingFunctions: [TimingFunction]? = nil
    ) throws {
        guard !values.isEmpty else { throw AnimationError.noValues }
        let times = keyTimes ?? values.indices.map { Double($0) / Double(max(1, values.count - 1)) }
        guard times.count == values.count else {
            throw AnimationError.mismatchedKeyframes(
                "\(values.count) values need \(values.count) key times, not \(times.count)")
        }
        guard zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }), times.allSatisfy((0...1).contains) else {
            throw AnimationError.mismatchedKeyframes("key times must be from 0 to 1 and must not decrease")
        }
        let functions = timingFunctions ?? Array(repeating: .linear, count: values.count - 1)
        guard functions.count == values.count - 1 else {
            throw AnimationError.mismatchedKeyframes(
                "\(values.count) values need \(values.count - 1) timing functions, not \(functions.count)")
        }
        self.property = property
        self.values = values
        self.keyTimes = times
        self.timingFunctions = functions
        calculationMode = .linear
    }

    /// Creates an animation that shows one value after the other, without any between them, as in a film.
    ///
    /// - Parameters:
    ///   - property: the property, such as `\.contents`.
    ///   - discreteValues: at least one value.
    ///   - keyTimes: the time at which each value begins and, one more, at which the last ends: ascending from 0 to 1;
    ///     nil for equal intervals.
    /// - Throws: ``AnimationError`` if there are no values, or if the count or order of the times does not match.
    public init(
        _ property: any WritableKeyPath<LayerProperties, Value> & Sendable, discreteValues: [Value],
        keyTimes: [Double]? = nil
    ) throws {
        guard !discreteValues.isEmpty else { throw AnimationError.noValues }
        let times = keyTimes ?? (0...discreteValues.count).map { Double($0) / Double(discreteValues.count) }
        guard times.count == discreteValues.count + 1 else {
            throw AnimationError.mismatchedKeyframes(
                "\(discreteValues.count) discrete values need \(discreteValues.count + 1) key times, not \(times.count)"
            )
        }
        guard times.first == 0, times.last == 1, zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) else {
            throw AnimationError.mismatchedKeyframes(
                "key times of discrete values must begin with 0, end with 1 and not decrease")
        }
        self.property = property
        values = discreteValues
        self.keyTimes = times
        timingFunctions = []
        calculationMode = .discrete
    }

    /// Sets the property to the animation's value at a time.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let progress = timing.phase(at: time, defaultDuration: defaultDuration).progress else { return }
        properties[keyPath: property] = value(at: timingFunction(progress))
    }

    /// The value at a fraction of the duration.
    func value(at fraction: Double) -> Value {
        guard let next = keyTimes.firstIndex(where: { $0 > fraction }) else { return values[values.count - 1] }
        guard next > 0 else { return values[0] }
        guard calculationMode == .linear else { return values[next - 1] }
        let (start, end) = (keyTimes[next - 1], keyTimes[next])
        let local = timingFunctions[next - 1]((fraction - start) / (end - start))
        return values[next - 1].interpolated(with: values[next], at: local)
    }
}

/// How a ``KeyframeAnimation`` goes from one value to the next.
public enum CalculationMode: Hashable, Sendable, CaseIterable {
    /// The values are interpolated; those that cannot be mixed change halfway.
    case linear
    /// Each value shows until the next one begins.
    case discrete
}
