internal import CSDL2

/// The detection of a window manager.
enum WindowManager {
    /// Whether a window manager is running, as on nearly every screen; requires SDL's video subsystem.
    ///
    /// Only X11 works without one. There a window manager announces itself by a property of the root window
    /// (_NET_SUPPORTING_WM_CHECK, Extended Window Manager Hints 1.5). SDL checks it too, but does not expose it.
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

    /// The functions of Xlib that are used, by their names there.
    private struct Library {
        /// XOpenDisplay.
        let open: @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
        /// XCloseDisplay.
        let close: @convention(c) (OpaquePointer) -> Int32
        /// XDefaultRootWindow.
        let rootWindow: @convention(c) (OpaquePointer) -> UInt
        /// XInternAtom; with 1 as the last argument it returns 0 for an unknown name.
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
