public import LayerTree

/// Something that happened to a window: a value, without anything of SDL in it.
public struct WindowEvent: Hashable, Sendable {
    /// When it happened, in seconds on the clock of ``WindowOptions/clock``.
    public var time: Double
    /// What happened.
    public var kind: Kind

    /// An event.
    public init(time: Double, kind: Kind) {
        self.time = time
        self.kind = kind
    }

    /// What can happen to a window.
    public enum Kind: Hashable, Sendable {
        /// The user wants to close it, or to end the program.
        case closeRequested
        /// It has another size, in points or in pixels.
        case resized
        /// What it shows has been lost and has to be drawn again.
        case exposed
        /// Keys go to it from now on, or no longer.
        case focused(Bool)
        /// A key went down or up, or repeats itself.
        case key(KeyEvent)
        /// Text was typed.
        case text(String)
        /// The mouse, or what stands for one, moved or was pressed.
        case pointer(PointerEvent)
        /// A wheel was turned, or two fingers moved on a trackpad.
        case wheel(WheelEvent)
        /// A finger touched the screen, moved or was lifted.
        case touch(TouchEvent)
        /// A file was dropped on it; the path.
        case fileDropped(String)
        /// ``WindowPresenter/wake()`` was called since the last such event.
        case woken
    }
}

extension WindowEvent {
    /// What the user did, for whoever understands gestures; nil for everything else.
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
