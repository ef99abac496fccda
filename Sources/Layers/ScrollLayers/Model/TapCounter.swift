internal import LayerTree
internal import VectorDrawing

/// Recognizes double taps with a finger on a touch screen.
struct TapCounter: Sendable {
    private typealias Tap = (time: Double, position: Point)

    /// The finger that is down and may become a tap.
    private var pending: Tap?
    private var last: Tap?

    /// The maximum seconds of a tap, and between the taps.
    private static let duration = 0.3
    /// The distance in points that a finger may move during a tap.
    private static let slop = 10.0
    /// The maximum distance in points between the taps.
    private static let distance = 40.0

    /// Records that a finger touched the screen.
    mutating func fingerDown(at position: Point, time: Double, isOnly: Bool) {
        pending = isOnly ? (time: time, position: position) : nil
        if !isOnly { last = nil }
    }

    /// Records that the last finger was lifted.
    ///
    /// - Returns: whether the release completes a double tap.
    mutating func fingerUp(at position: Point, time: Double) -> Bool {
        guard let tap = pending, time <= tap.time + Self.duration, (position - tap.position).length <= Self.slop else {
            pending = nil
            last = nil
            return false
        }
        pending = nil
        if let first = last, tap.time <= first.time + Self.duration,
            (tap.position - first.position).length <= Self.distance
        {
            last = nil
            return true
        }
        last = (time: time, position: position)
        return false
    }
}
