internal import CSDL2

/// The scale that the user has set for the screens of X11, which SDL 2 leaves to the program.
enum ScreenScale {
    /// SDL's units per point: on X11 a unit is a pixel; elsewhere it is a point.
    ///
    /// It requires SDL's video subsystem. On X11, desktops write the scale into the resource Xft.dpi, as dots per inch with 96
    /// for the scale 1. It is read once for each window.
    static var unitsPerPoint: Double {
        guard VideoSubsystem.driver == "x11", let resolution = xftResolution else { return 1 }
        return scale(ofResolution: resolution)
    }

    /// Returns the scale of a resolution in dots per inch, in quarters from 1 to 4; 1 if the text is not a number.
    static func scale(ofResolution text: String) -> Double {
        guard let resolution = Double(text), resolution.isFinite else { return 1 }
        return min(max((resolution / 96 * 4).rounded() / 4, 1), 4)
    }

    /// The resource Xft.dpi of the X server (XGetDefault); nil if it is not set.
    private static var xftResolution: String? {
        guard let xlib = SDL_LoadObject("libX11.so.6") else { return nil }
        defer { SDL_UnloadObject(xlib) }
        func function<Function>(_ name: String) -> Function? {
            SDL_LoadFunction(xlib, name).map { unsafeBitCast($0, to: Function.self) }
        }
        typealias Display = OpaquePointer
        typealias Text = UnsafePointer<CChar>
        guard let open: @convention(c) (Text?) -> Display? = function("XOpenDisplay"),
            let close: @convention(c) (Display) -> Int32 = function("XCloseDisplay"),
            let find: @convention(c) (Display, Text, Text) -> Text? = function("XGetDefault"),
            let display = open(nil)
        else { return nil }
        defer { _ = close(display) }
        return find(display, "Xft", "dpi").map { String(cString: $0) }
    }
}
