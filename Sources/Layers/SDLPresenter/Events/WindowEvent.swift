public import LayerTree

/// An event of a window, as a value free of SDL types.
public struct WindowEvent: Hashable, Sendable {
    /// The time in seconds on the clock of ``WindowOptions/clock``.
    public var time: Double
    /// The kind of event.
    public var kind: Kind

    /// Creates an event.
    public init(time: Double, kind: Kind) {
        self.time = time
        self.kind = kind
    }

    /// The kinds of events.
    public enum Kind: Hashable, Sendable {
        /// The user wants to close the window or to quit the program.
        case closeRequested
        /// The window's size in points or in pixels has changed.
        case resized
        /// The window's content was lost and must be drawn again.
        case exposed
        /// The window gained or lost the keyboard focus.
        case focused(Bool)
        /// A key went down, up or repeated.
        case key(KeyEvent)
        /// Text was typed.
        case text(String)
        /// The mouse, or another pointing device, moved or a button was pressed or released.
        case pointer(PointerEvent)
        /// A wheel was turned, or two fingers moved on a trackpad.
        case wheel(WheelEvent)
        /// A finger touched the screen, moved or was lifted.
        case touch(TouchEvent)
        /// A file was dropped on the window; the value is its path.
        case fileDropped(String)
        /// ``WindowPresenter/wake()`` was called since the last event of this kind.
        case woken
    }

    /// The user input for gesture recognition; nil for all other events.
    public var input: InputEvent? {
        switch kind {
        case .key(let event): .key(event)
        case .pointer(let event): .pointer(event)
        case .wheel(let event): .wheel(event)
        case .touch(let event): .touch(event)
        case .closeRequested, .resized, .exposed, .focused, .text, .fileDropped, .woken: nil
        }
    }
}
