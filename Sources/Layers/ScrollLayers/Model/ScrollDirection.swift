internal import LayerTree

/// A direction in which a view goes over the content.
public enum ScrollDirection: Hashable, Sendable, CaseIterable {
    /// The view goes there; the picture goes the other way.
    case left, right, up, down

    /// A step of 1 in the view's coordinates.
    var vector: Point {
        switch self {
        case .left: Point(x: -1, y: 0)
        case .right: Point(x: 1, y: 0)
        case .up: Point(x: 0, y: -1)
        case .down: Point(x: 0, y: 1)
        }
    }
}
