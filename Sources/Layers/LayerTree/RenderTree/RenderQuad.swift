public import TilePyramid
public import VectorDrawing

/// A convex polygon of the frame, filled with a color, a gradient or an image.
public struct RenderQuad: Hashable, Sendable {
    /// The polygon, before clipping.
    public var outline: PixelPolygon
    /// A convex polygon whose edges are antialiased: the quad is seen as far as that covers its pixels; nil, the default, for all.
    ///
    /// The quad extends a pixel beyond these edges. Several quads, such as the tiles of an image, may have the same one.
    public var softOutline: PixelPolygon?
    /// The fill.
    public var fill: RenderFill
    /// The opacity from 0 to 1.
    public var opacity: Double
    /// The blend mode.
    public var blendMode: RenderBlendMode
    /// The clip.
    public var clip: RenderClip

    /// Creates a quad; its blend mode is source over by default.
    public init(
        outline: PixelPolygon, softOutline: PixelPolygon? = nil, fill: RenderFill, opacity: Double,
        blendMode: RenderBlendMode = .over, clip: RenderClip
    ) {
        self.outline = outline
        self.softOutline = softOutline
        self.fill = fill
        self.opacity = opacity
        self.blendMode = blendMode
        self.clip = clip
    }

    /// The bounding box of the pixels that the quad may cover.
    public var pixelBounds: PixelRect { outline.pixelBounds.intersection(clip.bounds) }

    /// Whether every covered pixel is opaque.
    public var isOpaque: Bool {
        opacity >= 1 && blendMode == .over && softOutline == nil && fill.isOpaque
    }
}

/// The fill of a quad or shape.
///
/// Large cases are stored out of line, because frames move and copy many items.
public enum RenderFill: Hashable, Sendable {
    /// One color.
    case color(Color)
    /// A part of an image.
    indirect case contents(RenderContents)
    /// A gradient.
    indirect case gradient(RenderGradient)

    /// Whether the fill is opaque everywhere.
    public var isOpaque: Bool {
        switch self {
        case .color(let color): color.alpha >= 1
        case .contents(let contents): contents.buffer.isOpaque && contents.tint.alpha >= 1
        case .gradient(let gradient): gradient.isOpaque
        }
    }
}

/// A part of an image and its projection to the frame.
public struct RenderContents: Hashable, Sendable {
    /// The image.
    public var buffer: PixelBuffer
    /// The part that may be sampled, in the image's pixels: pixels completely outside are never read.
    public var source: Rect
    /// The sampling filter, already chosen between minification and magnification.
    public var filter: ContentsFilter
    /// The projection from the image's pixels to the frame's pixels.
    public var projection: Projection
    /// The color by which the image is multiplied; white does not change it.
    public var tint: Color

    /// Creates the contents of a quad; untinted by default.
    public init(
        buffer: PixelBuffer, source: Rect, filter: ContentsFilter, projection: Projection, tint: Color = .white
    ) {
        self.buffer = buffer
        self.source = source
        self.filter = filter
        self.projection = projection
        self.tint = tint
    }
}

/// A clip: a rectangle of pixels, intersected with polygons.
public struct RenderClip: Hashable, Sendable {
    /// The rectangle.
    public var bounds: PixelRect
    /// The outlines of clipping layers that are not axis-aligned, and the sides of the lines along which a layer is divided;
    /// usually none.
    public var outlines: [PixelPolygon]

    /// Creates a clip from a rectangle and polygons.
    public init(bounds: PixelRect, outlines: [PixelPolygon] = []) {
        self.bounds = bounds
        self.outlines = outlines
    }

    /// Returns the intersection with another outline.
    public func intersection(_ outline: PixelPolygon) -> RenderClip {
        let bounds = bounds.intersection(outline.pixelBounds)
        let isRectangle = outline.isAxisAligned || outline.contains(bounds)
        return RenderClip(bounds: bounds, outlines: isRectangle ? outlines : outlines + [outline])
    }
}
