internal import CSDL2

/// Xlib's errors, for which it ends the process by default.
enum X11Errors {
    /// Runs `body`, in which errors of the X server are ignored; it must not run on two threads at once.
    ///
    /// SDL wakes its loop with a message to the window, sent on a connection of its own, and a busy server may read that
    /// after the window is destroyed. SDL reads the answers on that connection only when it closes it.
    static func ignoring<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        typealias Handler = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32
        guard VideoSubsystem.driver == "x11", let xlib = SDL_LoadObject("libX11.so.6") else { return try body() }
        defer { SDL_UnloadObject(xlib) }
        guard let symbol = SDL_LoadFunction(xlib, "XSetErrorHandler") else { return try body() }
        let setHandler = unsafeBitCast(symbol, to: (@convention(c) (Handler?) -> Handler?).self)
        let former = setHandler { _, _ in 0 }
        defer { _ = setHandler(former) }
        try body()
    }
}
