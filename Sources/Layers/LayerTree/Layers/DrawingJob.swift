internal import TilePyramid
internal import VectorDrawing

/// The drawing of a layer's bitmap, or of a part of it.
///
/// Each drawing makes a new buffer and copies the unchanged pixels into it: the old buffer may be in use by a presenter, which
/// compares buffers by identity.
struct DrawingJob: Sendable {
    let geometry: BackingStoreGeometry
    /// The pixels to draw.
    var dirty: PixelRect
    /// The old bitmap, the source of the other pixels; nil if all pixels are drawn.
    let former: PixelBuffer?

    /// Draws the pixels.
    ///
    /// - Returns: the bitmap; nil if there was no bitmap before and nothing was drawn.
    func run(_ draw: (inout PixelContext) -> Void) -> PixelBuffer? {
        var hasDrawn = former != nil
        let buffer = PixelBuffer(size: geometry.size, isOpaque: nil) { memory in
            var context = PixelContext(memory, size: geometry.size, transform: geometry.transform, clip: dirty)
            if let former, dirty != geometry.pixels {
                context.copy(former, exceptIn: dirty)
            }
            draw(&context)
            hasDrawn = hasDrawn || context.hasDrawn
        }
        return hasDrawn ? buffer : nil
    }
}
