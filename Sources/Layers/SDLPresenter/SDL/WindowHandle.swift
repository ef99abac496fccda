internal import CSDL2
internal import Glibc
internal import LayerTree
internal import TilePyramid

/// The one owner of an SDL window (SDL_CreateWindow, SDL_DestroyWindow).
final class WindowHandle {
    let pointer: OpaquePointer
    private let video: VideoSubsystem

    /// Opens a window.
    init(_ options: WindowOptions) throws(PresenterError) {
        video = try VideoSubsystem(isHeadless: options.isHeadless)
        var flags = SDL_WINDOW_ALLOW_HIGHDPI.rawValue
        if options.isResizable { flags |= SDL_WINDOW_RESIZABLE.rawValue }
        if options.isHidden { flags |= SDL_WINDOW_HIDDEN.rawValue }
        // Without a window manager nobody can move it: at the origin as much of it as there is room for is seen.
        let position = WindowManager.isRunning ? Int32(tk_window_position_undefined) : 0
        guard
            let pointer = SDL_CreateWindow(
                options.title, position, position, Int32(options.size.width.rounded()),
                Int32(options.size.height.rounded()), flags)
        else { throw .sdl(.noWindow, "The window cannot be opened") }
        self.pointer = pointer
    }

    deinit {
        SDL_DestroyWindow(pointer)
    }

    /// Waits until the window system has done all that it was asked to.
    ///
    /// On X11, SDL wakes a loop by a message to the window, on a connection of its own. If that came when the window is
    /// gone, Xlib would end the process. An answer on the main connection (SDL_GetWindowBordersSize asks for one) comes
    /// after all that had been sent before.
    func synchronize() {
        SDL_GetWindowBordersSize(pointer, nil, nil, nil, nil)
    }

    /// What its events are known by (SDL_GetWindowID).
    var identifier: UInt32 { SDL_GetWindowID(pointer) }

    /// Its extent in points, without its frame (SDL_GetWindowSize).
    var size: Size {
        var (width, height): (Int32, Int32) = (0, 0)
        SDL_GetWindowSize(pointer, &width, &height)
        return Size(width: Double(width), height: Double(height))
    }

    /// How often the screen it is on is refreshed in a second (SDL_GetCurrentDisplayMode); nil where SDL cannot tell.
    var refreshRate: Double? {
        var mode = SDL_DisplayMode()
        let display = SDL_GetWindowDisplayIndex(pointer)
        guard display >= 0, SDL_GetCurrentDisplayMode(display, &mode) == 0, mode.refresh_rate > 0 else { return nil }
        return Double(mode.refresh_rate)
    }

    /// What stands in its title bar (SDL_GetWindowTitle, SDL_SetWindowTitle).
    var title: String {
        get { String(cString: SDL_GetWindowTitle(pointer)) }
        set {
            // On X11 SDL takes it for text in the C library's character set, which is ASCII unless the program has set
            // another one. With that one always, tools that look for windows by an older property would not find it.
            guard newValue.utf8.contains(where: { $0 >= 128 }) else { return SDL_SetWindowTitle(pointer, newValue) }
            let locale = setlocale(LC_CTYPE, nil).map { String(cString: $0) }
            setlocale(LC_CTYPE, "C.UTF-8")
            SDL_SetWindowTitle(pointer, newValue)
            setlocale(LC_CTYPE, locale ?? "C")
        }
    }

    /// What SDL calls the window system.
    var videoDriverName: String { VideoSubsystem.driver }

    /// Puts text where other programs can paste it from (SDL_SetClipboardText).
    func copyToClipboard(_ text: String) throws(PresenterError) {
        try check(SDL_SetClipboardText(text), .noWindow, "The text cannot be copied")
    }

    /// Whether it fills the screen (SDL_SetWindowFullscreen).
    var isFullScreen: Bool {
        SDL_GetWindowFlags(pointer) & SDL_WINDOW_FULLSCREEN.rawValue != 0
    }

    func setFullScreen(_ isFullScreen: Bool) throws(PresenterError) {
        try check(
            SDL_SetWindowFullscreen(pointer, isFullScreen ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0), .noWindow,
            "The window cannot change to or from the full screen")
    }
}
