internal import CSDL2
internal import Concurrency

/// The handler of Xlib's errors, for which Xlib ends the process by default.
///
/// SDL wakes its loop with a message to the window, sent on a connection of its own, and a busy server may read that after the
/// window is destroyed. SDL reads the answer only when it closes that connection, just after it has put back the handler that
/// it found when it was initialized: so the handler that passes over such answers is there before SDL is.
enum X11Errors {
    private typealias Handler = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32

    private struct Installation: Sendable {
        /// The handler that was there before.
        var former: Handler?
    }

    private static let installation = Locked<Installation?>(nil)

    /// Begins to pass over answers to messages to windows that are gone; other errors go to the handler that was there.
    ///
    /// To be called before SDL is initialized, with ``stopIgnoring()`` after it has ended.
    static func startIgnoring() {
        guard SDL_getenv("DISPLAY") != nil, let setHandler else { return }
        installation.withLock { installation in
            guard installation == nil else { return }
            installation = Installation(former: setHandler(handler))
        }
    }

    /// Puts back the handler that was there before ``startIgnoring()``.
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

    /// Whether an XErrorEvent says that a window is unknown to which a message was sent.
    private static func isAboutMessageToGoneWindow(_ event: UnsafeRawPointer) -> Bool {
        // Its type, display, resource and serial number take a word each; then come the codes of the error and of the request.
        let codes = 4 * MemoryLayout<UInt>.size
        let (badWindow, sendEvent): (UInt8, UInt8) = (3, 25)
        return event.load(fromByteOffset: codes, as: UInt8.self) == badWindow
            && event.load(fromByteOffset: codes + 1, as: UInt8.self) == sendEvent
    }

    /// XSetErrorHandler, from the library that SDL uses, which stays loaded; nil without one.
    private static let setHandler: (@convention(c) (Handler?) -> Handler?)? = SDL_LoadObject("libX11.so.6")
        .flatMap { SDL_LoadFunction($0, "XSetErrorHandler") }
        .map { unsafeBitCast($0, to: (@convention(c) (Handler?) -> Handler?).self) }
}
