internal import CSDL2
internal import Files
internal import LayerTree
internal import VectorDrawing

extension WindowEvent.Kind {
    /// Creates the kind of a window's event from an SDL event; nil if the event is for another window or irrelevant.
    ///
    /// The window has this identifier (SDL_GetWindowID) and size in points. The path of a dropped file is freed.
    init?(_ event: SDL_Event, identifier: UInt32, size: Size, time: Double, modifiers: KeyModifiers) {
        // Reading any member of the union is safe; only those of the event's type are used.
        switch SDL_EventType(event.type) {
        case SDL_QUIT: self = .closeRequested
        case SDL_RENDER_TARGETS_RESET, SDL_RENDER_DEVICE_RESET: self = .exposed
        case SDL_WINDOWEVENT where event.window.windowID == identifier: self.init(event.window, time: time)
        case SDL_KEYDOWN where event.key.windowID == identifier, SDL_KEYUP where event.key.windowID == identifier:
            self = .key(KeyEvent(event.key, time: time))
        case SDL_TEXTINPUT where event.text.windowID == identifier:
            var text = event.text.text
            self = .text(withUnsafeBytes(of: &text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        case SDL_MOUSEMOTION where event.motion.windowID == identifier:
            let position = Point(x: Double(event.motion.x), y: Double(event.motion.y))
            self = .pointer(PointerEvent(time: time, phase: .moved, position: position, modifiers: modifiers))
        case SDL_MOUSEBUTTONDOWN where event.button.windowID == identifier,
            SDL_MOUSEBUTTONUP where event.button.windowID == identifier:
            self = .pointer(PointerEvent(event.button, time: time, modifiers: modifiers))
        case SDL_MOUSEWHEEL where event.wheel.windowID == identifier:
            self = .wheel(WheelEvent(event.wheel, time: time, modifiers: modifiers))
        // Before SDL 2.0.12, and with some drivers, a touch event names no window.
        case SDL_FINGERDOWN where [0, identifier].contains(event.tfinger.windowID),
            SDL_FINGERMOTION where [0, identifier].contains(event.tfinger.windowID),
            SDL_FINGERUP where [0, identifier].contains(event.tfinger.windowID):
            self = .touch(TouchEvent(event.tfinger, in: size, time: time))
        case SDL_DROPFILE:
            guard let path = event.drop.file else { return nil }
            defer { SDL_free(path) }
            guard event.drop.windowID == identifier || event.drop.windowID == 0 else { return nil }
            self = .fileDropped(PathText.text(path))
        default: return nil
        }
    }

    /// Returns the event with positions in points instead of units of the window system; touches are in points already.
    func inPoints(unitsPerPoint: Double) -> Self {
        func points(_ position: Point) -> Point { Point(x: position.x / unitsPerPoint, y: position.y / unitsPerPoint) }
        switch self {
        case .pointer(var event):
            event.position = points(event.position)
            return .pointer(event)
        case .wheel(var event):
            event.position = points(event.position)
            return .wheel(event)
        default: return self
        }
    }

    private init?(_ event: SDL_WindowEvent, time: Double) {
        switch SDL_WindowEventID(UInt32(event.event)) {
        case SDL_WINDOWEVENT_CLOSE: self = .closeRequested
        case SDL_WINDOWEVENT_SIZE_CHANGED: self = .resized
        case SDL_WINDOWEVENT_EXPOSED, SDL_WINDOWEVENT_SHOWN, SDL_WINDOWEVENT_RESTORED: self = .exposed
        case SDL_WINDOWEVENT_FOCUS_GAINED: self = .focused(true)
        case SDL_WINDOWEVENT_FOCUS_LOST: self = .focused(false)
        case SDL_WINDOWEVENT_LEAVE:
            var (x, y): (Int32, Int32) = (0, 0)
            SDL_GetMouseState(&x, &y)
            self = .pointer(PointerEvent(time: time, phase: .exited, position: Point(x: Double(x), y: Double(y))))
        default: return nil
        }
    }
}

extension TouchEvent {
    /// Creates a touch event; SDL's coordinates are fractions of the window's size in points.
    init(_ event: SDL_TouchFingerEvent, in size: Size, time: Double) {
        let phase: Phase =
            switch SDL_EventType(event.type) {
            case SDL_FINGERDOWN: .down
            case SDL_FINGERUP: .up
            default: .moved
            }
        self.init(
            time: time, phase: phase, finger: Int(event.fingerId),
            position: Point(x: Double(event.x) * size.width, y: Double(event.y) * size.height),
            pressure: Double(event.pressure))
    }
}

extension PointerEvent {
    /// Creates the event of a button that went down or up.
    init(_ event: SDL_MouseButtonEvent, time: Double, modifiers: KeyModifiers) {
        let button: PointerButton =
            switch Int32(event.button) {
            case SDL_BUTTON_LEFT: .primary
            case SDL_BUTTON_RIGHT: .secondary
            case SDL_BUTTON_MIDDLE: .middle
            case SDL_BUTTON_X1: .back
            case SDL_BUTTON_X2: .forward
            default: .other(Int(event.button))
            }
        let clicks = Int(event.clicks)
        let isDown = event.type == SDL_MOUSEBUTTONDOWN.rawValue
        self.init(
            time: time, phase: isDown ? .down(button, clicks: clicks) : .up(button, clicks: clicks),
            position: Point(x: Double(event.x), y: Double(event.y)), modifiers: modifiers)
    }
}

extension WheelEvent {
    /// Creates the event of a turned wheel.
    init(_ event: SDL_MouseWheelEvent, time: Double, modifiers: KeyModifiers) {
        var (x, y): (Int32, Int32) = (0, 0)
        withUnsafePointer(to: event) { tk_wheel_position($0, &x, &y) }
        self.init(
            time: time, delta: Point(x: Double(event.preciseX), y: Double(event.preciseY)),
            isInverted: event.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue, position: Point(x: Double(x), y: Double(y)),
            modifiers: modifiers)
    }
}
