internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Cursor {
    /// Creates the arrows for a handle that moves along a vector of the view, to the nearest of the four shapes.
    init(resizingAlong vector: Point) {
        // In eighths of a turn, of which opposite ones have the same arrows.
        let eighths = (atan2(vector.y, vector.x) / (.pi / 4)).rounded()
        self =
            switch (Int(eighths) + 8) % 4 {
            case 0: .resizeLeftRight
            case 1: .resizeDownRight
            case 2: .resizeUpDown
            default: .resizeUpRight
            }
    }
}
