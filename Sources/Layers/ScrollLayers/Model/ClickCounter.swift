internal import LayerTree
internal import VectorDrawing

/// Recognizes double clicks: two quick clicks of a button at the same position, without a drag between them.
///
/// A click is a press that is released within the slop. The time and distance limits for the second press are the
/// system's; its count of presses ignores drags between them, so drags are tracked here.
struct ClickCounter: Sendable {
    /// The position of the press; nil if the button is up or is dragging.
    private var press: Point?
    /// The number of successive clicks.
    private var count = 0

    /// The distance in points that the pointer may move while the button is down.
    static let slop = 4.0

    /// Records a press.
    ///
    /// `presses` is the system's count: 1 unless the press closely follows another press.
    mutating func down(at position: Point, presses: Int) {
        if presses <= 1 { count = 0 }
        press = position
    }

    /// Records a motion of the pointer; beyond the slop it is a drag.
    mutating func moved(to position: Point) {
        guard let press, (position - press).length > Self.slop else { return }
        reset()
    }

    /// Records a release.
    ///
    /// - Returns: whether the release completes a double click.
    mutating func up(at position: Point) -> Bool {
        moved(to: position)
        guard press != nil else { return false }
        press = nil
        count += 1
        return count.isMultiple(of: 2)
    }

    /// Counts a single click that was handled elsewhere.
    mutating func addClick() {
        press = nil
        count = 1
    }

    /// Forgets all clicks.
    mutating func reset() {
        press = nil
        count = 0
    }
}
