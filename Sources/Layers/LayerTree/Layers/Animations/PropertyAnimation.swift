/// An animation of a property's value, which can be added to other values.
public protocol PropertyAnimation: LayerAnimation {
    /// Whether the animation's value is added to the value that the layer shows without it; the default is false.
    ///
    /// Several additive animations of a property add up, and a change of the model moves all of it. Numbers, points and colors
    /// are summed, transforms are concatenated; values that have no sum, such as images, are replaced. An end that an animation
    /// takes from the layer is zero, or the identity, if it is additive.
    var isAdditive: Bool { get set }

    /// Whether each repetition continues from the end of the one before; the default is false.
    ///
    /// The value at the end of a repetition, which is the first value if it ``LayerTiming/autoreverses``, is added once for each
    /// completed repetition, as for ``isAdditive``.
    var isCumulative: Bool { get set }
}

extension PropertyAnimation {
    /// The position at a time; nil if the animation shows nothing then.
    func position(at time: Double, defaultDuration: Double) -> PlaybackPosition? {
        guard isCumulative else {
            return timing.phase(at: time, defaultDuration: defaultDuration).progress.map {
                PlaybackPosition(progress: $0, repetitions: 0, lastProgress: 1)
            }
        }
        return timing.position(at: time, defaultDuration: defaultDuration)
    }
}

extension Animatable {
    /// The value for a repetition after others, each of which ended at another value.
    ///
    /// - Complexity: O(log repetitions) additions.
    func accumulated(onto end: Self, repetitions: Double) -> Self {
        // Beyond 2⁵³ repetitions are not counted exactly.
        var count = UInt64(min(max(repetitions, 0), 0x1p53))
        guard count > 0 else { return self }
        var power = end
        while count & 1 == 0 {
            power = power.adding(power)
            count >>= 1
        }
        var sum = power
        while count > 1 {
            power = power.adding(power)
            count >>= 1
            if count & 1 == 1 { sum = sum.adding(power) }
        }
        return sum.adding(self)
    }
}
