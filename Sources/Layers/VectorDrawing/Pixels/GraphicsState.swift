internal import TilePyramid

/// The settings of a context that are saved and restored together.
struct GraphicsState: Sendable {
    var fillColor = Color.black
    var strokeColor = Color.black
    var strokeStyle = StrokeStyle()
    var shadow: Shadow?
    /// The transform from points to pixels.
    var transform: AffineTransform
    /// A box around the pixels that may be drawn to.
    var clip: PixelRect
    /// The shares of these pixels that may be drawn to; nil if all are whole.
    var clipMask: ClipMask?
}
