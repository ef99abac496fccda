internal import CSDL2
internal import LayerTree

extension KeyEvent {
    /// Creates the event of a key that went down or up.
    init(_ event: SDL_KeyboardEvent, time: Double) {
        self.init(
            time: time, key: Key(event.keysym.sym), isDown: event.type == SDL_KEYDOWN.rawValue,
            isRepeat: event.repeat != 0,
            modifiers: KeyModifiers(SDL_Keymod(UInt32(event.keysym.mod))))
    }
}

extension Key {
    /// Creates a key from SDL's key code.
    init(_ code: SDL_Keycode) {
        if let named = Self.named[code] {
            self = named
        } else if code > 0x20, code < 0x11_0000, let scalar = Unicode.Scalar(UInt32(code)) {
            self = .character(Character(scalar))
        } else {
            self = .other(Int(code))
        }
    }

    private static let named: [SDL_Keycode: Key] = {
        let names: [(SDL_KeyCode, Key)] = [
            (SDLK_SPACE, .character(" ")), (SDLK_LEFT, .left), (SDLK_RIGHT, .right), (SDLK_UP, .up),
            (SDLK_DOWN, .down), (SDLK_HOME, .home), (SDLK_END, .end), (SDLK_PAGEUP, .pageUp),
            (SDLK_PAGEDOWN, .pageDown), (SDLK_RETURN, .enter), (SDLK_KP_ENTER, .enter), (SDLK_ESCAPE, .escape),
            (SDLK_TAB, .tab), (SDLK_BACKSPACE, .backspace), (SDLK_DELETE, .delete), (SDLK_INSERT, .insert),
            (SDLK_APPLICATION, .menu), (SDLK_MENU, .menu),
            (SDLK_KP_DIVIDE, .character("/")), (SDLK_KP_MULTIPLY, .character("*")),
            (SDLK_KP_MINUS, .character("-")), (SDLK_KP_PLUS, .character("+")), (SDLK_KP_EQUALS, .character("=")),
            (SDLK_KP_PERIOD, .character(".")), (SDLK_KP_COMMA, .character(",")), (SDLK_KP_0, .character("0")),
        ]
        var result = Dictionary(uniqueKeysWithValues: names.map { (SDL_Keycode($0.0.rawValue), $0.1) })
        // SDL numbers these consecutively.
        for digit in 1...9 {
            result[SDL_Keycode(SDLK_KP_1.rawValue) + SDL_Keycode(digit - 1)] = .character(Character("\(digit)"))
        }
        for number in 1...12 {
            result[SDL_Keycode(SDLK_F1.rawValue) + SDL_Keycode(number - 1)] = .function(number)
            result[SDL_Keycode(SDLK_F13.rawValue) + SDL_Keycode(number - 1)] = .function(number + 12)
        }
        return result
    }()
}

extension KeyModifiers {
    /// Creates the modifiers from SDL's flags.
    init(_ mod: SDL_Keymod) {
        self = []
        if mod.rawValue & KMOD_SHIFT.rawValue != 0 { insert(.shift) }
        if mod.rawValue & KMOD_CTRL.rawValue != 0 { insert(.control) }
        if mod.rawValue & KMOD_ALT.rawValue != 0 { insert(.alt) }
        if mod.rawValue & KMOD_GUI.rawValue != 0 { insert(.command) }
    }
}
