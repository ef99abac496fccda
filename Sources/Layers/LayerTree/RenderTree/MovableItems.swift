internal import TilePyramid
internal import VectorDrawing

/// Items for display at several places.
struct MovableItems {
    private enum Item {
        case quad(RenderQuad)
        case shape(MovableShape)
        case sprites(RenderSprites)
        indirect case group(RenderGroup, MovableItems)
    }

    private var list: [Item] = []

    /// The number of items.
    var count: Int { list.count }

    /// Takes items without their own clip; nil if some cannot be moved.
    init?(_ items: [RenderItem], clip: RenderClip) {
        for item in items {
            switch item {
            case .quad(let quad) where quad.clip == clip: list.append(.quad(quad))
            case .shape(let shape) where shape.clip == clip: list.append(.shape(MovableShape(shape)))
            case .sprites(let sprites) where sprites.clip == clip: list.append(.sprites(sprites))
            case .group(let group):
                guard group.mask == nil, let inner = MovableItems(group.items, clip: clip) else { return nil }
                list.append(.group(group, inner))
            case .quad, .shape, .sprites, .shadow, .raster: return nil
            }
        }
    }

    /// Adds the visible items at another place.
    ///
    /// - Parameters:
    ///   - move: the projection from the items' pixels to the frame's pixels; without perspective.
    ///   - color: the opaque color by which the items are multiplied.
    ///   - clip: the clip in the frame.
    ///   - items: the list to which the items are added.
    func add(movedBy move: Projection, tintedBy color: Color, clip: RenderClip, to items: inout [RenderItem]) {
        for item in list {
            switch item {
            case .quad(let quad):
                guard let outline = quad.outline.transformed(by: move) else { continue }
                let softOutline = quad.softOutline?.transformed(by: move)
                guard quad.softOutline == nil || softOutline != nil else { continue }
                let item = RenderQuad(
                    outline: outline, softOutline: softOutline,
                    fill: quad.fill.moved(by: move, tintedBy: color), opacity: quad.opacity,
                    blendMode: quad.blendMode, clip: clip)
                if !item.pixelBounds.isEmpty { items.append(.quad(item)) }
            case .shape(let original):
                let fill = original.shape.fill.moved(by: move, tintedBy: color)
                let item = RenderShape(
                    original.shape, fill: fill, movedBy: move, controlBounds: original.controlBounds, clip: clip)
                if !item.pixelBounds.isEmpty { items.append(.shape(item)) }
            case .sprites(let sprites):
                let item = RenderSprites(
                    buffer: sprites.buffer, source: sprites.source, filter: sprites.filter,
                    sprites: sprites.sprites.map { $0.moved(by: move) }, opacity: sprites.opacity,
                    blendMode: sprites.blendMode, clip: clip)
                guard !item.pixelBounds.isEmpty else { continue }
                items.append(.sprites(item))
                if color != .white { items[items.count - 1].tint(by: color) }
            case .group(let group, let inner):
                var list: [RenderItem] = []
                inner.add(movedBy: move, tintedBy: color, clip: clip, to: &list)
                guard !list.isEmpty else { continue }
                items.append(
                    .group(
                        RenderGroup(
                            items: list, opacity: group.opacity, blendMode: group.blendMode,
                            bounds: list.reduce(.none) { $0.union($1.pixelBounds) })))
            }
        }
    }
}

/// A shape with the cached bounding box of its path, which is slow to compute.
private final class MovableShape {
    let shape: RenderShape
    let controlBounds: Rect

    init(_ shape: RenderShape) {
        self.shape = shape
        controlBounds = shape.path.controlBounds
    }
}

extension RenderSprite {
    /// The sprite, transformed by a projection without perspective.
    fileprivate func moved(by move: Projection) -> RenderSprite {
        func image(_ x: Float, _ y: Float, _ w: Double) -> SIMD2<Float> {
            let image = Double(x) * move.rows.0 + Double(y) * move.rows.1 + w * move.rows.2
            return SIMD2(Float(image.x), Float(image.y))
        }
        let x = image(axes.x, axes.y, 0)
        let y = image(axes.z, axes.w, 0)
        return RenderSprite(center: image(center.x, center.y, 1), axes: SIMD4(x.x, x.y, y.x, y.y), tint: tint)
    }
}
