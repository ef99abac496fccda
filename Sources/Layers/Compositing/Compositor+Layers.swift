public import LayerTree
public import VectorDrawing

extension Compositor {
    /// Draws a layer and its subtree into a new buffer; see `Layer.renderTree(scale:)` for the parts that are drawn.
    ///
    /// ```swift
    /// preview.contents = compositor.snapshot(of: legend, scale: 2)
    /// preview.contentsScale = 2
    /// ```
    ///
    /// - Parameters:
    ///   - layer: the layer, in a scene or in none.
    ///   - scale: pixels for each point; the default is 1.
    /// - Returns: the pixels; nil if the layer's bounds are empty.
    @MainActor
    public func snapshot(of layer: Layer, scale: Double = 1) -> PixelBuffer? {
        layer.renderTree(scale: scale).map { draw($0) }
    }

    /// Returns a layer that shows a snapshot of another layer and its subtree, to replace that layer.
    ///
    /// It has the geometry, opacity and visibility of the other layer, and one image instead of its sublayers. It costs one
    /// quad in each frame, however many layers the subtree has. Make a new one when the subtree changes.
    ///
    /// ```swift
    /// if let flat = compositor.flattened(labels, scale: scene.scale) {
    ///     Transaction.run(disablesActions: true) { _ = map.replaceSublayer(labels, with: flat) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - layer: the layer, which is not changed.
    ///   - scale: pixels for each point; with the scale of the scene, a frame shows the same pixels.
    /// - Returns: the layer; nil if the bounds are empty.
    @MainActor
    public func flattened(_ layer: Layer, scale: Double) -> Layer? {
        guard let image = snapshot(of: layer, scale: scale) else { return nil }
        let shown = layer.presented
        let flat = Layer()
        flat.name = layer.name
        var properties = LayerProperties()
        properties.bounds = shown.bounds
        properties.position = shown.position
        properties.anchorPoint = shown.anchorPoint
        properties.anchorPointZ = shown.anchorPointZ
        properties.zPosition = shown.zPosition
        properties.transform = shown.transform
        properties.isHidden = shown.isHidden
        properties.opacity = shown.opacity
        properties.isDoubleSided = shown.isDoubleSided
        properties.contents = image
        properties.contentsScale = scale
        flat.properties = properties
        return flat
    }
}
