public import TilePyramid

/// A frame, described: what any presenter draws, from the lowest item to the uppermost.
///
/// It is a value that has no part in the layers any more: changing them afterwards does not change it, and it can be
/// drawn on another thread. Everything in it is in pixels of the picture.
public struct RenderTree: Hashable, Sendable {
    /// The pixels of the picture.
    public var size: PixelSize
    /// What lies below everything; clear for a picture that is to be laid over something else.
    public var background: Color
    /// What is drawn, from the lowest to the uppermost.
    public var items: [RenderItem]

    /// A frame from its items.
    public init(size: PixelSize, background: Color = .clear, items: [RenderItem] = []) {
        self.size = size
        self.background = background
        self.items = items
    }
}

/// One thing that is drawn.
public enum RenderItem: Hashable, Sendable {
    /// A piece of a plane, filled with a color or a picture.
    case quad(RenderQuad)
    /// Several items that are drawn by themselves first and then put into the picture as one.
    case group(RenderGroup)
}

/// Items that are faded as one: they are drawn into a transparent picture of their own, and that is drawn.
public struct RenderGroup: Hashable, Sendable {
    /// What is in it, from the lowest to the uppermost.
    public var items: [RenderItem]
    /// From 0 to 1: how much of the group is seen.
    public var opacity: Double
    /// How it is put over what lies below.
    public var blendMode: RenderBlendMode
    /// All pixels that anything in it may cover; never larger than the picture.
    public var bounds: PixelRect

    /// A group of items.
    public init(items: [RenderItem], opacity: Double, blendMode: RenderBlendMode = .over, bounds: PixelRect) {
        self.items = items
        self.opacity = opacity
        self.blendMode = blendMode
        self.bounds = bounds
    }
}

/// How something is put over what is there, both premultiplied with alpha.
public enum RenderBlendMode: Hashable, Sendable {
    /// It covers what is there as far as it is opaque: s + d · (1 − alpha of s).
    case over
    /// The sum, at most white: for mixing two pictures, each faded by its part.
    case add
}
