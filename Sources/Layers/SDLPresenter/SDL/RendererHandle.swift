internal import CSDL2
internal import LayerTree
internal import TilePyramid

/// The sole owner of an SDL renderer (SDL_CreateRenderer, SDL_DestroyRenderer).
final class RendererHandle: FrameTarget {
    let pointer: OpaquePointer
    let window: WindowHandle
    /// SDL's name of the renderer: "opengl", "software" and so on.
    let name: String
    /// Whether SDL reports an accelerated renderer.
    let isAccelerated: Bool
    /// Whether graphics hardware draws.
    ///
    /// OpenGL may also run on the processor; the compositor is faster there.
    let hasHardware: Bool
    /// The maximum width and height of a texture; nil if there is no limit.
    let maximumTextureSize: Int?
    /// The blend modes for premultiplied pixels, or SDL's own if the renderer does not support them.
    private let blendModes: (over: SDL_BlendMode, add: SDL_BlendMode)
    /// Whether the renderer blends premultiplied pixels correctly.
    let blendsPremultiplied: Bool

    /// Creates the best renderer for a window, or SDL's software renderer.
    ///
    /// - Throws: `noRenderer`.
    init(_ window: WindowHandle, waitsForVSync: Bool, isSoftware: Bool = false) throws(PresenterError) {
        var flags: SDL_RendererFlags.RawValue = 0
        if waitsForVSync { flags |= SDL_RENDERER_PRESENTVSYNC.rawValue }
        if isSoftware { flags |= SDL_RENDERER_SOFTWARE.rawValue }
        guard let pointer = SDL_CreateRenderer(window.pointer, -1, flags) else {
            throw .sdl(.noRenderer, "The window has no renderer")
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

    /// Whether OpenGL is implemented in software, by Mesa or SwiftShader.
    private static func isSoftwareOpenGL(_ name: String) -> Bool {
        guard name.hasPrefix("opengl"), let address = SDL_GL_GetProcAddress("glGetString") else { return false }
        typealias GetString = @convention(c) (UInt32) -> UnsafePointer<CChar>?
        let openGLRenderer: UInt32 = 0x1F01
        guard let text = unsafeBitCast(address, to: GetString.self)(openGLRenderer) else { return false }
        let hardware = String(cString: text).lowercased()
        return ["llvmpipe", "softpipe", "swrast", "software", "swiftshader"].contains { hardware.contains($0) }
    }

    /// The window's size in pixels, possibly larger than in points (SDL_GetRendererOutputSize).
    var outputSize: PixelSize {
        var (width, height): (Int32, Int32) = (0, 0)
        guard SDL_GetRendererOutputSize(pointer, &width, &height) == 0 else { return PixelSize(width: 0, height: 0) }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// Returns SDL's blend mode.
    func mode(_ blendMode: BlendMode) -> SDL_BlendMode {
        switch blendMode {
        case .copy: SDL_BLENDMODE_NONE
        case .over: blendModes.over
        case .add: blendModes.add
        }
    }

    /// Sends the pending draw calls to the driver (SDL_RenderFlush).
    func flush() throws(PresenterError) {
        try check(SDL_RenderFlush(pointer), .drawing, "The frame cannot be drawn")
    }

    /// Presents the frame (SDL_RenderPresent).
    func present() -> Bool {
        SDL_RenderPresent(pointer)
        return true
    }

    /// Does nothing: a frame is always presented whole.
    func contentLost() {}
}

/// The blending of premultiplied pixels.
enum BlendMode: Hashable {
    /// The source replaces the destination.
    case copy
    /// The source covers the destination according to its alpha (source-over).
    case over
    /// The source is added to the destination.
    case add
}
