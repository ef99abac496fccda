public import VectorDrawing

/// An input event, as a value independent of the window system.
///
/// A presenter makes input events from its window's events. Their consumers, such as a scroll controller, do not depend
/// on a presenter.
public enum InputEvent: Hashable, Sendable {
    /// The pointer moved, or a button went down or up.
    case pointer(PointerEvent)
    /// A wheel was turned, or two fingers moved on a trackpad.
    case wheel(WheelEvent)
    /// A finger touched the screen, moved or was lifted.
    case touch(TouchEvent)
    /// A key went down or up.
    case key(KeyEvent)

    /// The time of the event in seconds, on the clock of the layers.
    public var time: Double {
        switch self {
        case .pointer(let event): event.time
        case .wheel(let event): event.time
        case .touch(let event): event.time
        case .key(let event): event.time
        }
    }

    /// The position in points from the window's upper left corner; nil for keys.
    public var position: Point? {
        switch self {
        case .pointer(let event): event.position
        case .wheel(let event): event.position
        case .touch(let event): event.position
        case .key: nil
        }
    }

    /// Returns the event at another position, for instance in a layer's coordinates; key events stay the same.
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
