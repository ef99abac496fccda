public import TilePyramid
public import VectorDrawing

/// A frame as a display list, from bottom to top, for any presenter.
///
/// It is a value without references to layers: later changes of layers do not affect it, and it can be drawn on another thread.
/// All coordinates are in pixels of the frame.
public struct RenderTree: Hashable, Sendable {
    /// The size of the frame in pixels.
    public var size: PixelSize
    /// The background color; clear for a frame over other content.
    public var background: Color
    /// The items, from bottom to top.
    public var items: [RenderItem]
    /// The connection of the frame's scene to its presenter, not part of the frame's value; nil without a scene.
    package var link: PresenterLink?

    /// Creates a frame from its items.
    public init(size: PixelSize, background: Color = .clear, items: [RenderItem] = []) {
        self.size = size
        self.background = background
        self.items = items
    }

    /// Whether two frames look the same.
    public static func == (first: RenderTree, second: RenderTree) -> Bool {
        first.size == second.size && first.background == second.background && first.items == second.items
    }

    /// Hashes the appearance of the frame.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(size)
        hasher.combine(background)
        hasher.combine(items)
    }
}

/// An item of a frame.
///
/// Items larger than a quad are stored out of line, so that frames of many quads stay small.
public enum RenderItem: Hashable, Sendable {
    /// A convex polygon, without antialiasing, filled with a color, a gradient or an image.
    case quad(RenderQuad)
    /// A shape of any outline, antialiased.
    indirect case shape(RenderShape)
    /// A blurred silhouette.
    indirect case shadow(RenderShadow)
    /// Many copies of one image.
    indirect case sprites(RenderSprites)
    /// Items that are drawn into an image once; the image is kept until they change.
    indirect case raster(RenderRaster)
    /// Items that are drawn into an offscreen buffer and composited as one image.
    case group(RenderGroup)
}

/// Items composited as one image: they are drawn into a transparent offscreen buffer, which is then drawn.
///
/// With a mask, the buffer is first multiplied by the alpha of the drawn mask items, or combined with their colors.
public struct RenderGroup: Hashable, Sendable {
    /// The items, from bottom to top.
    public var items: [RenderItem]
    /// The opacity of the group, from 0 to 1.
    public var opacity: Double
    /// The blend mode of the group.
    public var blendMode: RenderBlendMode
    /// The bounding box of the pixels that its items may cover; never larger than the frame.
    public var bounds: PixelRect
    /// The items of the mask, from bottom to top; nil without a mask.
    public var mask: [RenderItem]?
    /// The effect of the mask.
    public var maskOperation: MaskOperation

    /// Creates a group; without a mask by default.
    public init(
        items: [RenderItem], opacity: Double, blendMode: RenderBlendMode = .over, bounds: PixelRect,
        mask: [RenderItem]? = nil, maskOperation: MaskOperation = .alpha
    ) {
        self.items = items
        self.opacity = opacity
        self.blendMode = blendMode
        self.bounds = bounds
        self.mask = mask
        self.maskOperation = maskOperation
    }
}

/// A blend mode, for premultiplied colors.
public enum RenderBlendMode: Hashable, Sendable {
    /// Porter–Duff source over: s + d · (1 − alpha of s).
    case over
    /// The sum, clamped to white: for a cross-fade of items that are weighted by their opacity.
    case add
}

extension RenderItem {
    /// The bounding box of the pixels that the item may cover.
    public var pixelBounds: PixelRect {
        switch self {
        case .quad(let quad): quad.pixelBounds
        case .shape(let shape): shape.pixelBounds
        case .shadow(let shadow): shadow.pixelBounds
        case .sprites(let sprites): sprites.pixelBounds
        case .raster(let raster): raster.pixelBounds
        case .group(let group): group.bounds
        }
    }

    /// The blend mode.
    public var blendMode: RenderBlendMode {
        switch self {
        case .quad(let quad): quad.blendMode
        case .shape(let shape): shape.blendMode
        case .sprites(let sprites): sprites.blendMode
        case .group(let group): group.blendMode
        case .shadow, .raster: .over
        }
    }

    /// The inner items that are drawn into a separate buffer: of a group, its mask, the caster of a shadow, or a raster.
    package var innerItems: [[RenderItem]] {
        switch self {
        case .quad, .shape, .sprites: []
        case .shadow(let shadow): if case .items(let items) = shadow.caster { [items] } else { [] }
        case .raster(let raster): [raster.items]
        case .group(let group): [group.items] + (group.mask.map { [$0] } ?? [])
        }
    }

    /// The number of drawn quads, including quads in groups; a sprite counts as one.
    var quadCount: Int {
        switch self {
        case .quad, .shape, .shadow, .raster: 1
        case .sprites(let sprites): sprites.sprites.count
        case .group: innerItems.joined().reduce(0) { $0 + $1.quadCount }
        }
    }

    /// The number of offscreen buffers for the item and its inner items.
    ///
    /// There is one for each group, with or without a mask, and one for each shadow of items.
    ///
    /// A raster has none, because its image is kept.
    package var offscreenPasses: Int {
        switch self {
        case .quad, .shape, .sprites, .raster: 0
        case .shadow(let shadow):
            if case .items(let items) = shadow.caster { items.reduce(1) { $0 + $1.offscreenPasses } } else { 0 }
        case .group: innerItems.joined().reduce(1) { $0 + $1.offscreenPasses }
        }
    }

    /// The number of groups, including itself.
    var groupCount: Int {
        var count = 0
        if case .group = self { count = 1 }
        return innerItems.joined().reduce(count) { $0 + $1.groupCount }
    }
}
