internal import TilePyramid
internal import VectorDrawing

extension RenderTreeBuilder {
    /// Adds a layer and its subtree as an image, which painters keep until something in it changes.
    ///
    /// The image covers everything that the layer draws, sublayers outside the bounds and the shadow included, whether it is
    /// visible or not: so it stays the same while the layer moves.
    ///
    /// - Returns: false, and nothing is added, if the image exceeds ``RenderRaster/areaLimit`` or has no scale.
    mutating func addRaster(
        of layer: Layer, _ shown: LayerProperties, at place: LayerPlace, to items: inout [RenderItem]
    ) -> Bool {
        let scale = shown.rasterizationScale
        let origin = shown.bounds.origin
        guard scale > 0, scale.isFinite, origin.x.isFinite, origin.y.isFinite else { return false }
        let inner = LayerPlace(
            projection: Projection(
                rows: ([scale, 0, 0], [0, scale, 0], [0 - origin.x * scale, 0 - origin.y * scale, 1])),
            isMirrored: false, clip: RenderClip(bounds: Self.everywhere), time: place.time)
        let outer = rasterFit
        rasterFit = .fits
        var own: [RenderItem] = []
        addAppearance(of: layer, shown, at: inner, to: &own)
        let fits = rasterFit == .fits
        rasterFit = outer
        let pixels = Self.bounds(of: own)
        guard fits, pixels.size.area <= RenderRaster.areaLimit else { return false }
        let frame = Rect(
            x: origin.x + Double(pixels.x) / scale, y: origin.y + Double(pixels.y) / scale,
            width: Double(pixels.size.width) / scale, height: Double(pixels.size.height) / scale)
        guard !pixels.isEmpty, let outline = PixelPolygon(frame, projectedBy: place.projection) else { return true }
        let toLayer = Projection(rows: ([1 / scale, 0, 0], [0, 1 / scale, 0], [frame.minX, frame.minY, 1]))
        let projection = toLayer.followed(by: place.projection)
        let center = Point(x: Double(pixels.size.width) / 2, y: Double(pixels.size.height) / 2)
        let isEnlarged = projection.areaScale(at: center) >= 1
        let raster = RenderRaster(
            id: Int(bitPattern: ObjectIdentifier(layer)) &+ copyNumber &* Self.copyIDStride, bounds: pixels,
            items: own, outline: outline, projection: projection,
            filter: isEnlarged ? shown.magnificationFilter : shown.minificationFilter, clip: place.clip)
        if !raster.pixelBounds.isEmpty { items.append(.raster(raster)) }
        return true
    }

    /// Whether a layer, drawn at a place, makes the image that is being collected too large.
    ///
    /// A layer whose items depend on its place, such as one of tiles, requests what it shows. So it is not asked for more than
    /// an image can hold.
    mutating func exceedsRaster(_ layer: Layer, _ shown: LayerProperties, at place: LayerPlace) -> Bool {
        guard let rasterFit else { return false }
        guard rasterFit == .fits else { return true }
        guard !layer.isPlaceIndependent else { return false }
        let pixels = PixelRect(touching: shown.bounds, projectedBy: place.projection)
            .intersection(place.clip.bounds)
        guard pixels.size.area > RenderRaster.areaLimit else { return false }
        self.rasterFit = .isTooLarge
        return true
    }

    /// Whether the items collected for an image fit into it.
    enum RasterFit {
        case fits
        case isTooLarge
    }

    /// The clip of items that are collected before their extent is known: all pixels that have coordinates.
    private static let everywhere = PixelRect(x: -1 << 20, y: -1 << 20, width: 1 << 21, height: 1 << 21)

    /// The distance between identifiers of a layer's copies: odd and large, so that none equals another layer's identifier.
    private static let copyIDStride = 0x1E37_79B9_7F4A_7C15
}
