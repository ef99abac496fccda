/// A request from a viewer to its window.
public enum ViewerRequest: Hashable, Sendable {
    /// Enters or leaves full screen.
    case setFullScreen(Bool)
    /// Copies text to the clipboard.
    case copy(String)
    /// Closes the window.
    case close
}
