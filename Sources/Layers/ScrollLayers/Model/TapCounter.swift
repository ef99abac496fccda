internal import LayerTree

/// Finds two taps of a finger on the same place of the screen, one soon after the other.
struct TapCounter: Sendable {
    private struct Tap {
        var time: Double
        var position: Point
    }

    /// The finger that is down, if it may yet become a tap.
    private var pending: Tap?
    private var last: Tap?

    /// Seconds that a tap lasts at most, and that the second may begin after the first.
    private static let duration = 0.3
    /// Points that a finger may move while it taps.
    private static let slop = 10.0
    /// Points that the second tap may lie away from the first.
    private static let distance = 40.0

    /// A finger touched the screen; whether it is the only one.
    mutating func fingerDown(at position: Point, time: Double, isOnly: Bool) {
        pending = isOnly ? Tap(time: time, position: position) : nil
        if !isOnly { last = nil }
    }

    /// The last finger was lifted.
    ///
    /// - Returns: whether that was the second of two taps.
    mutating func fingerUp(at position: Point, time: Double) -> Bool {
        guard let tap = pending, time <= tap.time + Self.duration, (position - tap.position).length <= Self.slop else {
            (pending, last) = (nil, nil)
            return false
        }
        pending = nil
        if let first = last, tap.time <= first.time + Self.duration,
            (tap.position - first.position).length <= Self.distance
        {
            last = nil
            return true
        }
        last = Tap(time: time, position: position)
        return false
    }
}
