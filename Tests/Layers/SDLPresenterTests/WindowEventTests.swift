import CSDL2
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import SDLPresenter

@MainActor
@Suite(.serialized, .timeLimited) struct WindowEventTests {
    /// A window without a screen, after the events of its opening.
    private func quietWindow(clock: any LayerClock = SystemClock()) throws -> WindowPresenter {
        let window = try headlessWindow { $0.clock = clock }
        while window.nextEvent(timeout: 0) != nil {}
        return window
    }

    /// The window event that an SDL event becomes after passing through SDL's queue.
    private func read(
        _ type: SDL_EventType, in window: WindowPresenter, of identifier: UInt32? = nil,
        _ fill: (inout SDL_Event) -> Void = { _ in }
    ) throws -> WindowEvent.Kind? {
        var event = SDL_Event()
        event.type = type.rawValue
        // The window's identifier is at the same offset in most events; others set it themselves.
        event.window.windowID = try identifier ?? #require(window.device).window.identifier
        fill(&event)
        #expect(SDL_PushEvent(&event) == 1)
        guard let event = window.nextEvent(timeout: 0) else { return nil }
        #expect(event.input.map { $0.time == event.time } ?? true)
        return event.kind.withoutTime
    }

    @Test func `text that is copied is on the clipboard, and a closed window has none`() throws {
        let window = try quietWindow()
        try window.copyToClipboard("52.5, 13.4 ü")
        #expect(window.clipboardText == "52.5, 13.4 ü")
        window.close()
        #expect(window.clipboardText.isEmpty)
    }

    @Test func `a window of 64 × 48 points without a screen has 64 × 48 pixels, and its title`() throws {
        let window = try headlessWindow()
        #expect(window.size == Size(width: 64, height: 48))
        #expect(window.pixelSize == PixelSize(width: 64, height: 48))
        #expect(window.pixelsPerPoint == 1)
        #expect(window.refreshRate == 60)
        #expect(window.title == "test")
        for title in ["other", "Fotos – Ωmega", "ASCII again"] {
            window.title = title
            #expect(window.title == title)
        }
        #expect(try headlessWindow { $0.title = "Fotos – Ωmega" }.title == "Fotos – Ωmega")
    }

    @Test func `a closed window has no size and no events, and can be closed again`() throws {
        let window = try headlessWindow()
        window.close()
        window.close()
        #expect(window.isClosed)
        #expect(window.pixelSize == PixelSize(width: 0, height: 0))
        #expect(window.size == .zero)
        #expect(window.nextEvent(timeout: nil) == nil)
        window.wake()
        #expect(SDL_WasInit(SDL_INIT_VIDEO) == 0)
    }

    @Test func `a window without references is deallocated`() throws {
        var window: WindowPresenter? = try headlessWindow()
        #expect(SDL_WasInit(SDL_INIT_VIDEO) != 0)
        #expect(window?.isClosed == false)
        window = nil
        #expect(SDL_WasInit(SDL_INIT_VIDEO) == 0)
    }

    @Test func `there is no event after a timeout of 0 or 20 milliseconds`() throws {
        let window = try quietWindow()
        #expect(window.nextEvent(timeout: 0) == nil)
        let start = SDL_GetTicks64()
        #expect(window.nextEvent(timeout: 0.02) == nil)
        #expect(SDL_GetTicks64() - start >= 20)
    }

    @Test func `many wakes are one event, and the next wake is another`() throws {
        let window = try quietWindow()
        for _ in 0..<100 { window.wake() }
        #expect(window.nextEvent(timeout: nil)?.kind == .woken)
        #expect(window.nextEvent(timeout: 0) == nil)
        window.waker.wake()
        #expect(window.nextEvent(timeout: nil)?.kind == .woken)
        #expect(window.nextEvent(timeout: 0) == nil)
    }

    @Test func `a waiting loop is woken by another thread`() throws {
        let window = try quietWindow()
        let waker = window.waker
        Task.detached { waker.wake() }
        #expect(window.nextEvent(timeout: nil)?.kind == .woken)
    }

    @Test func `a waker outlives its window`() throws {
        let waker = try headlessWindow().waker
        #expect(SDL_WasInit(SDL_INIT_VIDEO) == 0)
        waker.wake()
        let next = try quietWindow()
        waker.wake()
        #expect(next.nextEvent(timeout: 0) == nil)
    }

    @Test(arguments: [
        (SDL_WINDOWEVENT_CLOSE, WindowEvent.Kind.closeRequested), (SDL_WINDOWEVENT_SIZE_CHANGED, .resized),
        (SDL_WINDOWEVENT_EXPOSED, .exposed), (SDL_WINDOWEVENT_SHOWN, .exposed),
        (SDL_WINDOWEVENT_FOCUS_GAINED, .focused(true)), (SDL_WINDOWEVENT_FOCUS_LOST, .focused(false)),
    ])
    func `each event of the window itself is reported`(change: SDL_WindowEventID, kind: WindowEvent.Kind) throws {
        let window = try quietWindow()
        #expect(try read(SDL_WINDOWEVENT, in: window) { $0.window.event = UInt8(change.rawValue) } == kind)
    }

    @Test func `events of other windows, and those without a meaning here, are not reported`() throws {
        let window = try quietWindow()
        #expect(try read(SDL_MOUSEMOTION, in: window, of: 77) == nil)
        #expect(try read(SDL_KEYDOWN, in: window, of: 77) == nil)
        #expect(try read(SDL_AUDIODEVICEADDED, in: window) == nil)
        #expect(
            try read(SDL_WINDOWEVENT, in: window) { $0.window.event = UInt8(SDL_WINDOWEVENT_MOVED.rawValue) } == nil)
    }

    @Test func `an event that another open window has taken waits for its own, and quitting is for all`() throws {
        let window = try quietWindow()
        let other = try quietWindow()
        while window.nextEvent(timeout: 0) != nil {}
        let identifier = try #require(other.device).window.identifier
        #expect(try read(SDL_MOUSEMOTION, in: window, of: identifier) == nil)
        #expect(try read(SDL_KEYUP, in: window) { $0.key.keysym.sym = SDL_Keycode(SDLK_a.rawValue) } != nil)
        guard case .pointer(let event)? = other.nextEvent(timeout: 0)?.kind else {
            Issue.record("the other window gets its event")
            return
        }
        #expect(event.phase == .moved)
        #expect(other.nextEvent(timeout: 0) == nil)
        // Without a limit of time, a loop of several windows has to learn that another one has an event.
        other.wake()
        #expect(window.nextEvent(timeout: nil) == nil)
        #expect(other.nextEvent(timeout: 0)?.kind == .woken)
        #expect(try read(SDL_QUIT, in: window) == .closeRequested)
        #expect(other.nextEvent(timeout: 0)?.kind == .closeRequested)
    }

    @Test func `for a window that takes none, 4,096 events are kept, the latest`() throws {
        let window = try quietWindow()
        let other = try quietWindow()
        let identifier = try #require(other.device).window.identifier
        for x in 0..<4100 {
            #expect(try read(SDL_MOUSEMOTION, in: window, of: identifier) { $0.motion.x = Int32(x) } == nil)
        }
        var positions: [Double] = []
        while case .pointer(let event)? = other.nextEvent(timeout: 0)?.kind { positions.append(event.position.x) }
        #expect(positions == (4..<4100).map(Double.init))
    }

    @Test func `quitting is a close request, and lost textures an exposure`() throws {
        let window = try quietWindow()
        #expect(try read(SDL_QUIT, in: window) == .closeRequested)
        #expect(try read(SDL_RENDER_TARGETS_RESET, in: window) == .exposed)
        #expect(try read(SDL_RENDER_DEVICE_RESET, in: window) == .exposed)
    }

    @Test(arguments: [
        (SDLK_a.rawValue, Key.character("a")), (SDLK_SPACE.rawValue, .character(" ")), (0xE4, .character("ä")),
        (SDLK_KP_PLUS.rawValue, .character("+")), (SDLK_KP_1.rawValue, .character("1")),
        (SDLK_KP_9.rawValue, .character("9")), (SDLK_KP_0.rawValue, .character("0")), (SDLK_F1.rawValue, .function(1)),
        (SDLK_F12.rawValue, .function(12)), (SDLK_F24.rawValue, .function(24)), (SDLK_LEFT.rawValue, .left),
        (SDLK_RETURN.rawValue, .enter), (SDLK_KP_ENTER.rawValue, .enter), (SDLK_ESCAPE.rawValue, .escape),
        (SDLK_DELETE.rawValue, .delete), (SDLK_APPLICATION.rawValue, .menu),
        (SDLK_LSHIFT.rawValue, .other(Int(SDLK_LSHIFT.rawValue))),
    ])
    func `each key is reported by its legend`(code: UInt32, key: Key) throws {
        let window = try quietWindow()
        let down = try read(SDL_KEYDOWN, in: window) {
            $0.key.keysym.sym = SDL_Keycode(code)
            $0.key.keysym.mod = UInt16(KMOD_LCTRL.rawValue | KMOD_RSHIFT.rawValue)
            $0.key.repeat = 1
        }
        #expect(down == .key(KeyEvent(time: 0, key: key, isDown: true, isRepeat: true, modifiers: [.control, .shift])))
        let up = try read(SDL_KEYUP, in: window) { $0.key.keysym.sym = SDL_Keycode(code) }
        #expect(up == .key(KeyEvent(time: 0, key: key, isDown: false)))
    }

    @Test func `a click whose modifier was released in the same pump still has that modifier`() throws {
        let window = try quietWindow()
        func push(_ type: SDL_EventType, _ fill: (inout SDL_Event) -> Void) throws {
            var event = SDL_Event()
            event.type = type.rawValue
            event.window.windowID = try #require(window.device).window.identifier
            fill(&event)
            #expect(SDL_PushEvent(&event) == 1)
        }
        try push(SDL_KEYDOWN) { $0.key.keysym.mod = UInt16(KMOD_LSHIFT.rawValue) }
        try push(SDL_MOUSEBUTTONDOWN) { $0.button.button = UInt8(SDL_BUTTON_LEFT) }
        try push(SDL_KEYUP) { $0.key.keysym.mod = 0 }
        try push(SDL_MOUSEMOTION) { $0.motion.x = 5 }
        var modifiers: [KeyModifiers] = []
        while let event = window.nextEvent(timeout: 0) {
            if case .pointer(let event) = event.kind { modifiers.append(event.modifiers) }
        }
        #expect(modifiers == [.shift, []])
    }

    @Test func `typed text is reported as text`() throws {
        let window = try quietWindow()
        let kind = try read(SDL_TEXTINPUT, in: window) { event in
            withUnsafeMutableBytes(of: &event.text.text) { $0.copyBytes(from: "aß€".utf8) }
        }
        #expect(kind == .text("aß€"))
    }

    @Test func `the pointer moves, is pressed twice and exits`() throws {
        let window = try quietWindow()
        let moved = try read(SDL_MOUSEMOTION, in: window) {
            $0.motion.x = 12
            $0.motion.y = 34
        }
        #expect(moved == .pointer(PointerEvent(time: 0, phase: .moved, position: Point(x: 12, y: 34))))
        for (number, button) in [
            (SDL_BUTTON_LEFT, PointerButton.primary), (SDL_BUTTON_MIDDLE, .middle), (SDL_BUTTON_RIGHT, .secondary),
            (SDL_BUTTON_X1, .back), (SDL_BUTTON_X2, .forward), (8, .other(8)),
        ] {
            func fill(_ event: inout SDL_Event) {
                event.button.button = UInt8(number)
                event.button.clicks = 2
                event.button.x = 5
                event.button.y = 6
            }
            let position = Point(x: 5, y: 6)
            #expect(
                try read(SDL_MOUSEBUTTONDOWN, in: window, fill)
                    == .pointer(PointerEvent(time: 0, phase: .down(button, clicks: 2), position: position)))
            #expect(
                try read(SDL_MOUSEBUTTONUP, in: window, fill)
                    == .pointer(PointerEvent(time: 0, phase: .up(button, clicks: 2), position: position)))
        }
        let left = try read(SDL_WINDOWEVENT, in: window) { $0.window.event = UInt8(SDL_WINDOWEVENT_LEAVE.rawValue) }
        guard case .pointer(let event) = left else {
            Issue.record("the pointer has not left")
            return
        }
        #expect(event.phase == .exited)
    }

    @Test func `a wheel is reported in fractions, at the position of the pointer`() throws {
        let window = try quietWindow()
        let kind = try read(SDL_MOUSEWHEEL, in: window) {
            $0.wheel.y = 0
            $0.wheel.preciseX = 0.5
            $0.wheel.preciseY = -0.25
            $0.wheel.direction = SDL_MOUSEWHEEL_FLIPPED.rawValue
            $0.wheel.mouseX = 30
            $0.wheel.mouseY = 40
        }
        #expect(
            kind
                == .wheel(
                    WheelEvent(time: 0, delta: Point(x: 0.5, y: -0.25), isInverted: true, position: Point(x: 30, y: 40))
                ))
    }

    @Test func `a finger's position is reported in points`() throws {
        let window = try quietWindow()
        for (type, phase) in [
            (SDL_FINGERDOWN, TouchEvent.Phase.down), (SDL_FINGERMOTION, .moved), (SDL_FINGERUP, .up),
        ] {
            let kind = try read(type, in: window) {
                $0.tfinger.windowID = 0
                $0.tfinger.fingerId = 7
                $0.tfinger.x = 0.5
                $0.tfinger.y = 0.25
                $0.tfinger.pressure = 0.75
            }
            let position = Point(x: 32, y: 12)
            #expect(kind == .touch(TouchEvent(time: 0, phase: phase, finger: 7, position: position, pressure: 0.75)))
        }
    }

    @Test func `in a window with a scale, sizes and positions are in points`() throws {
        let window = try headlessWindow { $0.scale = 2 }
        while window.nextEvent(timeout: 0) != nil {}
        #expect(window.size == Size(width: 64, height: 48))
        #expect(window.pixelSize == PixelSize(width: 128, height: 96))
        #expect(window.pixelsPerPoint == 2)
        let moved = try read(SDL_MOUSEMOTION, in: window) {
            $0.motion.x = 12
            $0.motion.y = 35
        }
        #expect(moved == .pointer(PointerEvent(time: 0, phase: .moved, position: Point(x: 6, y: 17.5))))
        let wheel = try read(SDL_MOUSEWHEEL, in: window) {
            $0.wheel.preciseY = 1
            $0.wheel.mouseX = 30
            $0.wheel.mouseY = 40
        }
        #expect(
            wheel == .wheel(WheelEvent(time: 0, delta: Point(x: 0, y: 1), position: Point(x: 15, y: 20))))
        let touch = try read(SDL_FINGERDOWN, in: window) {
            $0.tfinger.windowID = 0
            $0.tfinger.x = 0.5
            $0.tfinger.y = 0.5
        }
        let position = Point(x: 32, y: 24)
        #expect(touch == .touch(TouchEvent(time: 0, phase: .down, finger: 0, position: position, pressure: 0)))
    }

    @Test(arguments: [
        ("96", 1.0), ("192", 2.0), ("144", 1.5), ("120", 1.25), ("100", 1), ("72", 1), ("1000", 4), ("x", 1),
        ("nan", 1),
        ("-96", 1),
    ])
    func `the resolution of X11 gives a scale in quarters`(resolution: String, scale: Double) {
        #expect(ScreenScale.scale(ofResolution: resolution) == scale)
    }

    @Test func `a dropped file is reported by its path`() throws {
        let window = try quietWindow()
        let kind = try read(SDL_DROPFILE, in: window, of: 0) { $0.drop.file = SDL_strdup("/a folder/map.dzi") }
        #expect(kind == .fileDropped("/a folder/map.dzi"))
    }

    @Test func `an event has the time of its occurrence on the window's clock`() throws {
        let clock = ManualClock(now: 1000)
        let window = try quietWindow(clock: clock)
        var event = SDL_Event()
        event.type = SDL_QUIT.rawValue
        // SDL_PushEvent would overwrite the time.
        event.common.timestamp = SDL_GetTicks() &- 250
        #expect(SDL_PeepEvents(&event, 1, SDL_ADDEVENT, 0, 0) == 1)
        let time = try #require(window.nextEvent(timeout: 0)).time
        #expect(time <= 999.75 && time > 990)
    }
}

extension WindowEvent.Kind {
    /// The event at time 0, for comparisons.
    fileprivate var withoutTime: Self {
        switch self {
        case .key(var event):
            event.time = 0
            return .key(event)
        case .pointer(var event):
            event.time = 0
            return .pointer(event)
        case .wheel(var event):
            event.time = 0
            return .wheel(event)
        case .touch(var event):
            event.time = 0
            return .touch(event)
        default: return self
        }
    }
}
