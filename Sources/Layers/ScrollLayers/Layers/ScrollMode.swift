internal import LayerTree
public import VectorDrawing

/// The directions in which a layer can be scrolled.
public enum ScrollMode: Hashable, Sendable, CaseIterable {
    /// No scrolling.
    case none
    /// Left and right.
    case horizontally
    /// Up and down.
    case vertically
    /// All directions.
    case both

    /// Returns the point that a scroll from `old` to `new` reaches: coordinates that may not change keep their old
    /// value.
    public func destination(from old: Point, to new: Point) -> Point {
        Point(
            x: self == .horizontally || self == .both ? new.x : old.x,
            y: self == .vertically || self == .both ? new.y : old.y)
    }
}
