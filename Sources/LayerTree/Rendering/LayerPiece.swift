/// A part of a picture and where it lies in a layer: what a layer's own drawing is made of.
public struct LayerPiece: Sendable {
    /// The picture.
    public var buffer: PixelBuffer
    /// What of it is shown, in its pixels; sampling reads no pixel that lies wholly outside.
    public var source: Rect
    /// Where, in the layer's coordinates.
    public var frame: Rect
    /// From 0 to 1: how much of it is seen; default all.
    public var opacity: Double

    /// A part of a picture.
    public init(buffer: PixelBuffer, source: Rect, frame: Rect, opacity: Double = 1) {
        self.buffer = buffer
        self.source = source
        self.frame = frame
        self.opacity = opacity
    }
}

extension LayerPiece {
    /// The piece as it is drawn; nil when nothing is seen of it.
    func quad(of shown: LayerProperties, projection: Projection, clip: RenderClip) -> RenderQuad? {
        guard opacity > 0, !source.isEmpty, let outline = Outline(frame, seenBy: projection) else { return nil }
        let scale = (frame.size.width / source.size.width, frame.size.height / source.size.height)
        let toLayer = Projection(
            rows: (
                [scale.0, 0, 0], [0, scale.1, 0],
                [frame.minX - source.minX * scale.0, frame.minY - source.minY * scale.1, 1]
            ))
        let toPicture = toLayer.followed(by: projection)
        let isEnlarged = toPicture.areaScale(at: source.point(at: Point(x: 0.5, y: 0.5))) >= 1
        let contents = RenderContents(
            buffer: buffer, source: source, filter: isEnlarged ? shown.magnificationFilter : shown.minificationFilter,
            projection: toPicture)
        return RenderQuad(outline: outline, fill: .contents(contents), opacity: opacity, clip: clip)
    }
}
