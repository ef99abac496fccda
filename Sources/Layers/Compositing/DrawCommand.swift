internal import LayerTree
internal import TilePyramid

/// One thing to draw, with everything worked out that is the same for all of its pixels.
///
/// What is large in it lies apart: every band goes through all steps, and looks at the bounds of most of them only.
struct DrawCommand: Sendable {
    /// What there is to draw.
    enum Content: Sendable {
        case quad(QuadCommand)
        case group(GroupCommand)
    }

    /// All pixels it may change, within the area that is drawn.
    let bounds: PixelRect
    /// What is drawn.
    let content: Content

    /// The rows it may change.
    var rows: Range<Int> { bounds.rows }

    /// Whether nothing can be seen of what lies below it in a rectangle.
    func occludes(_ rect: PixelRect) -> Bool {
        guard bounds.contains(rect), case .quad(let quad) = content else { return false }
        return quad.isOpaque && quad.polygons.isEmpty
    }
}

/// A quad to draw.
final class QuadCommand: Sendable {
    /// The pixels it may cover.
    let bounds: PixelRect
    /// Polygons that all have to cover a pixel; none for an upright rectangle.
    let polygons: [ConvexSpans]
    /// What it is filled with.
    let paint: Paint
    /// How much of it is seen, in 255ths.
    let opacity: UInt8
    /// Whether it hides what lies below.
    let isOpaque: Bool

    /// A quad as it is drawn in an area; nil when nothing is seen of it there.
    init?(_ quad: RenderQuad, in area: PixelRect, mipLevels: [MipCache.Key: MipLevels]) {
        let all = quad.pixelBounds
        bounds = all.intersection(area)
        guard !bounds.isEmpty else { return nil }
        switch quad.fill {
        case .color(let color):
            let pixel = color.pixel(opacity: quad.opacity)
            guard pixel >> 24 > 0 else { return nil }
            paint = .color(pixel)
            opacity = 255
            isOpaque = pixel >> 24 == 255
        case .contents(let contents):
            opacity = UInt8(sourceOverOpacity: quad.opacity)
            guard opacity > 0, let paint = Paint(contents, bounds: all, mipLevels: mipLevels) else { return nil }
            self.paint = paint
            isOpaque = opacity == 255 && contents.buffer.isOpaque
        }
        let outlines = quad.outline.isAxisAligned ? quad.clip.outlines : [quad.outline] + quad.clip.outlines
        polygons = outlines.map { ConvexSpans($0) }
    }

    /// The columns it covers in a row.
    func columns(inRow row: Int) -> Range<Int> {
        polygons.reduce(bounds.columns) { $0.clamped(to: $1.columns(inRow: row)) }
    }
}

/// A group to draw.
final class GroupCommand: Sendable {
    /// The pixels it may change.
    let bounds: PixelRect
    /// What is in it.
    let commands: [DrawCommand]
    /// How much of it is seen, in 255ths.
    let opacity: UInt8
    /// How it is put over what lies below.
    let blendMode: RenderBlendMode

    /// A group as it is drawn in an area; nil when nothing is seen of it there.
    init?(_ group: RenderGroup, in area: PixelRect, mipLevels: [MipCache.Key: MipLevels]) {
        bounds = group.bounds.intersection(area)
        opacity =
            group.blendMode == .over ? UInt8(sourceOverOpacity: group.opacity) : UInt8(additiveOpacity: group.opacity)
        blendMode = group.blendMode
        guard !bounds.isEmpty, opacity > 0 else { return nil }
        commands = [DrawCommand](group.items, in: bounds, mipLevels: mipLevels)
        guard !commands.isEmpty else { return nil }
    }
}

extension [DrawCommand] {
    /// What is to be done for items.
    ///
    /// - Parameters:
    ///   - items: what is drawn.
    ///   - area: where; all else is left out.
    ///   - mipLevels: the halved sizes of everything that may need them.
    init(_ items: [RenderItem], in area: PixelRect, mipLevels: [MipCache.Key: MipLevels]) {
        self = items.compactMap { item in
            switch item {
            case .quad(let quad):
                QuadCommand(quad, in: area, mipLevels: mipLevels).map {
                    DrawCommand(bounds: $0.bounds, content: .quad($0))
                }
            case .group(let group):
                GroupCommand(group, in: area, mipLevels: mipLevels).map {
                    DrawCommand(bounds: $0.bounds, content: .group($0))
                }
            }
        }
    }
}
