internal import TilePyramid

/// Items that are shown at several places.
struct MovableItems {
    private enum Item {
        case quad(RenderQuad)
        /// A shape and the box around its path, which takes long to find.
        case shape(RenderShape, Rect)
        case sprites(RenderSprites)
        indirect case group(RenderGroup, MovableItems)
    }

    private var list: [Item] = []

    /// Takes items without a clip of their own; nil if there are some that cannot be moved.
    init?(_ items: [RenderItem], clip: RenderClip) {
        for item in items {
            switch item {
            case .quad(let quad) where quad.clip == clip: list.append(.quad(quad))
            case .shape(let shape) where shape.clip == clip: list.append(.shape(shape, shape.path.controlBounds))
            case .sprites(let sprites) where sprites.clip == clip: list.append(.sprites(sprites))
            case .group(let group):
                guard group.mask == nil, let inner = MovableItems(group.items, clip: clip) else { return nil }
                list.append(.group(group, inner))
            case .quad, .shape, .sprites, .shadow, .raster: return nil
            }
        }
    }

    /// Adds the visible ones of the items at another place.
    ///
    /// - Parameters:
    ///   - move: from the pixels of the items to those of the frame; without perspective.
    ///   - clip: the clip in the frame.
    ///   - items: the list to which they are added.
    func add(movedBy move: Projection, clip: RenderClip, to items: inout [RenderItem]) {
        for item in list {
            switch item {
            case .quad(let quad):
                guard let outline = quad.outline.transformed(by: move) else { continue }
                let moved = RenderQuad(
                    outline: outline, fill: quad.fill.moved(by: move), opacity: quad.opacity,
                    blendMode: quad.blendMode, clip: clip)
                if !moved.pixelBounds.isEmpty { items.append(.quad(moved)) }
            case .shape(let shape, let box):
                let moved = RenderShape(shape, movedBy: move, controlBounds: box, clip: clip)
                if !moved.pixelBounds.isEmpty { items.append(.shape(moved)) }
            case .sprites(let sprites):
                let moved = RenderSprites(
                    buffer: sprites.buffer, source: sprites.source, filter: sprites.filter,
                    sprites: sprites.sprites.map { $0.moved(by: move) }, opacity: sprites.opacity,
                    blendMode: sprites.blendMode, clip: clip)
                if !moved.pixelBounds.isEmpty { items.append(.sprites(moved)) }
            case .group(let group, let inner):
                var moved: [RenderItem] = []
                inner.add(movedBy: move, clip: clip, to: &moved)
                guard !moved.isEmpty else { continue }
                items.append(
                    .group(
                        RenderGroup(
                            items: moved, opacity: group.opacity, blendMode: group.blendMode,
                            bounds: RenderTreeBuilder.bounds(of: moved))))
            }
        }
    }
}

extension RenderSprite {
    /// The sprite, transformed by a projection without perspective.
    fileprivate func moved(by move: Projection) -> RenderSprite {
        func image(_ x: Float, _ y: Float, _ w: Double) -> SIMD2<Float> {
            let image = Double(x) * move.rows.0 + Double(y) * move.rows.1 + w * move.rows.2
            return SIMD2(Float(image.x), Float(image.y))
        }
        let (x, y) = (image(axes.x, axes.y, 0), image(axes.z, axes.w, 0))
        return RenderSprite(center: image(center.x, center.y, 1), axes: SIMD4(x.x, x.y, y.x, y.y), tint: tint)
    }
}
