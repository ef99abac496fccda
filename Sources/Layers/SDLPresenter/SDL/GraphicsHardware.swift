internal import Glibc

/// What draws besides the processor.
enum GraphicsHardware {
    /// Whether there may be some that this process can use; false only if it is certain that there is none.
    ///
    /// On Linux, OpenGL reaches hardware through a render node of the kernel (Documentation/gpu/drm-uapi.rst), by
    /// Nvidia's own device, or by that of Windows below it. What SDL was told to use by its variable is not questioned.
    static var mightBeAvailable: Bool {
        #if os(Linux)
            let devices = (128..<144).map { "/dev/dri/renderD\($0)" } + ["/dev/nvidiactl", "/dev/dxg"]
            return getenv("SDL_RENDER_DRIVER") != nil || devices.contains { access($0, R_OK | W_OK) == 0 }
        #else
            return true
        #endif
    }
}
