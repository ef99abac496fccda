internal import TilePyramid
internal import VectorDrawing

extension RenderTreeBuilder {
    /// Adds a layer and its subtree with corners, border, shadow and mask; rasterizes them if requested.
    mutating func addWithEffects(
        _ layer: Layer, _ shown: LayerProperties, at place: LayerPlace, to items: inout [RenderItem]
    ) {
        if shown.shouldRasterize, addRaster(of: layer, shown, at: place, to: &items) { return }
        addAppearance(of: layer, shown, at: place, to: &items)
    }

    /// Adds a layer and its subtree with corners, border, shadow and mask.
    ///
    /// The mask clips the shadow, too: it applies to everything that the layer draws, as one.
    mutating func addAppearance(
        of layer: Layer, _ shown: LayerProperties, at place: LayerPlace, to items: inout [RenderItem]
    ) {
        let shadow = ShadowGeometry(of: shown, projectedBy: place.projection)
        var place = place
        let visible = place.clip.bounds
        if let shadow, shown.shadowPath == nil {
            // What casts a shadow into the frame may itself lie outside.
            place.clip.bounds = shadow.casters(of: visible)
        }
        var own: [RenderItem] = []
        addContent(of: layer, shown, at: place, to: &own)
        addBorder(of: shown, at: place, to: &own)
        let shadowItem = shadow.flatMap { $0.item(of: own, shown, at: place, visible: visible) }
        if place.clip.bounds != visible { own = own.compactMap { $0.clipped(to: visible) } }
        place.clip.bounds = visible
        if let shadowItem { own.insert(.shadow(shadowItem), at: 0) }
        if let mask = layer.mask, !own.isEmpty {
            let inner = context(forSublayersOf: shown, at: place, clip: place.clip)
            var maskItems: [RenderItem] = []
            add(mask, in: inner, to: &maskItems)
            self.mask(&own, from: 0, by: maskItems, layer.maskOperation)
        }
        items += own
    }

    /// Adds the border of a layer, inside its bounds.
    func addBorder(of shown: LayerProperties, at place: LayerPlace, to items: inout [RenderItem]) {
        guard shown.borderWidth > 0, shown.borderColor.alpha > 0, !shown.bounds.isEmpty else { return }
        let bounds = shown.bounds
        let width = shown.borderWidth
        var path = Path(roundedRect: bounds, radii: shown.cornerRadii)
        if 2 * width < min(bounds.size.width, bounds.size.height) {
            let inner = Rect(
                x: bounds.minX + width, y: bounds.minY + width, width: bounds.size.width - 2 * width,
                height: bounds.size.height - 2 * width)
            let radii = shown.cornerRadii.limited(to: bounds.size).map { max(0, $0 - width) }
            path.append(Path(roundedRect: inner, radii: radii))
        }
        let shape = RenderShape(
            path: path, fillRule: .evenOdd, projection: place.projection, fill: .color(shown.borderColor),
            clip: place.clip)
        if !shape.pixelBounds.isEmpty { items.append(.shape(shape)) }
    }

    /// Multiplies the items from `first` on by the alpha of a mask, or combines them with its colors.
    func mask(
        _ items: inout [RenderItem], from first: Int, by mask: [RenderItem], _ operation: MaskOperation = .alpha
    ) {
        let masked = Array(items[first...])
        items.removeSubrange(first...)
        let bounds = Self.bounds(of: masked).intersection(Self.bounds(of: mask))
        guard !bounds.isEmpty else { return }
        items.append(
            .group(RenderGroup(items: masked, opacity: 1, bounds: bounds, mask: mask, maskOperation: operation)))
    }
}

extension LayerProperties {
    /// Whether the layer draws anything beside background, contents and sublayers, and so takes the slower path.
    var hasEffects: Bool {
        guard case .other(let effects) = effectStorage else { return false }
        return effects.borderWidth > 0 || effects.shadowOpacity > 0 || effects.shouldRasterize
    }

    /// Whether a corner is rounded.
    package var isRounded: Bool {
        guard case .other(let effects) = effectStorage else { return false }
        return effects.cornerRadii != .zero
    }

    /// The bounds with their rounded corners.
    package func roundedShape(_ projection: Projection, fill: RenderFill, clip: RenderClip) -> RenderShape {
        RenderShape(roundedRect: bounds, radii: cornerRadii, projection: projection, fill: fill, clip: clip)
    }
}

extension RenderItem {
    /// Returns the item, clipped to a rectangle; nil if nothing of it is left.
    func clipped(to rect: PixelRect) -> RenderItem? {
        guard !rect.contains(pixelBounds) else { return self }
        guard !rect.intersection(pixelBounds).isEmpty else { return nil }
        switch self {
        case .quad(var quad):
            quad.clip.bounds = quad.clip.bounds.intersection(rect)
            return .quad(quad)
        case .shape(let shape):
            var clip = shape.clip
            clip.bounds = clip.bounds.intersection(rect)
            return .shape(
                RenderShape(
                    path: shape.path, fillRule: shape.fillRule, projection: shape.projection, fill: shape.fill,
                    opacity: shape.opacity, blendMode: shape.blendMode, clip: clip, core: shape.core))
        case .shadow(let shadow):
            var clip = shadow.clip
            clip.bounds = clip.bounds.intersection(rect)
            return .shadow(
                RenderShadow(
                    shadow.caster, offset: shadow.offset, blurRadius: shadow.blurRadius, color: shadow.color,
                    opacity: shadow.opacity, clip: clip))
        case .sprites(let sprites):
            var clip = sprites.clip
            clip.bounds = clip.bounds.intersection(rect)
            return .sprites(
                RenderSprites(
                    buffer: sprites.buffer, source: sprites.source, filter: sprites.filter, sprites: sprites.sprites,
                    opacity: sprites.opacity, blendMode: sprites.blendMode, clip: clip))
        case .raster(var raster):
            raster.clip.bounds = raster.clip.bounds.intersection(rect)
            return .raster(raster)
        case .group(var group):
            group.bounds = group.bounds.intersection(rect)
            group.items = group.items.compactMap { $0.clipped(to: rect) }
            group.mask = group.mask?.compactMap { $0.clipped(to: rect) }
            return .group(group)
        }
    }
}
