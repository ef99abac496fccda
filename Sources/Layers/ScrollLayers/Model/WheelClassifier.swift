internal import LayerTree

/// Tells a trackpad from a wheel by how far it goes at a time, where the window system does not say.
///
/// The first step after a pause decides for all until the next pause: a wheel cannot make steps below 4 points.
struct WheelClassifier: Sendable {
    private var device = WheelEvent.Device.unknown
    private var lastTime = -Double.infinity

    /// Seconds without an event after which it is decided anew.
    private static let pause = 0.4
    /// The least that a wheel makes of a step, in points.
    private static let leastStep = 4.0

    /// What an event came from.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - guesses: whether to judge by the steps; else what the system does not say counts as a wheel.
    /// - Returns: a wheel or a trackpad; unknown only for the end of a movement that was not seen to begin.
    mutating func device(of event: WheelEvent, guesses: Bool) -> WheelEvent.Device {
        if event.device != .unknown { return event.device }
        if event.isPinch { return .trackpad }
        guard guesses else { return .wheel }
        let step = max(abs(event.points.x), abs(event.points.y))
        if event.time > lastTime + Self.pause, event.phase == .moved {
            device = step < Self.leastStep ? .trackpad : .wheel
        }
        lastTime = event.time
        return device
    }
}
