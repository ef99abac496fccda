public import TilePyramid

/// A frame as a display list, from the bottom item to the top, which any presenter can draw.
///
/// It is a value without references to layers: changing these later does not affect it, and it can be drawn on another
/// thread. All coordinates are in pixels of the frame.
public struct RenderTree: Hashable, Sendable {
    /// The size of the frame in pixels.
    public var size: PixelSize
    /// The background color; clear for a frame that is laid over something else.
    public var background: Color
    /// The items, from bottom to top.
    public var items: [RenderItem]

    /// Creates a frame from its items.
    public init(size: PixelSize, background: Color = .clear, items: [RenderItem] = []) {
        self.size = size
        self.background = background
        self.items = items
    }
}

/// An item of a frame.
public enum RenderItem: Hashable, Sendable {
    /// A polygon filled with a color or an image.
    case quad(RenderQuad)
    /// Items that are drawn into an offscreen buffer and composited as one.
    case group(RenderGroup)
}

/// Items composited as one: they are drawn into a transparent offscreen buffer, which is then drawn.
public struct RenderGroup: Hashable, Sendable {
    /// The items, from bottom to top.
    public var items: [RenderItem]
    /// The opacity of the group, from 0 to 1.
    public var opacity: Double
    /// The blend mode of the group.
    public var blendMode: RenderBlendMode
    /// The bounding box of the pixels that its items may cover; never larger than the frame.
    public var bounds: PixelRect

    /// Creates a group.
    public init(items: [RenderItem], opacity: Double, blendMode: RenderBlendMode = .over, bounds: PixelRect) {
        self.items = items
        self.opacity = opacity
        self.blendMode = blendMode
        self.bounds = bounds
    }
}

/// A blend mode, for premultiplied colors.
public enum RenderBlendMode: Hashable, Sendable {
    /// Porter–Duff source over: s + d · (1 − alpha of s).
    case over
    /// The sum, clamped to white: for a cross-fade of items that are weighted by their opacities.
    case add
}

extension RenderItem {
    /// The bounding box of the pixels that the item may cover.
    public var pixelBounds: PixelRect {
        switch self {
        case .quad(let quad): quad.pixelBounds
        case .group(let group): group.bounds
        }
    }

    /// The number of quads, including those in groups.
    var quadCount: Int {
        switch self {
        case .quad: 1
        case .group(let group): group.items.reduce(0) { $0 + $1.quadCount }
        }
    }

    /// The number of groups, including itself.
    var groupCount: Int {
        switch self {
        case .quad: 0
        case .group(let group): group.items.reduce(1) { $0 + $1.groupCount }
        }
    }
}
