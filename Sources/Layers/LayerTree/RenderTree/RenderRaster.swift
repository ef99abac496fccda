public import TilePyramid
public import VectorDrawing

/// Items that are drawn once into an image; the image is shown until the items change.
///
/// The items are in pixels of the image. A painter keeps the image between frames and compares the items.
public struct RenderRaster: Hashable, Sendable {
    /// The identity of the raster from frame to frame; rasters of a frame with the same identity show the same items.
    public var id: Int
    /// The size of the image in pixels.
    public var size: PixelSize
    /// The items, from bottom to top, in pixels of the image.
    public var items: [RenderItem]
    /// The outline of the image in the frame, before clipping.
    public var outline: PixelPolygon
    /// The projection from the image's pixels to the frame's pixels.
    public var projection: Projection
    /// The sampling filter.
    public var filter: ContentsFilter
    /// The opacity from 0 to 1.
    public var opacity: Double
    /// The clip.
    public var clip: RenderClip

    /// Creates a raster.
    public init(
        id: Int, size: PixelSize, items: [RenderItem], outline: PixelPolygon, projection: Projection,
        filter: ContentsFilter, opacity: Double = 1, clip: RenderClip
    ) {
        self.id = id
        self.size = size
        self.items = items
        self.outline = outline
        self.projection = projection
        self.filter = filter
        self.opacity = opacity
        self.clip = clip
    }

    /// A box around the pixels that the item may cover.
    public var pixelBounds: PixelRect { outline.pixelBounds.intersection(clip.bounds) }

    /// The frame that is drawn into the image.
    public var tree: RenderTree { RenderTree(size: size, items: items) }

    /// The quad that shows the image.
    public func quad(showing image: PixelBuffer) -> RenderQuad {
        let source = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let contents = RenderContents(buffer: image, source: source, filter: filter, projection: projection)
        return RenderQuad(outline: outline, fill: .contents(contents), opacity: opacity, clip: clip)
    }
}
