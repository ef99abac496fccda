/// The timing of a layer relative to its superlayer's time, or of an animation relative to its layer's time.
///
/// Local time is (outer time − ``beginTime``) × ``speed`` + ``timeOffset``.
public struct LayerTiming: Hashable, Sendable {
    /// The start in seconds of outer time; the default is 0.
    ///
    /// An animation's outer time counts from its start, so for an animation this is a delay.
    public var beginTime = 0.0
    /// Seconds of local time for one repetition; 0, the default, stands for the transaction's duration.
    public var duration = 0.0
    /// The number of repetitions, which may be fractional or infinite; 0, the default, means one.
    public var repeatCount = 0.0
    /// Seconds of local time to repeat for, instead of ``repeatCount``; 0, the default, means not set.
    public var repeatDuration = 0.0
    /// Whether each repetition plays backward after playing forward; the default is false.
    public var autoreverses = false
    /// Seconds of local time for each second of outer time: 0 pauses, negative plays backward; the default is 1.
    public var speed = 1.0
    /// An offset of local time in seconds; the default is 0.
    ///
    /// An animation with an offset still plays completely: after its end it continues from its beginning.
    public var timeOffset = 0.0
    /// The effect of an animation outside its active duration; the default is ``FillMode/removed``.
    public var fillMode = FillMode.removed

    /// Creates a timing with the defaults: one repetition, without delay, at normal speed.
    public init() {}

    /// Returns the local time at an outer time.
    public func localTime(at outer: Double) -> Double { (outer - beginTime) * speed + timeOffset }

    /// Returns the outer time at a local time; nil if ``speed`` is 0.
    public func outerTime(at local: Double) -> Double? {
        speed == 0 ? nil : (local - timeOffset) / speed + beginTime
    }
}

/// The values that an animation shows before its start and after its end.
public enum FillMode: Hashable, Sendable, CaseIterable {
    /// None: the layer shows its own value.
    case removed
    /// The last value after the end.
    case forwards
    /// The first value before the start.
    case backwards
    /// Both.
    case both

    /// The mode that shows the first value before the start, the last one after the end, both or neither.
    init(backwards: Bool, forwards: Bool) {
        self =
            switch (backwards, forwards) {
            case (false, false): .removed
            case (false, true): .forwards
            case (true, false): .backwards
            case (true, true): .both
            }
    }

    /// Whether the first value shows before the start.
    var fillsBackwards: Bool { self == .backwards || self == .both }
    /// Whether the last value shows after the end.
    var fillsForwards: Bool { self == .forwards || self == .both }
}
