internal import CSDL2

/// The ICC profile of a screen of X11, which color managers keep in a property of the root window.
///
/// "ICC Profiles in X Specification" 0.4: `_ICC_PROFILE` is that of the first screen, `_ICC_PROFILE_1` that of the second one.
enum X11DisplayProfile {
    /// The maximum size of a profile in bytes: 16 MiB.
    static let byteLimit = 16 << 20

    /// Reads the profile of a screen; nil without one, without X11, or beyond the limit.
    static func bytes(ofScreen index: Int) -> [UInt8]? {
        guard VideoSubsystem.driver == "x11", let xlib = SDL_LoadObject("libX11.so.6") else { return nil }
        defer { SDL_UnloadObject(xlib) }
        func function<Function>(_ name: String) -> Function? {
            SDL_LoadFunction(xlib, name).map { unsafeBitCast($0, to: Function.self) }
        }
        typealias Display = OpaquePointer
        typealias Bytes = UnsafeMutablePointer<UInt8>
        typealias GetProperty =
            @convention(c) (
                Display, UInt, UInt, Int, Int, Int32, UInt, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<Int32>,
                UnsafeMutablePointer<UInt>, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<Bytes?>
            ) -> Int32
        guard let open: @convention(c) (UnsafePointer<CChar>?) -> Display? = function("XOpenDisplay"),
            let close: @convention(c) (Display) -> Int32 = function("XCloseDisplay"),
            let rootWindow: @convention(c) (Display) -> UInt = function("XDefaultRootWindow"),
            let internAtom: @convention(c) (Display, UnsafePointer<CChar>, Int32) -> UInt = function("XInternAtom"),
            let getProperty: GetProperty = function("XGetWindowProperty"),
            let free: @convention(c) (UnsafeMutableRawPointer) -> Int32 = function("XFree"),
            let display = open(nil)
        else { return nil }
        defer { _ = close(display) }
        // With 1 as its last argument, XInternAtom returns 0 for an unknown name.
        let name = internAtom(display, index > 0 ? "_ICC_PROFILE_\(index)" : "_ICC_PROFILE", 1)
        guard name != 0 else { return nil }
        var type: UInt = 0
        var format: Int32 = 0
        var count: UInt = 0
        var rest: UInt = 0
        var bytes: Bytes?
        // Lengths are in units of four bytes.
        let result = getProperty(
            display, rootWindow(display), name, 0, byteLimit / 4, 0, 0, &type, &format, &count, &rest, &bytes)
        guard result == 0, let bytes else { return nil }
        defer { _ = free(bytes) }
        guard format == 8, rest == 0, count > 0, count <= byteLimit else { return nil }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
