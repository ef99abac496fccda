/// Who draws the frames of a window.
public enum DrawingMethod: Hashable, Sendable, CaseIterable {
    /// ``accelerated`` if there is a renderer with hardware behind it that can do it, otherwise ``compositor``; the
    /// default.
    case automatic
    /// SDL's renderer, from textures.
    ///
    /// It is taken even if it is SDL's software renderer, which samples turned contents by the nearest pixel and mixes
    /// half-transparent ones too dark: that is for tests.
    case accelerated
    /// The processor, exactly, through one texture that shows its picture.
    case compositor
}
