public import TilePyramid
public import VectorDrawing

/// A rectangle of an image and its destination in a layer; quads make up a layer's contents.
public struct ContentsQuad: Sendable {
    /// The image.
    public var buffer: PixelBuffer
    /// The part of the image that is shown, in the image's pixels.
    public var source: Rect
    /// The destination in the layer's coordinates.
    public var frame: Rect
    /// The part of the image that may be sampled, in the image's pixels: pixels completely outside are never read.
    ///
    /// The default is the ``source``. If several adjacent parts of an image are shown, a larger rectangle keeps filtering
    /// smooth across their edges.
    public var samplingBounds: Rect
    /// The sampling filter; nil, the default, for the layer's filters.
    public var filter: ContentsFilter?
    /// The opacity from 0 to 1; the default is 1.
    public var opacity: Double
    /// A rectangle whose edges are antialiased, in the layer's coordinates; nil, the default, for none.
    ///
    /// The ``frame`` extends a pixel of the screen or more beyond the edges that it shows. Where this rectangle covers no center
    /// of a pixel, nothing is shown. Quads that make up an image have the image's rectangle here where they lie at its border,
    /// and share their other edges, which stay exact.
    public var softOutline: Rect?

    /// Creates a quad.
    public init(
        buffer: PixelBuffer, source: Rect, frame: Rect, samplingBounds: Rect? = nil, filter: ContentsFilter? = nil,
        opacity: Double = 1, softOutline: Rect? = nil
    ) {
        self.buffer = buffer
        self.source = source
        self.frame = frame
        self.samplingBounds = samplingBounds ?? source
        self.filter = filter
        self.opacity = opacity
        self.softOutline = softOutline
    }

    /// Returns the quad in pixels of the frame; nil if nothing of it is visible.
    func quad(of shown: LayerProperties, projection: Projection, clip: RenderClip) -> RenderQuad? {
        guard opacity > 0, !source.isEmpty, let outline = PixelPolygon(frame, projectedBy: projection) else {
            return nil
        }
        let soft = softOutline.flatMap { PixelPolygon($0, projectedBy: projection) }
        // The frame is larger: without its outline, it would be seen where nothing is.
        guard softOutline == nil || soft != nil else { return nil }
        let scale = (frame.size.width / source.size.width, frame.size.height / source.size.height)
        let toLayer = Projection(
            rows: (
                SIMD3(scale.0, 0, 0), SIMD3(0, scale.1, 0),
                SIMD3(frame.minX - source.minX * scale.0, frame.minY - source.minY * scale.1, 1)
            ))
        let toFrame = toLayer.followed(by: projection)
        let isEnlarged = toFrame.areaScale(at: source.point(at: Point(x: 0.5, y: 0.5))) >= 1
        let contents = RenderContents(
            buffer: buffer, source: samplingBounds,
            filter: filter ?? (isEnlarged ? shown.magnificationFilter : shown.minificationFilter),
            projection: toFrame)
        return RenderQuad(
            outline: outline, softOutline: soft, fill: .contents(contents), opacity: opacity, clip: clip)
    }
}

/// The values for drawing a layer in a frame, such as its scale, which determines the level of detail.
public struct LayerRenderContext: Sendable {
    /// The presented values of the layer, animations included.
    public var properties: LayerProperties
    /// The projection from the layer's coordinates to the frame's pixels.
    public var projection: Projection
    /// The clip of the layer, for items that it returns.
    public var clipping: RenderClip
    /// The layer's own time, in seconds.
    public var time: Double
    /// The layer's place in the space of its superlayer, for a layer whose items keep their depth; nil for others.
    package var depth: LayerDepth?

    /// The pixels to which the layer is clipped.
    public var clip: PixelRect { clipping.bounds }
}
