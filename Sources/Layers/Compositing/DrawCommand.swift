internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// A drawing command, with all precomputed values that are the same for all bands.
///
/// Every band examines the bounds of all commands, so the large parts are stored out of line.
struct DrawCommand: Sendable {
    /// The content of a command.
    enum Content: Sendable {
        case quad(QuadCommand)
        case shape(ShapeCommand)
        case shadow(ShadowCommand)
        case sprites(SpritesCommand)
        case group(GroupCommand)
    }

    /// The bounding box of the pixels that the command may change, within the drawn area; not empty.
    let bounds: PixelRect
    /// The content to draw.
    var content: Content

    /// Whether the command hides everything below in a rectangle.
    func occludes(_ rect: PixelRect) -> Bool { bounds.contains(rect) && opaquePixels?.contains(rect) ?? false }
}

/// The drawing of a quad.
final class QuadCommand: Sendable {
    /// The bounding box of the pixels that the command may cover.
    let bounds: PixelRect
    /// The polygons that must all cover a pixel; none for an axis-aligned rectangle.
    let polygons: [ConvexSpans]
    /// The fill.
    let paint: Paint
    /// The premultiplied color by which the paint is multiplied; nil for none.
    let tint: UInt32?
    /// The opacity in 255ths.
    let opacity: UInt8
    /// The blend mode.
    let blendMode: RenderBlendMode
    /// Whether every covered pixel is opaque.
    let isOpaque: Bool
    /// The antialiased edges; nil for none.
    let softEdges: SoftEdges?
    /// Whether pixels that lie within the antialiased edges are opaque.
    let isOpaqueInside: Bool

    /// Creates the command of a quad; nil if nothing of it is visible in the area.
    init?(_ quad: RenderQuad, in area: PixelRect, resources: FrameResources) {
        let all = quad.pixelBounds
        bounds = all.intersection(area)
        guard !bounds.isEmpty else { return nil }
        switch quad.fill {
        case .color(let color):
            let pixel = color.pixel(opacity: quad.opacity)
            guard pixel >> 24 > 0 else { return nil }
            paint = .color(pixel)
            opacity = 255
            isOpaqueInside = pixel >> 24 == 255 && quad.blendMode == .over
        case .contents, .gradient:
            opacity = UInt8(sourceOverOpacity: quad.opacity)
            guard opacity > 0, let paint = Paint(quad.fill, bounds: all, mipLevels: resources.mipLevels) else {
                return nil
            }
            self.paint = paint
            isOpaqueInside = opacity == 255 && quad.opacity >= 1 && quad.blendMode == .over && quad.fill.isOpaque
        }
        softEdges = quad.softOutline.flatMap(SoftEdges.init)
        // An outline without an area covers nothing.
        guard quad.softOutline == nil || softEdges != nil else { return nil }
        isOpaque = isOpaqueInside && softEdges == nil
        tint = quad.fill.tint
        blendMode = quad.blendMode
        let outlines = quad.outline.isAxisAligned ? quad.clip.outlines : [quad.outline] + quad.clip.outlines
        polygons = outlines.map { ConvexSpans($0) }
    }

    /// Returns the covered columns of a row.
    func columns(inRow row: Int) -> Range<Int> { polygons.columns(inRow: row, of: bounds.columns) }
}

/// The drawing of a group.
final class GroupCommand: Sendable {
    /// The bounding box of the pixels that the command may change.
    let bounds: PixelRect
    /// The commands of its items.
    let commands: CommandList
    /// The opacity in 255ths.
    let opacity: UInt8
    /// The blend mode.
    let blendMode: RenderBlendMode
    /// The commands of the mask's items; nil without a mask.
    let maskCommands: CommandList?
    /// The effect of the mask.
    let maskOperation: MaskOperation

    /// Creates the command of a group; nil if nothing of it is visible in the area.
    init?(_ group: RenderGroup, in area: PixelRect, resources: FrameResources) {
        bounds = group.bounds.intersection(area)
        opacity =
            group.blendMode == .over ? UInt8(sourceOverOpacity: group.opacity) : UInt8(additiveOpacity: group.opacity)
        blendMode = group.blendMode
        maskOperation = group.maskOperation
        guard !bounds.isEmpty, opacity > 0 else { return nil }
        commands = CommandList(group.items, in: bounds, resources: resources)
        let bounds = bounds
        maskCommands = group.mask.map { CommandList($0, in: bounds, resources: resources) }
        guard !commands.isEmpty, maskCommands?.isEmpty != true else { return nil }
    }
}

extension DrawCommand {
    /// Creates the command of an item; nil if nothing of it is visible in the area.
    init?(_ item: RenderItem, in area: PixelRect, resources: FrameResources) {
        switch item {
        case .quad(let quad):
            guard let command = QuadCommand(quad, in: area, resources: resources) else { return nil }
            self.init(bounds: command.bounds, content: .quad(command))
        case .shape(let shape):
            guard let command = ShapeCommand(shape, in: area, resources: resources) else { return nil }
            self.init(bounds: command.bounds, content: .shape(command))
        case .shadow(let shadow):
            guard let command = ShadowCommand(shadow, in: area, resources: resources) else { return nil }
            self.init(bounds: command.bounds, content: .shadow(command))
        case .sprites(let sprites):
            guard let command = SpritesCommand(sprites, in: area) else { return nil }
            self.init(bounds: command.bounds, content: .sprites(command))
        case .raster(let raster):
            guard !raster.pixelBounds.intersection(area).isEmpty else { return nil }
            let image = resources.image(of: raster)
            self.init(.quad(raster.quad(showing: image)), in: area, resources: resources)
        case .group(let group):
            guard let command = GroupCommand(group, in: area, resources: resources) else { return nil }
            self.init(bounds: command.bounds, content: .group(command))
        }
    }
}
