internal import VectorDrawing

/// The values of a keyframe animation at all fractions of its duration.
struct KeyframeCurve<Value: Animatable>: Sendable {
    private let keyframes: [Keyframe<Value>]
    private let mode: CalculationMode
    /// The times of the keyframes as fractions of the duration, computed in paced modes.
    private let times: [Double]
    /// The prepared interpolations between neighbors; empty for values that are interpolated without, and for curves.
    private let interpolations: [@Sendable (Double) -> Value]
    /// The curves between neighbors; empty for straight interpolation.
    private let curves: [CubicValueCurve<Value>]

    /// A curve through keyframes in the order of their times.
    init(_ keyframes: [Keyframe<Value>], mode: CalculationMode) {
        self.keyframes = keyframes
        self.mode = mode
        let isCubic = mode.isCubic && Self.haveSums(keyframes)
        curves = isCubic ? CubicValueCurve.curves(through: keyframes, isPaced: mode.isPaced) : []
        let pairs = zip(keyframes, keyframes.dropFirst())
        interpolations = isCubic || mode == .discrete ? [] : pairs.compactMap { $0.value.interpolation(to: $1.value) }
        guard mode.isPaced else {
            times = keyframes.map(\.time)
            return
        }
        let lengths = isCubic ? curves.map(\.length) : pairs.map { $0.value.pacedDistance(to: $1.value) }
        let fractions = ArcLengthTable(lengths).fractions
        // If nothing changes, the intervals are equal.
        times = fractions.isEmpty ? keyframes.indices.map { Double($0) / Double(max(lengths.count, 1)) } : fractions
    }

    /// Returns the value at a fraction of the duration; nil if there are no keyframes.
    func value(at fraction: Double) -> Value? {
        guard let next = times.firstIndex(after: fraction) else { return keyframes.last?.value }
        guard next > 0 else { return keyframes.first?.value }
        let index = next - 1
        let start = keyframes[index]
        guard mode != .discrete else { return start.value }
        let local = (fraction - times[index]) / (times[next] - times[index])
        let paced = mode.isPaced ? local : start.timingFunction(local)
        if !curves.isEmpty {
            return curves[index].value(at: mode.isPaced ? curves[index].parameter(atFraction: paced) : paced)
        }
        if !interpolations.isEmpty { return interpolations[index](paced) }
        return start.value.interpolated(with: keyframes[next].value, at: paced)
    }

    /// Whether all values can be summed: the sum with a difference of equal values changes nothing.
    private static func haveSums(_ keyframes: [Keyframe<Value>]) -> Bool {
        func isUnchanged(_ value: Value, by other: Value) -> Bool {
            value.adding(other.subtracting(other)) == value
        }
        return zip(keyframes, keyframes.dropFirst()).allSatisfy {
            isUnchanged($0.value, by: $1.value) && isUnchanged($1.value, by: $0.value)
        }
    }
}

extension [Double] {
    /// Returns the index of the first number above another one in an ascending array; nil if there is none.
    ///
    /// - Complexity: O(log count).
    func firstIndex(after number: Double) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > number { high = middle } else { low = middle + 1 }
        }
        return low < count ? low : nil
    }
}
