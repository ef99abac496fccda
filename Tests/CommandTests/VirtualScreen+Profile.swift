import Foundation

extension VirtualScreen {
    /// Sets the ICC profile of the screen, as a color manager does: `xprop` sets at most 64 bytes.
    func setDisplayProfile(_ bytes: [UInt8]) throws {
        guard let library = dlopen("libX11.so.6", RTLD_NOW) else { throw Failure("libX11 cannot be loaded") }
        defer { dlclose(library) }
        func function<Function>(_ name: String) throws -> Function {
            guard let address = dlsym(library, name) else { throw Failure("libX11 has no \(name)") }
            return unsafeBitCast(address, to: Function.self)
        }
        let open: @convention(c) (UnsafePointer<CChar>) -> OpaquePointer? = try function("XOpenDisplay")
        let close: @convention(c) (OpaquePointer) -> Int32 = try function("XCloseDisplay")
        let rootWindow: @convention(c) (OpaquePointer) -> UInt = try function("XDefaultRootWindow")
        let internAtom: @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> UInt = try function(
            "XInternAtom")
        let change:
            @convention(c) (OpaquePointer, UInt, UInt, UInt, Int32, Int32, UnsafePointer<UInt8>, Int32) -> Int32 =
                try function("XChangeProperty")
        guard let display = open(name) else { throw Failure("\(name) cannot be opened") }
        // Closing waits until the server has everything.
        defer { _ = close(display) }
        let cardinal: UInt = 6
        let replace: Int32 = 0
        _ = change(
            display, rootWindow(display), internAtom(display, "_ICC_PROFILE", 0), cardinal, 8, replace, bytes,
            Int32(bytes.count))
    }
}
