public import LayerTree

/// In which directions something can be scrolled.
public enum ScrollMode: Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none
    /// To the left and to the right.
    case horizontally
    /// Up and down.
    case vertically
    /// In all directions.
    case both
}

extension ScrollMode {
    /// What becomes of a wish to go from one place to another: directions that are not allowed stay as they are.
    public func destination(from old: Point, to new: Point) -> Point {
        Point(
            x: self == .horizontally || self == .both ? new.x : old.x,
            y: self == .vertically || self == .both ? new.y : old.y)
    }
}
