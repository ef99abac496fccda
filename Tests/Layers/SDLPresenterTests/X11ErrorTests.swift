import CSDL2
import Glibc
import LayerTree
import TestLimits
import Testing

@testable import SDLPresenter

/// What the X server complains of when a window is closed.
@MainActor
@Suite(.serialized, .withAcceleratedRenderer, .timeLimited) struct X11ErrorTests {
    @Test func `a message to a window that is gone does not end the process`() async throws {
        guard try acceleratedWindow().videoDriverName == "x11" else { return }
        await #expect(processExitsWith: .exitCode(3)) { @MainActor in
            let window = try acceleratedWindow()
            try X11Errors.ignoring { try destroyUnknownWindow() }
            window.close()
            exit(3)
        }
    }
}

/// Requests what fails on a connection of its own, and closes that, which reads the answer.
private func destroyUnknownWindow() throws {
    let xlib = try #require(SDL_LoadObject("libX11.so.6"))
    func function<Function>(_ name: String) throws -> Function {
        unsafeBitCast(try #require(SDL_LoadFunction(xlib, name)), to: Function.self)
    }
    let open: @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer? = try function("XOpenDisplay")
    let destroy: @convention(c) (OpaquePointer?, UInt) -> Int32 = try function("XDestroyWindow")
    let close: @convention(c) (OpaquePointer?) -> Int32 = try function("XCloseDisplay")
    let display = try #require(open(nil))
    _ = destroy(display, 0x1FFF_FFFF)
    _ = close(display)
}
