public import TilePyramid
public import VectorDrawing

/// Items that are drawn once into an image; the image is shown until the items change.
///
/// The items have coordinates of their own; the image shows a rectangle of them. A painter keeps the image between frames and
/// compares the items.
public struct RenderRaster: Hashable, Sendable {
    /// The identity of the raster from frame to frame; rasters of a frame with the same identity show the same items.
    public var id: Int
    /// The pixels of the image, in the coordinates of the items.
    public var bounds: PixelRect
    /// The items, from bottom to top.
    public var items: [RenderItem]
    /// The outline of the image in the frame, before clipping.
    public var outline: PixelPolygon
    /// The projection from the image's pixels, counted from its upper left corner, to the frame's pixels.
    public var projection: Projection
    /// The sampling filter.
    public var filter: ContentsFilter
    /// The opacity from 0 to 1.
    public var opacity: Double
    /// The clip.
    public var clip: RenderClip

    /// The maximum number of pixels of a layer's image, 16 Mi: as large as an image in the compositor's cache can be.
    ///
    /// A layer that draws more is drawn without an image, in each frame.
    public static let areaLimit = 1 << 24

    /// Creates a raster that shows a rectangle of its items.
    public init(
        id: Int, bounds: PixelRect, items: [RenderItem], outline: PixelPolygon, projection: Projection,
        filter: ContentsFilter, opacity: Double = 1, clip: RenderClip
    ) {
        self.id = id
        self.bounds = bounds
        self.items = items
        self.outline = outline
        self.projection = projection
        self.filter = filter
        self.opacity = opacity
        self.clip = clip
    }

    /// Creates a raster whose items are in pixels of the image.
    public init(
        id: Int, size: PixelSize, items: [RenderItem], outline: PixelPolygon, projection: Projection,
        filter: ContentsFilter, opacity: Double = 1, clip: RenderClip
    ) {
        self.init(
            id: id, bounds: PixelRect(size), items: items, outline: outline, projection: projection, filter: filter,
            opacity: opacity, clip: clip)
    }

    /// The size of the image in pixels.
    public var size: PixelSize { bounds.size }

    /// A box around the pixels that the item may cover.
    public var pixelBounds: PixelRect { outline.pixelBounds.intersection(clip.bounds) }

    /// The frame that is drawn into the image.
    public var tree: RenderTree {
        let isAtOrigin = bounds.x == 0 && bounds.y == 0
        return RenderTree(
            size: size, items: isAtOrigin ? items : items.map { $0.moved(columns: -bounds.x, rows: -bounds.y) })
    }

    /// The quad that shows the image.
    public func quad(showing image: PixelBuffer) -> RenderQuad {
        let source = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let contents = RenderContents(buffer: image, source: source, filter: filter, projection: projection)
        return RenderQuad(outline: outline, fill: .contents(contents), opacity: opacity, clip: clip)
    }
}
