internal import CSDL2
internal import LayerTree
internal import TilePyramid

/// The one owner of an SDL texture (SDL_CreateTexture, SDL_DestroyTexture); its pixels are those of a `PixelBuffer`.
final class TextureHandle {
    /// What a texture is made for.
    enum Use {
        /// Its pixels are set once.
        case contents
        /// Its pixels change often.
        case stream
        /// It is drawn into.
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
    // Keeps the renderer alive, which would otherwise take the texture with it.
    private let renderer: RendererHandle
    private var filter: SDL_ScaleMode
    private var blendMode: BlendMode?

    /// Makes a texture whose pixels are not set yet; sampled by the nearest pixel unless told otherwise.
    init(_ renderer: RendererHandle, size: PixelSize, use: Use) throws(PresenterError) {
        guard
            let pointer = SDL_CreateTexture(
                renderer.pointer, SDL_PIXELFORMAT_ARGB8888.rawValue, Int32(use.access.rawValue), Int32(size.width),
                Int32(size.height))
        else { throw .sdl(.texture, "A texture of \(size) pixels cannot be made") }
        self.pointer = pointer
        self.size = size
        self.renderer = renderer
        filter = SDL_ScaleModeNearest
        SDL_SetTextureScaleMode(pointer, filter)
    }

    deinit {
        SDL_DestroyTexture(pointer)
    }

    /// The bytes of graphics memory it takes.
    var byteCount: Int { size.area * 4 }

    /// Sets the pixels of a rectangle (SDL_UpdateTexture).
    ///
    /// - Parameters:
    ///   - rect: the rectangle, in the texture.
    ///   - pixels: its first pixel; the rows below are `stride` pixels further on each.
    ///   - stride: pixels to a row of the memory.
    /// - Throws: `texture`.
    func update(_ rect: PixelRect, from pixels: UnsafePointer<UInt32>, stride: Int) throws(PresenterError) {
        var area = SDL_Rect(rect)
        try check(
            SDL_UpdateTexture(pointer, &area, pixels, Int32(stride * 4)), .texture, "A texture cannot be filled")
    }

    /// Chooses between the nearest pixel and the mean of the four nearest ones (SDL_SetTextureScaleMode).
    func setSmooth(_ isSmooth: Bool) throws(PresenterError) {
        let new = isSmooth ? SDL_ScaleModeLinear : SDL_ScaleModeNearest
        guard new != filter else { return }
        // SDL changes the texture at once, even if quads that are to be sampled in the old way are still waiting.
        try renderer.flush()
        try check(SDL_SetTextureScaleMode(pointer, new), .texture, "A texture cannot be sampled as asked for")
        filter = new
    }

    /// Chooses how it is put over what is there (SDL_SetTextureBlendMode).
    func setBlendMode(_ new: BlendMode) throws(PresenterError) {
        guard new != blendMode else { return }
        try check(
            SDL_SetTextureBlendMode(pointer, renderer.mode(new)), .texture, "A texture cannot be mixed as asked for")
        blendMode = new
    }
}
