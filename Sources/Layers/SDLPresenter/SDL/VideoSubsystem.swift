internal import CSDL2

/// SDL's windows and events, in use as long as one of these exists (SDL_InitSubSystem, SDL_QuitSubSystem).
final class VideoSubsystem {
    /// Starts SDL, unless it runs already.
    ///
    /// - Parameter isHeadless: whether to do without a screen; has no effect when SDL runs already.
    /// - Throws: `noDisplay`.
    init(isHeadless: Bool) throws(PresenterError) {
        for (hint, value) in Self.hints {
            SDL_SetHint(hint, value)
        }
        if isHeadless {
            SDL_SetHintWithPriority("SDL_VIDEODRIVER", "dummy", SDL_HINT_OVERRIDE)
        }
        let result = SDL_InitSubSystem(SDL_INIT_VIDEO)
        if isHeadless {
            SDL_ResetHint("SDL_VIDEODRIVER")
        }
        try check(result, .noDisplay, "No screen can be used")
        // Where there is no screen, SDL draws into memory that nobody sees, without being asked to.
        if !isHeadless, Self.driver == "offscreen", SDL_getenv("SDL_VIDEODRIVER") == nil {
            SDL_QuitSubSystem(SDL_INIT_VIDEO)
            throw PresenterError(.noDisplay, "No screen can be used: there is neither X11 nor Wayland here.")
        }
    }

    /// What SDL calls the window system it uses (SDL_GetCurrentVideoDriver).
    static var driver: String { SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? "" }

    deinit {
        SDL_QuitSubSystem(SDL_INIT_VIDEO)
    }

    /// By name, as some are newer than the oldest SDL we are built with; it ignores those it does not know.
    private static let hints = [
        // A library leaves the process's signals, the screen saver and the desktop's effects alone.
        ("SDL_NO_SIGNAL_HANDLERS", "1"),
        ("SDL_VIDEO_ALLOW_SCREENSAVER", "1"),
        ("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0"),
        // Closing the window is one event, not two.
        ("SDL_QUIT_ON_LAST_WINDOW_CLOSE", "0"),
        // Fingers come as fingers only, not as a mouse as well.
        ("SDL_TOUCH_MOUSE_EVENTS", "0"),
        // What SDL's software renderer draws is not shown by way of OpenGL, which the processor might have to do too.
        ("SDL_FRAMEBUFFER_ACCELERATION", "0"),
        // Several quads go to the driver at once, also when the driver has been named.
        ("SDL_RENDER_BATCHING", "1"),
    ]
}
