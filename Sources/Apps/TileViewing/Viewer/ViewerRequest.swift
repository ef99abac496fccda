/// Something that a viewer asks of the window that shows it.
public enum ViewerRequest: Hashable, Sendable {
    /// To fill the screen, or not any more.
    case setFullScreen(Bool)
    /// To put text where other programs can paste it from.
    case copy(String)
    /// To close.
    case close
}
