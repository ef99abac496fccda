internal import CSDL2
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension RendererHandle {
    /// Sets the render target to a texture, or to the window (SDL_SetRenderTarget).
    func setTarget(_ texture: TextureHandle?) throws(PresenterError) {
        try check(SDL_SetRenderTarget(pointer, texture?.pointer), .drawing, "A texture cannot be drawn into")
    }

    /// Replaces the pixels of a rectangle by a premultiplied color, 0xAARRGGBB (SDL_RenderFillRect).
    func fill(_ rect: PixelRect, with pixel: UInt32) throws(PresenterError) {
        var area = SDL_Rect(rect)
        let color = Tint(pixel: pixel).color(weight: 1)
        SDL_SetRenderDrawBlendMode(pointer, SDL_BLENDMODE_NONE)
        SDL_SetRenderDrawColor(pointer, color.r, color.g, color.b, color.a)
        try check(SDL_RenderFillRect(pointer, &area), .drawing, "A rectangle cannot be filled")
    }

    /// Draws triangles with three indices each (SDL_RenderGeometry).
    func draw(
        _ vertices: [SDL_Vertex], indices: [Int32], texture: TextureHandle?, blendMode: BlendMode
    ) throws(PresenterError) {
        if let texture {
            try texture.setBlendMode(blendMode)
        } else {
            SDL_SetRenderDrawBlendMode(pointer, mode(blendMode))
        }
        try check(
            SDL_RenderGeometry(
                pointer, texture?.pointer, vertices, Int32(vertices.count), indices, Int32(indices.count)),
            .drawing, "Triangles cannot be drawn")
    }

    /// Copies a texture pixel for pixel to the upper left corner of the window (SDL_RenderCopy).
    func copy(_ texture: TextureHandle) throws(PresenterError) {
        try texture.setBlendMode(.copy)
        var area = SDL_Rect(PixelRect(texture.size))
        try check(SDL_RenderCopy(pointer, texture.pointer, &area, &area), .drawing, "The frame cannot be shown")
    }

    /// Reads back the drawn pixels from the upper left corner on (SDL_RenderReadPixels); slow.
    func readPixels(_ size: PixelSize) throws(PresenterError) -> PixelBuffer {
        try PixelBuffer(size: size) { (pixels) throws(PresenterError) in
            var area = SDL_Rect(PixelRect(size))
            try check(
                SDL_RenderReadPixels(
                    pointer, &area, SDL_PIXELFORMAT_ARGB8888.rawValue, pixels.baseAddress, Int32(size.width * 4)),
                .drawing, "The frame cannot be read back")
        }
    }
}

extension SDL_Rect {
    /// Creates an SDL rectangle from a rectangle of pixels.
    init(_ rect: PixelRect) {
        self.init(
            x: Int32(clamping: rect.x), y: Int32(clamping: rect.y), w: Int32(clamping: rect.size.width),
            h: Int32(clamping: rect.size.height))
    }
}
