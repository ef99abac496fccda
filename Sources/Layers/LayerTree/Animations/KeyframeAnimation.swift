/// Takes one property through several values.
public struct KeyframeAnimation<Value: Animatable>: LayerAnimation {
    /// The property.
    public let property: any WritableKeyPath<LayerProperties, Value> & Sendable
    /// The values; the layer jumps to the first one when it begins.
    public let values: [Value]
    /// When each value is reached, as parts of the duration, from 0 to 1.
    public let keyTimes: [Double]
    /// The pace between two neighboring values; one less than values.
    public let timingFunctions: [TimingFunction]

    /// When and how fast it runs.
    public var timing = LayerTiming()
    /// The pace of the whole, before that of its parts; default linear.
    public var timingFunction = TimingFunction.linear
    /// What the app knows it by.
    public var tag: (any Hashable & Sendable)?

    /// An animation through values.
    ///
    /// - Parameters:
    ///   - property: the property, such as `\.position`.
    ///   - values: at least one.
    ///   - keyTimes: as many as values, from 0 to 1 and never falling; nil for even distances.
    ///   - timingFunctions: one less than values; nil for linear ones.
    /// - Throws: ``AnimationError`` when the numbers of these do not fit each other.
    public init(
        _ property: any WritableKeyPath<LayerProperties, Value> & Sendable, values: [Value],
        keyTimes: [Double]? = nil, timingFunctions: [TimingFunction]? = nil
    ) throws {
        guard !values.isEmpty else { throw AnimationError.noValues }
        let times = keyTimes ?? values.indices.map { Double($0) / Double(max(1, values.count - 1)) }
        guard times.count == values.count else {
            throw AnimationError.mismatchedKeyframes("\(values.count) values have \(times.count) key times")
        }
        guard zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }), times.allSatisfy((0...1).contains) else {
            throw AnimationError.mismatchedKeyframes("key times go from 0 to 1 and do not fall")
        }
        let functions = timingFunctions ?? Array(repeating: .linear, count: values.count - 1)
        guard functions.count == values.count - 1 else {
            throw AnimationError.mismatchedKeyframes(
                "\(values.count) values have \(functions.count) timing functions and need \(values.count - 1)")
        }
        self.property = property
        self.values = values
        self.keyTimes = times
        self.timingFunctions = functions
    }

    /// Sets the property to its value at a moment.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {
        guard let progress = timing.phase(at: time, defaultDuration: defaultDuration).progress else { return }
        properties[keyPath: property] = value(at: timingFunction(progress))
    }

    /// The value at a part of the whole.
    func value(at fraction: Double) -> Value {
        guard let next = keyTimes.firstIndex(where: { $0 > fraction }) else { return values[values.count - 1] }
        guard next > 0 else { return values[0] }
        let (start, end) = (keyTimes[next - 1], keyTimes[next])
        let local = timingFunctions[next - 1]((fraction - start) / (end - start))
        return values[next - 1].interpolated(with: values[next], at: local)
    }
}
