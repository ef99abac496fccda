internal import Glibc

/// The detection of graphics hardware.
enum GraphicsHardware {
    /// Whether this process may have access to graphics hardware; false only if there certainly is none.
    ///
    /// On Linux, OpenGL reaches hardware through a DRM render node (Documentation/gpu/drm-uapi.rst), Nvidia's own device, or
    /// WSL's device. A renderer named by SDL_RENDER_DRIVER is accepted without a check.
    static var mightBeAvailable: Bool {
        #if os(Linux)
            let devices = (128..<144).map { "/dev/dri/renderD\($0)" } + ["/dev/nvidiactl", "/dev/dxg"]
            return getenv("SDL_RENDER_DRIVER") != nil || devices.contains { access($0, R_OK | W_OK) == 0 }
        #else
            return true
        #endif
    }
}
