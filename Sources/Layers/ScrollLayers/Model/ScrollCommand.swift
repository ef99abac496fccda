/// A command that a key gives to a scroll view.
public enum ScrollCommand: Hashable, Sendable {
    /// Pans in a direction while the key is held.
    case pan(ScrollDirection)
    /// Pans by 90 % of the view.
    case page(ScrollDirection)
    /// Zooms in about the center while the key is held.
    case zoomIn
    /// Zooms out about the center while the key is held.
    case zoomOut
    /// Fits the content in the view.
    case fit
    /// Shows the content at this multiple of its actual size.
    case magnify(Double)
    /// Rotates the content clockwise.
    case rotate(degrees: Double)
    /// Mirrors the view left to right.
    case mirrorHorizontally
    /// Mirrors the view top to bottom.
    case mirrorVertically

    /// Whether the command continues while its key is held.
    var isContinuous: Bool {
        switch self {
        case .pan, .zoomIn, .zoomOut: true
        default: false
        }
    }
}
