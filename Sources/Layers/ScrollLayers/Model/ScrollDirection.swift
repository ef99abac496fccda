internal import LayerTree
internal import VectorDrawing

/// A direction of scrolling.
public enum ScrollDirection: Hashable, Sendable, CaseIterable {
    /// The direction in which the view moves over the content; on the screen the content moves the opposite way.
    case left, right, up, down

    /// The unit vector in the view's coordinates.
    var vector: Point {
        switch self {
        case .left: Point(x: -1, y: 0)
        case .right: Point(x: 1, y: 0)
        case .up: Point(x: 0, y: -1)
        case .down: Point(x: 0, y: 1)
        }
    }
}
