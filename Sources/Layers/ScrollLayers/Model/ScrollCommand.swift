/// Something that a key can ask of a scrolling view.
public enum ScrollCommand: Hashable, Sendable {
    /// To go in a direction for as long as the key is held.
    case pan(ScrollDirection)
    /// To go on by nearly all that is seen.
    case page(ScrollDirection)
    /// To enlarge about the middle for as long as the key is held.
    case zoomIn
    /// To shrink about the middle for as long as the key is held.
    case zoomOut
    /// To show all of the content.
    case fit
    /// To show the content so many times larger than pixel for pixel.
    case magnify(Double)
    /// To turn the picture by so many degrees clockwise.
    case rotate(degrees: Double)
    /// To mirror the picture, left and right.
    case mirrorHorizontally
    /// To mirror the picture, top and bottom.
    case mirrorVertically
}

extension ScrollCommand {
    /// Whether it goes on while the key is held.
    var isContinuous: Bool {
        switch self {
        case .pan, .zoomIn, .zoomOut: true
        default: false
        }
    }
}
