internal import TilePyramid
internal import VectorDrawing

extension RenderTreeBuilder {
    /// Adds a layer and its subtree with corners, border, mask, rasterization and shadow.
    mutating func addWithEffects(
        _ layer: Layer, _ shown: LayerProperties, at place: LayerPlace, to items: inout [RenderItem]
    ) {
        let shadow = ShadowGeometry(of: shown, projectedBy: place.projection)
        var place = place
        let visible = place.clip.bounds
        if let shadow, shown.shadowPath == nil {
            // What casts a shadow into the frame may itself lie outside.
            place.clip.bounds = shadow.casters(of: visible)
        }
        var own: [RenderItem] = []
        addAppearance(of: layer, shown, at: place, to: &own)
        if let mask = layer.mask, !own.isEmpty {
            let inner = context(forSublayersOf: shown, at: place, clip: place.clip)
            var maskItems: [RenderItem] = []
            add(mask, in: inner, to: &maskItems)
            self.mask(&own, from: 0, by: maskItems, layer.maskOperation)
        }
        if let shadow, let item = shadow.item(of: own, shown, at: place, visible: visible) {
            items.append(.shadow(item))
        }
        items += place.clip.bounds == visible ? own : own.compactMap { $0.clipped(to: visible) }
    }

    /// Adds a layer and its subtree with corners and border; rasterizes them if requested.
    private mutating func addAppearance(
        of layer: Layer, _ shown: LayerProperties, at place: LayerPlace, to items: inout [RenderItem]
    ) {
        guard shown.shouldRasterize, let raster = raster(of: layer, shown, at: place) else {
            addContent(of: layer, shown, at: place, to: &items)
            addBorder(of: shown, at: place, to: &items)
            return
        }
        if !raster.pixelBounds.isEmpty { items.append(.raster(raster)) }
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

    /// Returns the raster of a layer, with items in pixels of the raster; nil if it has no size.
    private mutating func raster(
        of layer: Layer, _ shown: LayerProperties, at place: LayerPlace
    ) -> RenderRaster? {
        let scale = shown.rasterizationScale * scale
        guard let outline = PixelPolygon(shown.bounds, projectedBy: place.projection), scale > 0,
            let bitmap = BackingStoreGeometry(shown.bounds, scale: scale)
        else { return nil }
        var inner = place
        inner.projection = Projection(bitmap.transform)
        inner.isMirrored = false
        inner.clip = RenderClip(bounds: PixelRect(bitmap.size))
        var items: [RenderItem] = []
        addContent(of: layer, shown, at: inner, to: &items)
        addBorder(of: shown, at: inner, to: &items)
        guard let toLayer = inner.projection.inverse else { return nil }
        let projection = toLayer.followed(by: place.projection)
        let center = Point(x: Double(bitmap.size.width) / 2, y: Double(bitmap.size.height) / 2)
        let isEnlarged = projection.areaScale(at: center) >= 1
        return RenderRaster(
            id: Int(bitPattern: ObjectIdentifier(layer)) &+ copyNumber &* Self.copyIDStride, size: bitmap.size,
            items: items, outline: outline,
            projection: projection,
            filter: isEnlarged ? shown.magnificationFilter : shown.minificationFilter, clip: place.clip)
    }

    /// The distance between identifiers of a layer's copies: odd and large, so that none equals another layer's identifier.
    private static let copyIDStride = 0x1E37_79B9_7F4A_7C15

    /// Multiplies the items from `first` on by the alpha of a mask, or compares them with it.
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
