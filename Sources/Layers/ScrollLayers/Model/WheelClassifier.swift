internal import LayerTree
internal import VectorDrawing

/// Distinguishes a trackpad from a wheel by the size of its steps, where the window system does not report the device.
///
/// The first step after a pause decides until the next pause; a wheel makes no steps below 4 points.
struct WheelClassifier: Sendable {
    private var device = WheelEvent.Device.unknown
    private var lastTime = -Double.infinity

    /// The seconds without an event after which the next step decides again.
    private static let pause = 0.4
    /// The smallest step of a wheel, in points.
    private static let leastStep = 4.0

    /// Returns the device of an event; unknown only for the end of a movement without a known beginning.
    ///
    /// With `guesses`, the step size decides about a device that is not reported; otherwise it counts as a wheel.
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
