internal import CSDL2

/// The detection of a window manager.
enum WindowManager {
    /// Whether a window manager is running, as on nearly every screen; requires SDL's video subsystem.
    ///
    /// Only X11 works without a window manager. There it announces itself by a property of the root window
    /// (_NET_SUPPORTING_WM_CHECK, Extended Window Manager Hints 1.5). SDL also checks the property, but does not expose it.
    static var isRunning: Bool {
        guard VideoSubsystem.driver == "x11", let xlib = SDL_LoadObject("libX11.so.6") else { return true }
        defer { SDL_UnloadObject(xlib) }
        func function<Function>(_ name: String) -> Function? {
            SDL_LoadFunction(xlib, name).map { unsafeBitCast($0, to: Function.self) }
        }
        typealias Display = OpaquePointer
        guard let open: @convention(c) (UnsafePointer<CChar>?) -> Display? = function("XOpenDisplay"),
            let close: @convention(c) (Display) -> Int32 = function("XCloseDisplay"),
            let rootWindow: @convention(c) (Display) -> UInt = function("XDefaultRootWindow"),
            let internAtom: @convention(c) (Display, UnsafePointer<CChar>, Int32) -> UInt = function("XInternAtom"),
            let listProperties:
                @convention(c) (Display, UInt, UnsafeMutablePointer<Int32>) -> UnsafeMutablePointer<UInt>? =
                function("XListProperties"),
            let free: @convention(c) (UnsafeMutableRawPointer) -> Int32 = function("XFree"),
            let display = open(nil)
        else { return true }
        defer { _ = close(display) }
        var count: Int32 = 0
        let properties = listProperties(display, rootWindow(display), &count)
        defer { if let properties { _ = free(properties) } }
        // With 1 as its last argument, XInternAtom returns 0 for an unknown name.
        let sign = internAtom(display, "_NET_SUPPORTING_WM_CHECK", 1)
        return sign != 0 && UnsafeBufferPointer(start: properties, count: Int(count)).contains(sign)
    }
}
