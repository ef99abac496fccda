internal import CSDL2
internal import Concurrency

/// The handler of Xlib's errors, which end the process by default.
///
/// SDL wakes its loop with a message to the window, sent on a separate connection. A busy server may read the message after the
/// window is destroyed. SDL reads the error only when it closes that connection, just after it has restored the handler from
/// before its initialization. So the handler that ignores such errors must be set before SDL is initialized.
enum X11Errors {
    private typealias Handler = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32

    private struct Installation: Sendable {
        /// The previous handler.
        var former: Handler?
    }

    private static let installation = Locked<Installation?>(nil)

    /// Begins to ignore errors about messages to destroyed windows; other errors go to the previous handler.
    ///
    /// Call it before SDL is initialized, and ``stopIgnoring()`` after SDL has ended.
    static func startIgnoring() {
        guard SDL_getenv("DISPLAY") != nil, let setHandler else { return }
        installation.withLock { installation in
            guard installation == nil else { return }
            installation = Installation(former: setHandler(handler))
        }
    }

    /// Restores the handler from before ``startIgnoring()``.
    static func stopIgnoring() {
        installation.withLock { installation in
            if let installation { _ = setHandler?(installation.former) }
            installation = nil
        }
    }

    private static let handler: Handler = { display, event in
        if let event, isAboutMessageToGoneWindow(event) { return 0 }
        let former = installation.withLock { $0?.former }
        return former?(display, event) ?? 0
    }

    /// Whether an XErrorEvent reports a message to an unknown window.
    private static func isAboutMessageToGoneWindow(_ event: UnsafeRawPointer) -> Bool {
        // Its type, display, resource and serial number take a word each; then come the codes of the error and of the request.
        let codes = 4 * MemoryLayout<UInt>.size
        let (badWindow, sendEvent): (UInt8, UInt8) = (3, 25)
        return event.load(fromByteOffset: codes, as: UInt8.self) == badWindow
            && event.load(fromByteOffset: codes + 1, as: UInt8.self) == sendEvent
    }

    /// XSetErrorHandler, from the library that SDL uses, which stays loaded; nil without that library.
    private static let setHandler: (@convention(c) (Handler?) -> Handler?)? = SDL_LoadObject("libX11.so.6")
        .flatMap { SDL_LoadFunction($0, "XSetErrorHandler") }
        .map { unsafeBitCast($0, to: (@convention(c) (Handler?) -> Handler?).self) }
}
