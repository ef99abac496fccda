import CSDL2
import Glibc
import LayerTree
import TestLimits
import Testing

@testable import SDLPresenter

/// The errors that the X server reports when a window is closed.
@MainActor
@Suite(.serialized, .withAcceleratedRenderer, .timeLimited) struct X11ErrorTests {
    private var isX11: Bool {
        get throws { try acceleratedWindow().videoDriverName == "x11" }
    }

    @Test func `a message to a window that is gone does not end the process`() async throws {
        guard try isX11 else { return }
        await #expect(processExitsWith: .exitCode(3)) { @MainActor in
            let window = try acceleratedWindow()
            try Xlib().fail(atRequest: "XSendEvent")
            window.close()
            exit(3)
        }
    }

    @Test func `nor does it when SDL has put back the handler that it found`() async throws {
        guard try isX11 else { return }
        await #expect(processExitsWith: .exitCode(3)) { @MainActor in
            let window = try acceleratedWindow()
            // Closes SDL's connections, as the end of the last window does.
            SDL_QuitSubSystem(SDL_INIT_VIDEO)
            try Xlib().fail(atRequest: "XSendEvent")
            withExtendedLifetime(window) { exit(3) }
        }
    }

    @Test func `other errors go to the handler that was there, which ends the process`() async throws {
        guard try isX11 else { return }
        await #expect(processExitsWith: .exitCode(1)) { @MainActor in
            let window = try acceleratedWindow()
            try Xlib().fail(atRequest: "XDestroyWindow")
            withExtendedLifetime(window) { exit(3) }
        }
    }

    @Test func `after the last window, the handler is the one from before`() async throws {
        guard try isX11 else { return }
        await #expect(processExitsWith: .exitCode(3)) { @MainActor in
            try Xlib().setHandler { _, _ in exit(3) }
            for _ in 0..<2 { try acceleratedWindow().close() }
            try Xlib().fail(atRequest: "XSendEvent")
            exit(4)
        }
    }
}

/// Xlib, as a program uses it beside SDL.
private struct Xlib {
    typealias Handler = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32

    private func function<Function>(_ name: String) throws -> Function {
        let xlib = try #require(SDL_LoadObject("libX11.so.6"))
        return unsafeBitCast(try #require(SDL_LoadFunction(xlib, name)), to: Function.self)
    }

    func setHandler(_ handler: Handler) throws {
        let set: @convention(c) (Handler?) -> Handler? = try function("XSetErrorHandler")
        _ = set(handler)
    }

    /// Requests something of an unknown window on a connection of its own, and closes that, which reads the answer.
    func fail(atRequest name: String) throws {
        let open: @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer? = try function("XOpenDisplay")
        let close: @convention(c) (OpaquePointer?) -> Int32 = try function("XCloseDisplay")
        let display = try #require(open(nil))
        let unknown: UInt = 0x1FFF_FFFF
        if name == "XSendEvent" {
            typealias Event = UnsafeMutablePointer<Int>
            let send: @convention(c) (OpaquePointer?, UInt, Int32, Int, Event) -> Int32 = try function(name)
            // A client message, 24 words long, of numbers of 32 bits.
            var event = [Int](repeating: 0, count: 24)
            event[0] = 33
            event[6] = 32
            _ = send(display, unknown, 0, 0, &event)
        } else {
            let destroy: @convention(c) (OpaquePointer?, UInt) -> Int32 = try function(name)
            _ = destroy(display, unknown)
        }
        _ = close(display)
    }
}
