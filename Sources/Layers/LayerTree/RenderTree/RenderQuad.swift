public import TilePyramid

/// A convex polygon of the frame, filled with a color or an image.
public struct RenderQuad: Hashable, Sendable {
    /// The polygon, before clipping.
    public var outline: PixelPolygon
    /// The fill.
    public var fill: RenderFill
    /// The opacity from 0 to 1.
    public var opacity: Double
    /// The clip.
    public var clip: RenderClip

    /// Creates a quad.
    public init(outline: PixelPolygon, fill: RenderFill, opacity: Double, clip: RenderClip) {
        self.outline = outline
        self.fill = fill
        self.opacity = opacity
        self.clip = clip
    }

    /// The bounding box of the pixels that it may cover.
    public var pixelBounds: PixelRect { outline.pixelBounds.intersection(clip.bounds) }

    /// Whether every pixel that it covers is opaque.
    public var isOpaque: Bool {
        guard opacity >= 1 else { return false }
        return switch fill {
        case .color(let color): color.alpha >= 1
        case .contents(let contents): contents.buffer.isOpaque
        }
    }
}

/// The fill of a quad.
public enum RenderFill: Hashable, Sendable {
    /// One color.
    case color(Color)
    /// A part of an image.
    case contents(RenderContents)
}

/// A part of an image and its projection to the frame.
public struct RenderContents: Hashable, Sendable {
    /// The image.
    public var buffer: PixelBuffer
    /// The part that may be sampled, in its pixels: pixels wholly outside are never read.
    public var source: Rect
    /// The sampling filter, already chosen between minification and magnification.
    public var filter: ContentsFilter
    /// From the image's pixels to those of the frame.
    public var projection: Projection

    /// Creates the contents of a quad.
    public init(buffer: PixelBuffer, source: Rect, filter: ContentsFilter, projection: Projection) {
        self.buffer = buffer
        self.source = source
        self.filter = filter
        self.projection = projection
    }
}

/// A clip: a rectangle of pixels, intersected with polygons.
public struct RenderClip: Hashable, Sendable {
    /// The rectangle.
    public var bounds: PixelRect
    /// The outlines of clipping layers that are not axis-aligned; usually none.
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
