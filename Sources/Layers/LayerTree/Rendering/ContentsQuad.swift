/// A part of a picture and where it lies in a layer: what a layer's own drawing is made of.
public struct ContentsQuad: Sendable {
    /// The picture.
    public var buffer: PixelBuffer
    /// What of it is shown, in its pixels.
    public var source: Rect
    /// Where, in the layer's coordinates.
    public var frame: Rect
    /// What of it may be sampled, in its pixels: none that lies wholly outside is read; default the ``source``.
    ///
    /// A part that goes on beyond its edges, such as one of several that a picture is shown in, is smooth up to them when
    /// what lies beyond may be sampled too.
    public var samplingBounds: Rect
    /// How it is sampled; default nil, as the layer's filters say.
    public var filter: ContentsFilter?
    /// From 0 to 1: how much of it is seen; default all.
    public var opacity: Double

    /// A part of a picture.
    public init(
        buffer: PixelBuffer, source: Rect, frame: Rect, samplingBounds: Rect? = nil, filter: ContentsFilter? = nil,
        opacity: Double = 1
    ) {
        self.buffer = buffer
        self.source = source
        self.frame = frame
        self.samplingBounds = samplingBounds ?? source
        self.filter = filter
        self.opacity = opacity
    }
}

extension ContentsQuad {
    /// The piece as it is drawn; nil when nothing is seen of it.
    func quad(of shown: LayerProperties, projection: Projection, clip: RenderClip) -> RenderQuad? {
        guard opacity > 0, !source.isEmpty, let outline = PixelPolygon(frame, projectedBy: projection) else {
            return nil
        }
        let scale = (frame.size.width / source.size.width, frame.size.height / source.size.height)
        let toLayer = Projection(
            rows: (
                [scale.0, 0, 0], [0, scale.1, 0],
                [frame.minX - source.minX * scale.0, frame.minY - source.minY * scale.1, 1]
            ))
        let toFrame = toLayer.followed(by: projection)
        let isEnlarged = toFrame.areaScale(at: source.point(at: Point(x: 0.5, y: 0.5))) >= 1
        let contents = RenderContents(
            buffer: buffer, source: samplingBounds,
            filter: filter ?? (isEnlarged ? shown.magnificationFilter : shown.minificationFilter),
            projection: toFrame)
        return RenderQuad(outline: outline, fill: .contents(contents), opacity: opacity, clip: clip)
    }
}
