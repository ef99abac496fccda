internal import CSDL2

/// SDL's windows and events, initialized as long as an instance exists (SDL_InitSubSystem, SDL_QuitSubSystem).
final class VideoSubsystem {
    /// Initializes SDL's video subsystem, with or without a screen, unless it is in use already.
    ///
    /// - Throws: `noDisplay`.
    convenience init(isHeadless: Bool) throws(PresenterError) {
        // Before there is an instance, which would quit when it ends.
        try Self.start(isHeadless: isHeadless)
        X11EventTimes.start()
        self.init()
    }

    private init() {}

    private static func start(isHeadless: Bool) throws(PresenterError) {
        for (hint, value) in hints {
            SDL_SetHint(hint, value)
        }
        if isHeadless {
            SDL_SetHintWithPriority("SDL_VIDEODRIVER", "dummy", SDL_HINT_OVERRIDE)
        }
        if SDL_WasInit(SDL_INIT_VIDEO) == 0, !isHeadless { X11Errors.startIgnoring() }
        let result = SDL_InitSubSystem(SDL_INIT_VIDEO)
        if isHeadless {
            SDL_ResetHint("SDL_VIDEODRIVER")
        }
        if driver != "x11" { X11Errors.stopIgnoring() }
        try check(result, .noDisplay, "No screen can be used")
        // SDL has one driver for all windows of a process.
        if isHeadless ? driver != "dummy" : driver == "dummy" && !environmentAsksForDummy {
            quit()
            throw PresenterError(
                .noDisplay,
                "A window with a screen and one without cannot be open at once. Close the other one first.")
        }
        // Without a screen, SDL falls back to the invisible "offscreen" driver unasked.
        if !isHeadless, driver == "offscreen", SDL_getenv("SDL_VIDEODRIVER") == nil {
            quit()
            throw PresenterError(
                .noDisplay,
                "No screen can be used: neither X11 nor Wayland is running. Start the program in a graphical session.")
        }
    }

    /// Whether the variable `SDL_VIDEODRIVER` names the driver without a screen.
    private static var environmentAsksForDummy: Bool {
        SDL_getenv("SDL_VIDEODRIVER").map { String(cString: $0) } == "dummy"
    }

    /// SDL's name of the window system (SDL_GetCurrentVideoDriver).
    static var driver: String { SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? "" }

    deinit {
        Self.quit()
    }

    private static func quit() {
        SDL_QuitSubSystem(SDL_INIT_VIDEO)
        if SDL_WasInit(SDL_INIT_VIDEO) == 0 { X11Errors.stopIgnoring() }
    }

    /// The hints by name, because some are newer than the oldest supported SDL.
    ///
    /// SDL ignores hints that it does not know.
    private static let hints = [
        // A library leaves the process's signals, the screen saver and the desktop effects alone.
        ("SDL_NO_SIGNAL_HANDLERS", "1"),
        ("SDL_VIDEO_ALLOW_SCREENSAVER", "1"),
        ("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0"),
        // Closing the window sends one event, not two.
        ("SDL_QUIT_ON_LAST_WINDOW_CLOSE", "0"),
        // Touches are not also reported as mouse events.
        ("SDL_TOUCH_MOUSE_EVENTS", "0"),
        // SDL's software renderer does not present through OpenGL, which may be software too.
        ("SDL_FRAMEBUFFER_ACCELERATION", "0"),
        // Draw calls are batched even if a driver is named.
        ("SDL_RENDER_BATCHING", "1"),
    ]
}
