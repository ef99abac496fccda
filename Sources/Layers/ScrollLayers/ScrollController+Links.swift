public import LayerTree

extension ScrollController {
    /// Shows other content in the same view: at the same point, with the same scale, angle and mirroring, in every frame.
    ///
    /// The middles of both scroll layers show the same point, so layers of the same size show the same part, pixel for
    /// pixel. Events over the linked layer move both. There is one model, so limits and momentum are those of the
    /// controller's own content.
    ///
    /// ```swift
    /// let after = TiledLayer(image: other, loader: loader)
    /// let right = ScrollLayer()
    /// right.frame = Rect(x: 401, y: 0, width: 399, height: 600)
    /// controller.link(after, in: right)
    /// ```
    ///
    /// - Parameters:
    ///   - contentLayer: the content, which is given the bounds of the controller's content layer. Content with other
    ///     coordinates is a sublayer of it, with a transform of its own.
    ///   - scrollLayer: the layer in which the content scrolls; the content is added to it if it has no superlayer. A layer
    ///     that is linked already shows this content instead.
    public func link(_ contentLayer: Layer, in scrollLayer: ScrollLayer) {
        precondition(scrollLayer !== self.scrollLayer, "a scroll layer cannot be linked with itself")
        if contentLayer.superlayer == nil {
            scrollLayer.addSublayer(contentLayer)
        }
        links.removeAll { $0.scrollLayer === scrollLayer }
        links.append(ScrollLink(scrollLayer: scrollLayer, contentLayer: contentLayer))
        updateLayers()
    }

    /// Ends the link of a scroll layer, which stays as it is; nothing happens if it is not linked.
    public func unlink(_ scrollLayer: ScrollLayer) {
        links.removeAll { $0.scrollLayer === scrollLayer }
    }

    /// The scroll layers that are linked, in the order of linking.
    public var linkedScrollLayers: [ScrollLayer] { links.map(\.scrollLayer) }
}
