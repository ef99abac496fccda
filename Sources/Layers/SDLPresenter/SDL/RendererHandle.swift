internal import CSDL2
internal import LayerTree
internal import TilePyramid

/// The one owner of an SDL renderer (SDL_CreateRenderer, SDL_DestroyRenderer).
final class RendererHandle {
    let pointer: OpaquePointer
    let window: WindowHandle
    /// What SDL calls it: "opengl", "software" and so on.
    let name: String
    /// Whether SDL believes that hardware draws.
    let isAccelerated: Bool
    /// Whether hardware draws indeed: OpenGL can be the processor's work too, which the compositor does better.
    let hasHardware: Bool
    /// The largest texture, both ways; nil if there is no limit.
    let maximumTextureSize: Int?
    /// How premultiplied pixels are put over others, and added to them, as far as the renderer can.
    private let blendModes: (over: SDL_BlendMode, add: SDL_BlendMode)
    /// Whether it mixes premultiplied pixels rightly.
    let blendsPremultiplied: Bool

    /// Makes a renderer for a window.
    ///
    /// - Parameters:
    ///   - window: what it draws in.
    ///   - waitsForVSync: whether ``present()`` waits for the screen.
    ///   - isSoftware: whether to take SDL's software renderer instead of the best there is.
    /// - Throws: `noRenderer`.
    init(_ window: WindowHandle, waitsForVSync: Bool, isSoftware: Bool = false) throws(PresenterError) {
        var flags: SDL_RendererFlags.RawValue = 0
        if waitsForVSync { flags |= SDL_RENDERER_PRESENTVSYNC.rawValue }
        if isSoftware { flags |= SDL_RENDERER_SOFTWARE.rawValue }
        guard let pointer = SDL_CreateRenderer(window.pointer, -1, flags) else {
            throw .sdl(.noRenderer, "Nothing can draw in the window")
        }
        self.pointer = pointer
        self.window = window
        var info = SDL_RendererInfo()
        SDL_GetRendererInfo(pointer, &info)
        name = info.name.map { String(cString: $0) } ?? "unknown"
        isAccelerated = info.flags & SDL_RENDERER_ACCELERATED.rawValue != 0
        hasHardware = isAccelerated && !Self.isSoftwareOpenGL(name)
        let side = Int(min(info.max_texture_width, info.max_texture_height))
        maximumTextureSize = side > 0 ? side : nil

        let one = SDL_BLENDFACTOR_ONE
        let rest = SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA
        let sum = SDL_BLENDOPERATION_ADD
        let over = SDL_ComposeCustomBlendMode(one, rest, sum, one, rest, sum)
        let add = SDL_ComposeCustomBlendMode(one, one, sum, one, one, sum)
        blendsPremultiplied =
            SDL_SetRenderDrawBlendMode(pointer, over) == 0 && SDL_SetRenderDrawBlendMode(pointer, add) == 0
        blendModes = blendsPremultiplied ? (over, add) : (SDL_BLENDMODE_BLEND, SDL_BLENDMODE_ADD)
    }

    deinit {
        SDL_DestroyRenderer(pointer)
    }

    /// Whether OpenGL says that a program of Mesa's or Google's draws in place of hardware.
    private static func isSoftwareOpenGL(_ name: String) -> Bool {
        guard name.hasPrefix("opengl"), let address = SDL_GL_GetProcAddress("glGetString") else { return false }
        typealias GetString = @convention(c) (UInt32) -> UnsafePointer<CChar>?
        let openGLRenderer: UInt32 = 0x1F01
        guard let text = unsafeBitCast(address, to: GetString.self)(openGLRenderer) else { return false }
        let hardware = String(cString: text).lowercased()
        return ["llvmpipe", "softpipe", "swrast", "software", "swiftshader"].contains { hardware.contains($0) }
    }

    /// The pixels of the window, which may be more than its points (SDL_GetRendererOutputSize).
    var outputSize: PixelSize {
        var (width, height): (Int32, Int32) = (0, 0)
        guard SDL_GetRendererOutputSize(pointer, &width, &height) == 0 else { return PixelSize(width: 0, height: 0) }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// SDL's number for a way of mixing.
    func mode(_ blendMode: BlendMode) -> SDL_BlendMode {
        switch blendMode {
        case .copy: SDL_BLENDMODE_NONE
        case .over: blendModes.over
        case .add: blendModes.add
        }
    }

    /// Sends what has been drawn to the driver (SDL_RenderFlush).
    func flush() throws(PresenterError) {
        try check(SDL_RenderFlush(pointer), .drawing, "The frame cannot be drawn")
    }

    /// Shows what has been drawn (SDL_RenderPresent).
    func present() {
        SDL_RenderPresent(pointer)
    }
}

/// How pixels are put where others are.
enum BlendMode: Hashable {
    /// They replace them.
    case copy
    /// They cover them as far as they are opaque.
    case over
    /// They are added to them.
    case add
}
