internal import LayerTree
internal import VectorDrawing

/// One of the eight handles by which a selection is resized: a corner, or the middle of an edge.
struct SelectionHandle: Hashable, Sendable {
    /// The edges that it moves: −1 for the left one, 1 for the right one, 0 for neither.
    let horizontal: Int
    /// The edges that it moves: −1 for the upper one, 1 for the lower one, 0 for neither.
    let vertical: Int

    /// All handles, the corners first.
    static let all = [(-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1), (1, 0), (0, 1), (-1, 0)].map(SelectionHandle.init)

    /// Whether it is a corner, and not in the middle of an edge.
    var isCorner: Bool { horizontal != 0 && vertical != 0 }

    /// The position in a rectangle, from 0 to 1 along each side.
    var unitPoint: Point { Point(x: Double(horizontal + 1) / 2, y: Double(vertical + 1) / 2) }
}

/// A part of a selection that can be dragged.
enum SelectionTarget: Hashable, Sendable {
    /// A handle, which resizes.
    case handle(SelectionHandle)
    /// The inside, which moves.
    case inside
}
