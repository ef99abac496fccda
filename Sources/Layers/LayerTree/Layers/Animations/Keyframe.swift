/// A value of a ``KeyframeAnimation`` and its time.
public struct Keyframe<Value: Animatable>: Sendable {
    /// The value.
    public let value: Value
    /// The time as a fraction of the duration, from 0 to 1.
    public let time: Double
    /// The pacing from here to the next keyframe.
    public let timingFunction: TimingFunction
    /// The tightness of a cubic curve here, from −1 to 1: positive numbers make it tighter, negative ones rounder.
    public let tension: Double
    /// The joint of a cubic curve here, from −1 to 1: positive numbers make sharp corners, negative ones inverted corners.
    public let continuity: Double
    /// The place of the bend of a cubic curve, from −1 to 1: before the value, or after it for negative numbers.
    public let bias: Double

    /// Creates a keyframe.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - time: the time as a fraction of the duration; less than 0 counts as 0, more than 1 as 1, and NaN as 0.
    ///   - timingFunction: the pacing from here to the next keyframe; linear by default.
    ///   - tension: the tightness of the curve, in cubic modes; 0 by default.
    ///   - continuity: the joint of the curve, in cubic modes; 0 by default.
    ///   - bias: the place of the curve's bend, in cubic modes; 0 by default.
    public init(
        _ value: Value, at time: Double, timingFunction: TimingFunction = .linear, tension: Double = 0,
        continuity: Double = 0, bias: Double = 0
    ) {
        self.value = value
        self.time = time > 0 ? min(time, 1) : 0
        self.timingFunction = timingFunction
        self.tension = tension
        self.continuity = continuity
        self.bias = bias
    }
}
