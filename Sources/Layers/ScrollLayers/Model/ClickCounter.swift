internal import LayerTree

/// Finds double clicks: two clicks of a button in quick succession at the same place, with no drag between them.
///
/// A click is a press whose button is released within the slop. How soon and how near the second press has to be is the
/// system's choice, which counts presses; it does not look at what happened between them.
struct ClickCounter: Sendable {
    /// Where the button was pressed; nil when it is up, or has been dragged.
    private var press: Point?
    /// Clicks in a row.
    private var count = 0

    /// Points that the pointer may move while the button is down.
    static let slop = 4.0

    /// The button was pressed; `presses` is the system's count, 1 for a press that follows no other closely.
    mutating func down(at position: Point, presses: Int) {
        if presses <= 1 { count = 0 }
        press = position
    }

    /// The pointer was moved: beyond the slop, that is a drag.
    mutating func moved(to position: Point) {
        guard let press, (position - press).length > Self.slop else { return }
        reset()
    }

    /// The button was released.
    ///
    /// - Returns: whether that completes a double click.
    mutating func up(at position: Point) -> Bool {
        moved(to: position)
        guard press != nil else { return false }
        press = nil
        count += 1
        return count.isMultiple(of: 2)
    }

    /// Counts a single click that the content was not given.
    mutating func addClick() { (press, count) = (nil, 1) }

    /// Forgets what has been clicked.
    mutating func reset() { (press, count) = (nil, 0) }
}
