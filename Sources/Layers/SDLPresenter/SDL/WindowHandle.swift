internal import CSDL2
internal import Glibc
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The sole owner of an SDL window (SDL_CreateWindow, SDL_DestroyWindow).
final class WindowHandle {
    let pointer: OpaquePointer
    /// The units of SDL's sizes and positions per point.
    let unitsPerPoint: Double
    private let video: VideoSubsystem

    /// Creates a window that is hidden; ``show()`` shows it.
    init(_ options: WindowOptions) throws(PresenterError) {
        video = try VideoSubsystem(isHeadless: options.isHeadless)
        var flags = SDL_WINDOW_ALLOW_HIGHDPI.rawValue
        if options.isResizable { flags |= SDL_WINDOW_RESIZABLE.rawValue }
        // Creating the renderer may take a part of a second, and some renderers create the window again.
        flags |= SDL_WINDOW_HIDDEN.rawValue
        // Without a window manager nobody can move the window, and at the origin the most of it is visible.
        let unitsPerPoint = options.scale ?? ScreenScale.unitsPerPoint
        func units(_ length: Double) -> Int32 {
            Int32(min(length * unitsPerPoint, WindowOptions.largestSide).rounded())
        }
        let position = WindowManager.isRunning ? Int32(tk_window_position_undefined) : 0
        guard
            let pointer = SDL_CreateWindow(
                "", position, position, units(options.size.width), units(options.size.height), flags)
        else { throw .sdl(.noWindow, "The window cannot be opened") }
        self.pointer = pointer
        self.unitsPerPoint = unitsPerPoint
        title = options.title
    }

    deinit {
        SDL_DestroyWindow(pointer)
    }

    /// Shows the window, and waits until it is on the screen (SDL_ShowWindow).
    func show() {
        SDL_ShowWindow(pointer)
    }

    /// Waits until the window system has processed all requests.
    ///
    /// On X11, SDL wakes a loop with a message to the window, sent on a separate connection. If the message arrived after the
    /// window is destroyed, Xlib would end the process. SDL_GetWindowBordersSize requests a reply on the main connection, which
    /// comes after all earlier messages.
    func synchronize() {
        SDL_GetWindowBordersSize(pointer, nil, nil, nil, nil)
    }

    /// The identifier in the window's events (SDL_GetWindowID).
    var identifier: UInt32 { SDL_GetWindowID(pointer) }

    /// Whether the pointer is over the window, or over no window of the process (SDL_GetMouseFocus).
    var isBelowPointerOrNoneIs: Bool { SDL_GetMouseFocus().map { $0 == pointer } ?? true }

    /// The size in points without the frame (SDL_GetWindowSize).
    var size: Size {
        var (width, height): (Int32, Int32) = (0, 0)
        SDL_GetWindowSize(pointer, &width, &height)
        return Size(width: Double(width) / unitsPerPoint, height: Double(height) / unitsPerPoint)
    }

    /// The refresh rate of the window's screen in Hz (SDL_GetCurrentDisplayMode); nil if SDL does not know it.
    var refreshRate: Double? {
        var mode = SDL_DisplayMode()
        let display = SDL_GetWindowDisplayIndex(pointer)
        guard display >= 0, SDL_GetCurrentDisplayMode(display, &mode) == 0, mode.refresh_rate > 0 else { return nil }
        return Double(mode.refresh_rate)
    }

    /// The ICC profile of the window's screen; nil if X11 does not name one.
    var displayProfile: [UInt8]? { X11DisplayProfile.bytes(ofScreen: Int(max(0, SDL_GetWindowDisplayIndex(pointer)))) }

    /// The title (SDL_GetWindowTitle, SDL_SetWindowTitle).
    var title: String {
        get { String(cString: SDL_GetWindowTitle(pointer)) }
        set {
            // On X11, SDL converts the title from the C locale's character set, which is ASCII unless the program has
            // set another. The UTF-8 locale is set only for other titles, as it hides ASCII ones from tools that read
            // an older property.
            guard newValue.utf8.contains(where: { $0 >= 128 }) else { return SDL_SetWindowTitle(pointer, newValue) }
            let locale = setlocale(LC_CTYPE, nil).map { String(cString: $0) }
            setlocale(LC_CTYPE, "C.UTF-8")
            SDL_SetWindowTitle(pointer, newValue)
            setlocale(LC_CTYPE, locale ?? "C")
        }
    }

    /// The text on the clipboard (SDL_GetClipboardText).
    var clipboardText: String {
        guard let text = SDL_GetClipboardText() else { return "" }
        defer { SDL_free(text) }
        return String(cString: text)
    }

    /// Copies text to the clipboard (SDL_SetClipboardText).
    func copyToClipboard(_ text: String) throws(PresenterError) {
        try check(SDL_SetClipboardText(text), .noWindow, "The text cannot be copied to the clipboard")
    }

    /// Whether the window fills the screen (SDL_GetWindowFlags).
    var isFullScreen: Bool {
        SDL_GetWindowFlags(pointer) & SDL_WINDOW_FULLSCREEN.rawValue != 0
    }

    func setFullScreen(_ isFullScreen: Bool) throws(PresenterError) {
        try check(
            SDL_SetWindowFullscreen(pointer, isFullScreen ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0), .noWindow,
            "The window cannot enter or leave full screen")
    }
}
