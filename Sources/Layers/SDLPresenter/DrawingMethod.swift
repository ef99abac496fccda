/// What draws the frames of a window.
public enum DrawingMethod: Hashable, Sendable, CaseIterable {
    /// ``accelerated`` if a renderer on graphics hardware supports it, otherwise ``compositor``.
    ///
    /// This is the default.
    case automatic
    /// SDL's renderer draws from textures.
    ///
    /// It is used even if it is SDL's software renderer, which samples rotated contents with the nearest pixel and
    /// blends translucent ones too dark. That is meant for tests.
    case accelerated
    /// The compositor draws exactly, on the processor, and shows the frame through one texture.
    case compositor
}
