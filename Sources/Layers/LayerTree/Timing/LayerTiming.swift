/// When and how fast something runs in the time of what it belongs to: a layer in its superlayer's time, an animation in
/// its layer's.
///
/// Local time is (outer time − ``beginTime``) × ``speed`` + ``timeOffset``.
public struct LayerTiming: Hashable, Sendable {
    /// When it begins in outer time, in seconds; default 0.
    ///
    /// The outer time of an animation counts from the moment it is begun, so for an animation it is a delay.
    public var beginTime = 0.0
    /// Seconds of local time for one play; 0, the default, means the transaction's duration.
    public var duration = 0.0
    /// How many plays, which may be a fraction or infinite; 0, the default, means one.
    public var repeatCount = 0.0
    /// Seconds of local time to repeat for, instead of a count; default 0, not used.
    public var repeatDuration = 0.0
    /// Whether every play is followed by one backwards; default false.
    public var autoreverses = false
    /// Local seconds for each outer second; 0 pauses, negative runs backwards; default 1.
    public var speed = 1.0
    /// Seconds of local time to be ahead by; default 0.
    ///
    /// An animation that is ahead still plays whole: it goes on from its beginning.
    public var timeOffset = 0.0
    /// What an animation shows outside the time it runs; default ``FillMode/removed``.
    public var fillMode = FillMode.removed

    /// The defaults: one play, from now on, at the usual speed.
    public init() {}
}

extension LayerTiming {
    /// The local time at a moment of outer time.
    public func localTime(at outer: Double) -> Double { (outer - beginTime) * speed + timeOffset }

    /// The outer time of a moment of local time; nil while ``speed`` is 0, when all outer times are one.
    public func outerTime(at local: Double) -> Double? {
        speed == 0 ? nil : (local - timeOffset) / speed + beginTime
    }
}
