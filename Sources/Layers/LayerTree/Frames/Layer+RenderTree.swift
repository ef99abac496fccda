internal import TilePyramid
internal import VectorDrawing

extension Layer {
    /// Returns a frame with the layer and its subtree only, such as for a snapshot.
    ///
    /// The frame has the layer's bounds, at `scale` pixels for each point, on a transparent background. It shows the inside of
    /// the layer: background, contents, sublayers, border, rounded corners and mask. It ignores position, transform, opacity,
    /// visibility, shadow and everything outside the bounds, so that an image of it can replace the layer. Values are the
    /// presented ones. The layers are laid out and drawn first if they need it; the layer may be in a scene or in none.
    ///
    /// - Parameter scale: pixels for each point; the default is 1. Frames of more than 8,192 pixels in a direction are scaled
    ///   down to 8,192.
    /// - Returns: nil if the bounds are empty.
    /// - Complexity: O(layers of the subtree), plus the pending drawing.
    public func renderTree(scale: Double = 1) -> RenderTree? {
        layoutIfNeeded()
        displaySubtreeIfNeeded()
        let shown = presented
        guard let geometry = BackingStoreGeometry(shown.bounds, scale: scale) else { return nil }
        var builder = RenderTreeBuilder(scale: scale)
        return RenderTree(size: geometry.size, items: builder.inside(of: self, shown, geometry: geometry))
    }

    private func displaySubtreeIfNeeded() {
        displayIfNeeded()
        for sublayer in sublayers where !sublayer.presented.isInvisible { sublayer.displaySubtreeIfNeeded() }
        mask?.displaySubtreeIfNeeded()
    }
}

extension RenderTreeBuilder {
    /// Returns the items of a layer regardless of its placement in the superlayer, in pixels of a bitmap.
    mutating func inside(
        of layer: Layer, _ shown: LayerProperties, geometry: BackingStoreGeometry
    ) -> [RenderItem] {
        let place = LayerPlace(
            projection: Projection(geometry.transform), isMirrored: false,
            clip: RenderClip(bounds: PixelRect(geometry.size)), time: layer.localTime(at: layer.scene?.now ?? 0))
        var items: [RenderItem] = []
        guard layer.flattensSublayers else {
            var inner = Context(projection: place.projection, clip: place.clip, time: place.time)
            inner.sublayerTransform = shown.effectiveSublayerTransform
            if let replication = layer.replication(of: shown) {
                addCopies(of: layer.shownSublayers, by: replication, in: inner, to: &items)
            } else {
                addAll(layer.shownSublayers, in: inner, to: &items)
            }
            return items
        }
        addContent(of: layer, shown, at: place, to: &items)
        addBorder(of: shown, at: place, to: &items)
        if let mask = layer.mask, !items.isEmpty {
            var maskItems: [RenderItem] = []
            add(mask, in: context(forSublayersOf: shown, at: place, clip: place.clip), to: &maskItems)
            self.mask(&items, from: 0, by: maskItems, layer.maskOperation)
        }
        _ = Occlusion.removeOccluded(from: &items)
        return items
    }
}
