package import VectorDrawing

/// A press on something that scrolls up and down: it scrolls once the pointer has moved, and is a click until then.
package struct ScrollDrag: Hashable, Sendable {
    /// Whether the pointer has moved so far that a release is not a click.
    package private(set) var isDrag = false

    private let start: Point
    private let offset: Double

    /// The distance that the pointer may move up or down during a click, in points.
    package static let slop = 6.0

    /// Begins with a press at a point, while the content is scrolled down by an offset.
    package init(at point: Point, offset: Double) {
        start = point
        self.offset = offset
    }

    /// Moves the pointer.
    ///
    /// - Returns: the offset to which the content is scrolled, which may lie beyond its ends; nil while the press is a click.
    package mutating func move(to point: Point) -> Double? {
        let distance = start.y - point.y
        isDrag = isDrag || abs(distance) > Self.slop
        return isDrag ? offset + distance : nil
    }
}
