internal import CSDL2

/// What places and moves the windows of the screen.
enum WindowManager {
    /// Whether there is one, as on nearly every screen; SDL's video has to run.
    ///
    /// Only X11 can do without. There a window manager says that it runs by a property of the root window
    /// (_NET_SUPPORTING_WM_CHECK, Extended Window Manager Hints 1.5); SDL looks for it too, and does not tell.
    static var isRunning: Bool {
        guard VideoSubsystem.driver == "x11", let library = SDL_LoadObject("libX11.so.6") else { return true }
        defer { SDL_UnloadObject(library) }
        guard let x11 = Library(library), let display = x11.open(nil) else { return true }
        defer { _ = x11.close(display) }
        var count: Int32 = 0
        let properties = x11.listProperties(display, x11.rootWindow(display), &count)
        defer { if let properties { _ = x11.free(properties) } }
        let sign = x11.atom(display, "_NET_SUPPORTING_WM_CHECK", 1)
        return sign != 0 && UnsafeBufferPointer(start: properties, count: Int(count)).contains(sign)
    }

    /// The functions of Xlib that this takes, by their names there.
    private struct Library {
        /// XOpenDisplay.
        let open: @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
        /// XCloseDisplay.
        let close: @convention(c) (OpaquePointer) -> Int32
        /// XDefaultRootWindow.
        let rootWindow: @convention(c) (OpaquePointer) -> UInt
        /// XInternAtom; with 1 at the end, 0 for a name that nobody has used yet.
        let atom: @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> UInt
        /// XListProperties.
        let listProperties:
            @convention(c) (OpaquePointer, UInt, UnsafeMutablePointer<Int32>) -> UnsafeMutablePointer<UInt>?
        /// XFree.
        let free: @convention(c) (UnsafeMutableRawPointer) -> Int32

        init?(_ library: UnsafeMutableRawPointer) {
            guard let open = SDL_LoadFunction(library, "XOpenDisplay"),
                let close = SDL_LoadFunction(library, "XCloseDisplay"),
                let rootWindow = SDL_LoadFunction(library, "XDefaultRootWindow"),
                let atom = SDL_LoadFunction(library, "XInternAtom"),
                let listProperties = SDL_LoadFunction(library, "XListProperties"),
                let free = SDL_LoadFunction(library, "XFree")
            else { return nil }
            func cast<Function>(_ address: UnsafeMutableRawPointer) -> Function {
                unsafeBitCast(address, to: Function.self)
            }
            self.open = cast(open)
            self.close = cast(close)
            self.rootWindow = cast(rootWindow)
            self.atom = cast(atom)
            self.listProperties = cast(listProperties)
            self.free = cast(free)
        }
    }
}
