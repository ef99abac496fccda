/// Something that the user did: a value without anything of the window system in it.
///
/// A presenter makes them from its window's events; what understands them, such as a scroll controller, knows no
/// presenter.
public enum InputEvent: Hashable, Sendable {
    /// The mouse, or what stands for one, moved or was pressed.
    case pointer(PointerEvent)
    /// A wheel was turned, or two fingers moved on a trackpad.
    case wheel(WheelEvent)
    /// A finger touched the screen, moved or was lifted.
    case touch(TouchEvent)
    /// A key went down or up.
    case key(KeyEvent)

    /// When, in seconds on the clock of the layers.
    public var time: Double {
        switch self {
        case .pointer(let event): event.time
        case .wheel(let event): event.time
        case .touch(let event): event.time
        case .key(let event): event.time
        }
    }

    /// Where, in points from the window's upper left corner; nil for keys.
    public var position: Point? {
        switch self {
        case .pointer(let event): event.position
        case .wheel(let event): event.position
        case .touch(let event): event.position
        case .key: nil
        }
    }

    /// The same at another place, such as that place in a layer's coordinates.
    public func moved(to position: Point) -> InputEvent {
        switch self {
        case .pointer(var event):
            event.position = position
            return .pointer(event)
        case .wheel(var event):
            event.position = position
            return .wheel(event)
        case .touch(var event):
            event.position = position
            return .touch(event)
        case .key:
            return self
        }
    }
}
