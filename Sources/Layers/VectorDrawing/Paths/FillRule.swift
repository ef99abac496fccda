/// The rule that decides which points are inside overlapping outlines.
public enum FillRule: Hashable, Sendable {
    /// Points with a winding number other than 0; the default.
    case nonZero
    /// Points with an odd winding number.
    case evenOdd

    /// Whether points with a winding number are inside.
    func contains(winding: Int) -> Bool { self == .evenOdd ? winding & 1 != 0 : winding != 0 }
}
