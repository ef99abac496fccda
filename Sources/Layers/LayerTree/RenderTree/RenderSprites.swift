public import TilePyramid
public import VectorDrawing

/// Many small copies of one image, such as the particles of an emitter.
public struct RenderSprites: Hashable, Sendable {
    /// The image.
    public var buffer: PixelBuffer
    /// The part of the image that is shown, in the image's pixels.
    public var source: PixelRect
    /// The sampling filter.
    public var filter: ContentsFilter
    /// The copies, from bottom to top.
    public var sprites: [RenderSprite]
    /// The opacity of each copy, from 0 to 1.
    public var opacity: Double
    /// The blend mode.
    public var blendMode: RenderBlendMode
    /// The clip.
    public var clip: RenderClip
    /// A box around the pixels that the copies may cover.
    public let pixelBounds: PixelRect

    /// Creates copies of an image; the blend mode is source over by default.
    ///
    /// - Complexity: O(sprites).
    public init(
        buffer: PixelBuffer, source: PixelRect, filter: ContentsFilter = .linear, sprites: [RenderSprite],
        opacity: Double = 1, blendMode: RenderBlendMode = .over, clip: RenderClip
    ) {
        self.buffer = buffer
        self.source = source
        self.filter = filter
        self.sprites = sprites
        self.opacity = opacity
        self.blendMode = blendMode
        self.clip = clip
        let size = SIMD2(Float(source.size.width), Float(source.size.height))
        var low = SIMD2<Float>(repeating: .infinity)
        var high = SIMD2<Float>(repeating: -.infinity)
        for sprite in sprites {
            let (center, reach) = sprite.extent(of: size)
            // What is not finite is not drawn.
            guard (center.x + center.y + reach.x + reach.y).isFinite else { continue }
            low = pointwiseMin(low, center - reach)
            high = pointwiseMax(high, center + reach)
        }
        guard low.x <= high.x, low.y <= high.y else {
            pixelBounds = PixelRect(x: 0, y: 0, width: 0, height: 0)
            return
        }
        let box = Rect(
            x: Double(low.x), y: Double(low.y), width: Double(high.x - low.x), height: Double(high.y - low.y))
        pixelBounds = PixelRect(touching: box, projectedBy: .identity).intersection(clip.bounds)
    }
}

/// One copy of the image of ``RenderSprites``.
public struct RenderSprite: Hashable, Sendable {
    /// The position of the image's center in pixels of the frame.
    public var center: SIMD2<Float>
    /// The vectors in the frame of one pixel of the image to the right (low half) and one pixel down (high half).
    public var axes: SIMD4<Float>
    /// The color by which the image is multiplied, premultiplied: 0xAARRGGBB.
    public var tint: UInt32

    /// Creates a copy; untinted by default.
    public init(center: SIMD2<Float>, axes: SIMD4<Float>, tint: UInt32 = 0xFFFF_FFFF) {
        self.center = center
        self.axes = axes
        self.tint = tint
    }

    /// The center and half the size of the box around the copy.
    package func extent(of size: SIMD2<Float>) -> (center: SIMD2<Float>, reach: SIMD2<Float>) {
        let x = (abs(axes.x) * size.x + abs(axes.z) * size.y) / 2
        let y = (abs(axes.y) * size.x + abs(axes.w) * size.y) / 2
        return (center, SIMD2(x, y))
    }
}
