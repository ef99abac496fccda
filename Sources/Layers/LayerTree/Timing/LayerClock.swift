/// A source of time for layers and animations.
///
/// Everything that depends on time takes a clock, so that a ``ManualClock`` can reproduce every frame.
public protocol LayerClock: Sendable {
    /// Seconds since an arbitrary time in the past; never decreases.
    var now: Double { get }
}
