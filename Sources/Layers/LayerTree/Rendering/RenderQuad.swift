public import TilePyramid

/// A piece of a plane, filled with a color or a picture.
public struct RenderQuad: Hashable, Sendable {
    /// What it covers, before clipping.
    public var outline: PixelPolygon
    /// What it is filled with.
    public var fill: RenderFill
    /// From 0 to 1: how much of it is seen.
    public var opacity: Double
    /// What of it may be drawn.
    public var clip: RenderClip

    /// A piece of a plane.
    public init(outline: PixelPolygon, fill: RenderFill, opacity: Double, clip: RenderClip) {
        self.outline = outline
        self.fill = fill
        self.opacity = opacity
        self.clip = clip
    }

    /// All pixels it may cover.
    public var pixelBounds: PixelRect { outline.pixelBounds.intersection(clip.bounds) }

    /// Whether it hides what lies below in every pixel it covers.
    public var isOpaque: Bool {
        guard opacity >= 1 else { return false }
        return switch fill {
        case .color(let color): color.alpha >= 1
        case .contents(let contents): contents.buffer.isOpaque
        }
    }
}

/// What a quad is filled with.
public enum RenderFill: Hashable, Sendable {
    /// One color.
    case color(Color)
    /// A part of a picture.
    case contents(RenderContents)
}

/// A part of a picture and where it is seen.
public struct RenderContents: Hashable, Sendable {
    /// The picture.
    public var buffer: PixelBuffer
    /// What of it may be sampled, in its pixels: none that lies wholly outside is read.
    public var source: Rect
    /// How it is sampled; already chosen between that for shrinking and that for enlarging.
    public var filter: ContentsFilter
    /// From the picture's pixels to those of the frame.
    public var projection: Projection

    /// A part of a picture.
    public init(buffer: PixelBuffer, source: Rect, filter: ContentsFilter, projection: Projection) {
        self.buffer = buffer
        self.source = source
        self.filter = filter
        self.projection = projection
    }
}

/// What of something may be drawn: a rectangle of pixels, and within it what lies in all of some polygons.
public struct RenderClip: Hashable, Sendable {
    /// The rectangle.
    public var bounds: PixelRect
    /// Outlines of clipping layers that are turned or tilted; few, most often none.
    public var outlines: [PixelPolygon]

    /// A clip to a rectangle and to polygons.
    public init(bounds: PixelRect, outlines: [PixelPolygon] = []) {
        self.bounds = bounds
        self.outlines = outlines
    }

    /// What may be drawn within another outline too.
    public func intersection(_ outline: PixelPolygon) -> RenderClip {
        let bounds = bounds.intersection(outline.pixelBounds)
        let isRectangle = outline.isAxisAligned || outline.contains(bounds)
        return RenderClip(bounds: bounds, outlines: isRectangle ? outlines : outlines + [outline])
    }
}
