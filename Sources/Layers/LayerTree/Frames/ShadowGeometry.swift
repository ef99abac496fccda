internal import TilePyramid
internal import VectorDrawing

/// The shadow of a layer in pixels of the frame.
struct ShadowGeometry {
    private let offset: SIMD2<Double>
    private let blurRadius: Double

    /// Creates the geometry of a layer's shadow; nil if it has none.
    ///
    /// The blur is the same in all directions: it is scaled by the square root of the area factor at the layer's anchor point.
    init?(of shown: LayerProperties, projectedBy projection: Projection) {
        guard shown.shadowOpacity > 0, shown.shadowColor.alpha > 0, !shown.masksToBounds,
            let anchor = projection.project(shown.anchor),
            let moved = projection.project(shown.anchor + shown.shadowOffset)
        else { return nil }
        offset = SIMD2(moved.x - anchor.x, moved.y - anchor.y)
        let radius = shown.shadowRadius * projection.areaScale(at: shown.anchor).squareRoot()
        guard offset.x.isFinite, offset.y.isFinite, !radius.isNaN else { return nil }
        blurRadius = min(max(0, radius), RenderShadow.blurRadiusLimit)
    }

    /// Returns the pixels from which a shadow can fall into a rectangle.
    func casters(of rect: PixelRect) -> PixelRect {
        let reach = RenderShadow.reach(ofBlurRadius: blurRadius) + 1
        func limited(_ length: Double) -> Int { Int(min(max(length.rounded(), -1e6), 1e6)) }
        let moved = PixelRect(
            x: rect.x - reach - limited(offset.x), y: rect.y - reach - limited(offset.y),
            width: rect.size.width + 2 * reach, height: rect.size.height + 2 * reach)
        return rect.union(moved)
    }

    /// The shadow that a layer's items cast; nil if nothing of it is visible.
    func item(
        of items: [RenderItem], _ shown: LayerProperties, at place: RenderTreeBuilder.LayerPlace, visible: PixelRect
    ) -> RenderShadow? {
        let caster: RenderShadow.Caster
        if let path = shown.shadowPath {
            caster = .path(path, .nonZero, place.projection)
        } else if let simple = shown.simpleCaster(of: items, projectedBy: place.projection) {
            caster = simple
        } else {
            caster = .items(items)
        }
        var clip = place.clip
        clip.bounds = visible
        let shadow = RenderShadow(
            caster, offset: offset, blurRadius: blurRadius, color: shown.shadowColor, opacity: shown.shadowOpacity,
            clip: clip)
        return shadow.pixelBounds.isEmpty ? nil : shadow
    }
}

extension LayerProperties {
    /// Returns the bounds as a caster if the items are an opaque background that fills them; otherwise nil.
    fileprivate func simpleCaster(of items: [RenderItem], projectedBy projection: Projection) -> RenderShadow.Caster? {
        guard let color = backgroundColor, color.alpha >= 1, items.count == 1, contents == nil,
            cornerRadii.isUniform
        else { return nil }
        switch items[0] {
        case .quad(let quad) where quad.isOpaque: break
        case .shape(let shape) where shape.opacity >= 1 && shape.fill.isOpaque && shape.fillRule == .nonZero: break
        default: return nil
        }
        return .roundedRect(bounds, radius: cornerRadius, projection)
    }
}
