public import TilePyramid

/// The values with which a layer is drawn in a frame, such as its scale, which determines the level of detail.
public struct LayerRenderContext: Sendable {
    /// The presented values of the layer, animations included.
    public var properties: LayerProperties
    /// From the layer's coordinates to the frame's pixels.
    public var projection: Projection
    /// The pixels to which the layer is clipped.
    public var clip: PixelRect
    /// The layer's own time, in seconds.
    public var time: Double
}
