/// Where layers and animations get the time from.
///
/// Everything that depends on time takes a clock, so that every frame can be reproduced with a ``ManualClock``.
public protocol LayerClock: Sendable {
    /// Seconds since some moment in the past; never runs back.
    var now: Double { get }
}
