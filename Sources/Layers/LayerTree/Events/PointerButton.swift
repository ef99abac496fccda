/// A button of a mouse.
public enum PointerButton: Hashable, Sendable {
    /// The button that selects and drags: the left one unless the system is configured otherwise.
    case primary
    /// The button for context menus: the right one by default.
    case secondary
    /// The middle button, usually the wheel.
    case middle
    /// Any other button, by the window system's number.
    case other(Int)
}
