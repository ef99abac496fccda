/// The sampling of contents that are not shown pixel for pixel.
public enum ContentsFilter: Hashable, Sendable, CaseIterable {
    /// The nearest pixel: keeps pixels sharp, and is the fastest.
    case nearest
    /// The weighted mean of the four nearest pixels; the default.
    case linear
    /// Linear within and between two mipmap levels: the best quality for strong minification.
    case trilinear
}
