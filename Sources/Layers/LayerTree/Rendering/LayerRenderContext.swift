public import TilePyramid

/// How a layer is seen in the frame that is being made: what it needs to know to show more or less detail.
public struct LayerRenderContext: Sendable {
    /// The layer's properties as they are shown, animations included.
    public var properties: LayerProperties
    /// From the layer's coordinates to the picture's pixels.
    public var projection: Projection
    /// The pixels in which the layer may be drawn.
    public var clip: PixelRect
    /// The layer's own time, in seconds.
    public var time: Double
}
