internal import CSDL2
internal import LayerTree
internal import TilePyramid

/// The sole owner of an SDL texture with pixels like those of a `PixelBuffer` (SDL_CreateTexture, SDL_DestroyTexture).
final class TextureHandle {
    /// The use of a texture.
    enum Use {
        /// The pixels are set once.
        case contents
        /// The pixels change often.
        case stream
        /// The texture is drawn into.
        case target

        fileprivate var access: SDL_TextureAccess {
            switch self {
            case .contents: SDL_TEXTUREACCESS_STATIC
            case .stream: SDL_TEXTUREACCESS_STREAMING
            case .target: SDL_TEXTUREACCESS_TARGET
            }
        }
    }

    let pointer: OpaquePointer
    let size: PixelSize
    // Retained because destroying the renderer would destroy the texture.
    private let renderer: RendererHandle
    private var filter: SDL_ScaleMode
    private var blendMode: BlendMode?

    /// Creates a texture with undefined pixels that is sampled with the nearest pixel.
    init(_ renderer: RendererHandle, size: PixelSize, use: Use) throws(PresenterError) {
        guard
            let pointer = SDL_CreateTexture(
                renderer.pointer, SDL_PIXELFORMAT_ARGB8888.rawValue, Int32(use.access.rawValue), Int32(size.width),
                Int32(size.height))
        else { throw .sdl(.texture, "A texture of \(size) pixels cannot be created") }
        self.pointer = pointer
        self.size = size
        self.renderer = renderer
        filter = SDL_ScaleModeNearest
        SDL_SetTextureScaleMode(pointer, filter)
    }

    deinit {
        SDL_DestroyTexture(pointer)
    }

    /// The bytes of graphics memory of the texture.
    var byteCount: Int { size.area * 4 }

    /// Sets the pixels of a rectangle; rows in memory are `stride` pixels apart (SDL_UpdateTexture).
    func update(_ rect: PixelRect, from pixels: UnsafePointer<UInt32>, stride: Int) throws(PresenterError) {
        var area = SDL_Rect(rect)
        try check(
            SDL_UpdateTexture(pointer, &area, pixels, Int32(stride * 4)), .texture, "A texture cannot be updated")
    }

    /// Selects nearest or linear filtering (SDL_SetTextureScaleMode).
    func setSmooth(_ isSmooth: Bool) throws(PresenterError) {
        let new = isSmooth ? SDL_ScaleModeLinear : SDL_ScaleModeNearest
        guard new != filter else { return }
        // SDL applies the change at once, even to quads that wait to be drawn with the old filter.
        try renderer.flush()
        try check(SDL_SetTextureScaleMode(pointer, new), .texture, "The filter of a texture cannot be set")
        filter = new
    }

    /// Sets the blend mode (SDL_SetTextureBlendMode).
    func setBlendMode(_ new: BlendMode) throws(PresenterError) {
        guard new != blendMode else { return }
        try check(
            SDL_SetTextureBlendMode(pointer, renderer.mode(new)), .texture, "The blend mode of a texture cannot be set")
        blendMode = new
    }
}
