internal import LayerTree
internal import TilePyramid

/// A drawing command, with everything computed that is the same for all bands.
///
/// Every band looks at the bounds of all commands, so the large parts are stored out of line.
struct DrawCommand: Sendable {
    /// The content of a command.
    enum Content: Sendable {
        case quad(QuadCommand)
        case group(GroupCommand)
    }

    /// The bounding box of the pixels it may change, within the drawn area.
    let bounds: PixelRect
    /// The quad or group to draw.
    let content: Content

    /// Whether it hides everything below in a rectangle.
    func occludes(_ rect: PixelRect) -> Bool {
        guard bounds.contains(rect), case .quad(let quad) = content else { return false }
        return quad.isOpaque && quad.polygons.isEmpty
    }
}

/// The drawing of a quad.
final class QuadCommand: Sendable {
    /// The bounding box of the pixels it may cover.
    let bounds: PixelRect
    /// The polygons that must all cover a pixel; none for an axis-aligned rectangle.
    let polygons: [ConvexSpans]
    /// The fill.
    let paint: Paint
    /// The opacity in 255ths.
    let opacity: UInt8
    /// Whether every pixel that it covers is opaque.
    let isOpaque: Bool

    /// Creates the command of a quad; nil if nothing of it is visible in the area.
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

    /// The columns that it covers in a row.
    func columns(inRow row: Int) -> Range<Int> {
        polygons.reduce(bounds.columns) { $0.clamped(to: $1.columns(inRow: row)) }
    }
}

/// The drawing of a group.
final class GroupCommand: Sendable {
    /// The bounding box of the pixels it may change.
    let bounds: PixelRect
    /// The commands of its items.
    let commands: [DrawCommand]
    /// The opacity in 255ths.
    let opacity: UInt8
    /// The blend mode.
    let blendMode: RenderBlendMode

    /// Creates the command of a group; nil if nothing of it is visible in the area.
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
    /// Creates the commands of the items that lie at least partly in the area to draw.
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
