internal import LayerTree
internal import TilePyramid

/// What is computed before a frame is drawn in bands: the mipmaps, masks and images that its items need.
struct FrameResources: Sendable {
    /// The mipmaps of contents.
    var mipLevels: [MipCache.Key: MipLevels] = [:]
    /// The blurred silhouettes of shadows.
    var shadowMasks: [ShadowKey: ShadowMask] = [:]
    /// The images of rasters, by the raster's number.
    var rasters: [Int: PixelBuffer] = [:]
}

extension [RenderItem] {
    /// Calls `body` for each item that may be visible in an area, those inside groups and masks included.
    ///
    /// What a shadow or raster draws for itself is left out.
    func forEachVisible(in area: PixelRect, _ body: (RenderItem) -> Void) {
        for item in self where !item.pixelBounds.intersection(area).isEmpty {
            body(item)
            if case .group(let group) = item {
                group.items.forEachVisible(in: area, body)
                group.mask?.forEachVisible(in: area, body)
            }
        }
    }
}
