/// A button of a mouse.
public enum PointerButton: Hashable, Sendable {
    /// The one that selects and drags: the left one, unless the system is told otherwise.
    case primary
    /// The one for menus: the right one.
    case secondary
    /// The one under the wheel.
    case middle
    /// Any other, by the window system's number of it.
    case other(Int)
}
